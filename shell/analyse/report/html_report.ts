/**
 * Writes analysed games to one HTML file. It shows the games and better lines on a board, and also graphs, accuracy,
 * errors and moves. The file is self-contained: it includes its style, script and positions, and loads nothing else. It
 * looks like the page in `web/`.
 *
 * @module
 */

import { ENGINE_NAME, ENGINE_TITLE } from "../../../engine/version.ts";
import type { AnalysedGame, Analysis } from "../../../engine/games/analysis.ts";
import { type PgnGame, playersOf } from "../../../engine/games/pgn.ts";
import type { Replay } from "../../../engine/games/replay.ts";
import { PIECE_SHAPES } from "../../../engine/view/piece_shapes.ts";
import { escapeXml } from "../../../engine/view/svg.ts";
import baseStyle from "../../../web/style/base.css" with { type: "text" };
import boardStyle from "../../../web/style/board.css" with { type: "text" };
import gamesStyle from "../../../web/style/games.css" with { type: "text" };
import icons from "../../../web/style/icons.svg" with { type: "text" };
import panelsStyle from "../../../web/style/panels.css" with { type: "text" };
import reportStyle from "../../../web/report/report.css" with { type: "text" };
import script from "../../../web/report/report.js" with { type: "text" };
import { Totals } from "../totals.ts";
import { reportGame } from "./report_data.ts";
import { factsOf, formatSection } from "./report_section.ts";
import { formatTotals } from "./report_totals.ts";

type GameWithAnalysis = AnalysedGame & { readonly replay: Replay; readonly analysis: Analysis };

/** The buttons below the board. Each has an action, which is also the name of its symbol, and a label. */
const BUTTONS = [
  ["first", "Go to the start"],
  ["previous", "Previous move"],
  ["next", "Next move"],
  ["last", "Go to the end"],
  ["flip", "Flip the board"],
] as const;
const PIECES = ["", "p", "n", "b", "r", "q", "k"];

/** Returns an HTML report about analysed games, or `null` if there are none. `about` replaces its title and totals. */
export async function writeHtmlReport(
  games: readonly AnalysedGame[],
  about?: { readonly title: string; readonly html: string },
): Promise<string | null> {
  const analysed = games.filter((each): each is GameWithAnalysis => each.replay !== null && each.analysis !== null);
  if (analysed.length === 0) return null;
  const totals = new Totals();
  analysed.forEach((each) => totals.add(each));
  const title = about?.title ?? (analysed.length === 1 ? playersOf(analysed[0].game) : `${analysed.length} games`);
  const data = analysed.map(({ game, replay, analysis }) => reportGame(game, replay, analysis));
  const policy = `default-src 'none'; script-src 'sha256-${await hashOf(script)}'; style-src 'unsafe-inline'; ` +
    "base-uri 'none'; form-action 'none'";
  return [
    "<!doctype html>",
    '<html lang="en" data-theme="auto">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="generator" content="${ENGINE_TITLE}">`,
    `<title>${escapeXml(title)} · analysed by ${ENGINE_NAME}</title>`,
    `<style>\n${[baseStyle, boardStyle, panelsStyle, gamesStyle, reportStyle].join("")}</style>`,
    "<noscript><style>.board-column { display: none } .game[hidden] { display: grid !important }</style></noscript>",
    "</head>",
    "<body>",
    icons,
    sprite(),
    '<div id="app">',
    `<header><h1>${ENGINE_NAME}</h1>${formatChoice(analysed.map(({ game }) => game))}</header>`,
    "<main>",
    BOARD_COLUMN,
    '<div class="side-column report">',
    ...(about === undefined ? formatTotals(totals) : [about.html]),
    ...analysed.map(({ game, analysis }, i) => formatSection(i + 1, game, analysis, data[i].steps)),
    "</div>",
    "</main>",
    "</div>",
    `<script type="application/json" id="games">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
    // The hash in the policy covers exactly the text between these tags.
    `<script type="module">${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function formatChoice(games: readonly PgnGame[]): string {
  if (games.length === 1) return '<p class="tagline">The errors of a game, and what was better</p>';
  const options = games.map((game, i) => {
    const text = [`${i + 1}. ${playersOf(game)}`, ...factsOf(game)].join(" · ");
    return `<option value="${i}">${escapeXml(text)}</option>`;
  });
  return `<label class="field"><span>Game</span><select id="choice">${options.join("")}</select></label>`;
}

const BOARD_COLUMN = [
  '<div class="board-column">',
  playerStrip("top"),
  '<div class="board-row"><div class="beside"><div class="eval-bar" id="evaluation" role="meter" ' +
  'aria-label="White\'s chance to win" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50">' +
  '<div class="eval-fill"></div></div></div>' +
  '<div class="board" id="board" role="img" aria-label="Board"><svg viewBox="0 0 8 8"></svg></div></div>',
  playerStrip("bottom"),
  '<div class="controls" role="group" aria-label="Board controls">',
  ...BUTTONS.map(([action, name]) =>
    `<button type="button" class="icon-button" data-action="${action}" aria-label="${name}" title="${name}">` +
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-${action}"/></svg></button>`
  ),
  '<span class="errors"><button type="button" data-action="previous-error">← Error</button>' +
  '<button type="button" data-action="next-error">Error →</button></span>',
  "</div>",
  '<div class="verdict note" id="note" data-judgement=""></div>',
  '<p class="visually-hidden" id="spoken" role="status"></p>',
  "</div>",
].join("\n");

function playerStrip(place: string): string {
  return `<div class="strip-place"><div class="player" id="${place}"><span class="swatch" aria-hidden="true"></span>` +
    '<span class="name"></span></div></div>';
}

function sprite(): string {
  const symbols = ["w", "b"].flatMap((side) =>
    PIECES.slice(1).map((type, i) =>
      `<symbol id="${side}${type}" viewBox="0 0 100 100"><path class="piece-${side}" d="${PIECE_SHAPES[i + 1]}" ` +
      'fill-rule="evenodd" stroke-width="3.6" stroke-linejoin="round" transform="translate(0 -2)"/></symbol>'
    )
  );
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${symbols.join("")}</svg>`;
}

async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toBase64();
}
