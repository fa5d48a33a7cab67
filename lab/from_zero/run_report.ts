/** Writes a page about a from-zero run: how strong its networks are, how they play, and some games. @module */

import { describeOpening } from "../../engine/games/openings.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";
import { escapeXml } from "../../engine/view/svg.ts";
import { writeHtmlReport } from "../../shell/analyse/report/html_report.ts";
import { countGames, type Estimate, estimateElo, type Tally } from "../matches/statistics.ts";
import { formatDuration } from "../../terminal/progress.ts";
import { WEAK_NODES } from "../matches/contest.ts";
import { MATERIAL, networkName, RANDOM, ratingsOf } from "./opponents.ts";
import { type Round, type RunState, secondsOf } from "./run_state.ts";
import type { ShownGame } from "./showcase.ts";

// Lengths in the picture's units.
const WIDTH = 600, HEIGHT = 300, LEFT = 56, RIGHT = 470, TOP = 16, BOTTOM = 262;
const GRID_STEPS = 5, LINE_HEIGHT = 14, LABEL_GAP = 12;

/** Returns `null` if no round has finished. */
export async function writeRunReport(state: RunState, games: readonly ShownGame[]): Promise<string | null> {
  const rounds = state.rounds.filter(({ phase }) => phase === "done");
  if (rounds.length === 0) return null;
  const ratings = ratingsOf(rounds);
  const html = [
    '<section class="run">',
    "<h2>From nothing</h2>",
    `<p>${escapeXml(summarise(state, rounds, ratings))}</p>`,
    drawCurve(rounds, ratings),
    "<h3>The rounds</h3>",
    formatTable(
      ["round", "time", "games", "positions", "loss", "Elo", "gain"],
      rounds.map((round, i) => formatRound(round, i + 1, ratings)),
    ),
    `<p class="quiet">A player that only counts material has 0 Elo; ± is the error with 95 % confidence. The gain ` +
    `comes from games against the previous network. All players search ${WEAK_NODES} nodes per move. The loss is the ` +
    "mean squared error of the expected result, in games that were not used for training.</p>",
    "<h3>Matches</h3>",
    formatTable(
      ["round", "opponent", "won", "drawn", "lost", "Elo"],
      rounds.flatMap((round, i) => formatMatches(round, i + 1)),
    ),
    "<h3>How the play changed</h3>",
    formatTable(
      ["games of", "won by a side", "length", "castled", "pieces left en prise"],
      rounds.flatMap((round, i) => formatStyle(round, i)),
    ),
    '<p class="quiet">In the games from which the networks learned: the share of games that one side won, the mean ' +
    "number of moves, how often a side castled, and how many moves in 100 left a piece that could be taken for " +
    "nothing.</p>",
    "<h3>Games</h3>",
    formatTable(["round", "result", "moves", "accuracy", "blunders", "opening"], games.map((game) => formatGame(game))),
    `<p class="quiet">Each network played against itself from the initial position. ${ENGINE_TITLE} judged the moves ` +
    "with its built-in network. Choose a game above the board.</p>",
    "</section>",
  ].join("\n");
  return await writeHtmlReport(games.map(({ analysed }) => analysed), { title: "From nothing", html });
}

export function describeRound(state: RunState, number: number): string {
  const { rounds } = state;
  const { games, positions, training, loss, matches } = rounds[number - 1];
  const parts = matches.map(({ opponent, tally }) => `${writeElo(eloOf(tally))} against ${opponent}`);
  const learned = `${training?.epochs} × ${training?.records} records, loss ${loss?.validation.toFixed(5)}`;
  const head = `Round ${number} of ${state.settings.rounds}: ${games} games, ${positions} positions, ${learned}`;
  return `${head}\n  ${parts.join("; ")}`;
}

function summarise(state: RunState, rounds: readonly Round[], ratings: ReadonlyMap<string, Estimate>): string {
  const { settings } = state;
  const games = rounds.reduce((sum, round) => sum + round.games, 0);
  const positions = rounds.reduce((sum, round) => sum + round.positions, 0);
  const last = ratings.get(networkName(rounds.length));
  const planned = rounds.length < settings.rounds ? ` of ${settings.rounds} planned` : "";
  const played = `${games.toLocaleString("en")} games against itself (${positions.toLocaleString("en")} positions)`;
  return `The first network had random weights: it knew how the pieces move, and no more. In ${rounds.length} rounds` +
    `${planned}, the engine played ${played} and learned from them, in ${
      formatDuration(secondsOf(state))
    }. The last network, with ${settings.hidden} neurons for each side, is ` +
    `${writeElo(last ?? { value: NaN, error: NaN })} Elo above a player that only counts material.`;
}

function formatRound(round: Round, number: number, ratings: ReadonlyMap<string, Estimate>): string[] {
  const { seconds, games, positions, loss } = round;
  const before = round.matches.find(({ opponent }) => opponent === networkName(number - 1));
  const rating = ratings.get(networkName(number));
  return [
    `${number}`,
    formatDuration(seconds.play + seconds.train + seconds.measure),
    `${games}`,
    `${positions}`,
    loss === null ? "–" : loss.validation.toFixed(5),
    rating === undefined ? "–" : writeElo(rating),
    before === undefined ? "–" : writeElo(eloOf(before.tally)),
  ];
}

function formatMatches(round: Round, number: number): string[][] {
  return round.matches.map(({ opponent, tally }, i) => [
    i === 0 ? `${number}` : "",
    opponent,
    ...[tally.wins, tally.draws, tally.losses].map(String),
    writeElo(eloOf(tally)),
  ]);
}

function formatStyle({ style }: Round, number: number): string[][] {
  if (style === null) return [];
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return [[
    networkName(number),
    percent(style.decided),
    `${Math.round(style.plies / 2)} moves`,
    percent(style.castled),
    style.left.toFixed(1),
  ]];
}

function formatGame({ round, analysed: { game, analysis, replay } }: ShownGame): string[] {
  const players = analysis === null ? [] : [analysis.players.white, analysis.players.black];
  const blunders = players.reduce((sum, { errors }) => sum + errors.blunder, 0);
  const known = players.flatMap(({ accuracy }) => accuracy ?? []);
  const accuracy = known.reduce((sum, each) => sum + each, 0) / known.length;
  return [
    `${round}`,
    game.result.replaceAll("1/2", "½").replace("-", "–"),
    `${Math.ceil((replay?.record.moves.length ?? 0) / 2)}`,
    known.length === 0 ? "–" : `${accuracy.toFixed(1)} %`,
    `${blunders}`,
    analysis?.opening ? describeOpening(analysis.opening) : "–",
  ];
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return '<div class="wide"><table class="summary" style="white-space:nowrap"><thead><tr>' +
    heads.map((head) => `<th scope="col">${escapeXml(head)}</th>`).join("") + "</tr></thead><tbody>" +
    rows.map(([name, ...cells]) =>
      `<tr><th scope="row">${escapeXml(name)}</th>${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join("")}</tr>`
    ).join("\n") + "</tbody></table></div>";
}

function drawCurve(rounds: readonly Round[], ratings: ReadonlyMap<string, Estimate>): string {
  const points = rounds.map((_, i) => ({
    name: networkName(i + 1),
    ...ratings.get(networkName(i + 1)) ?? { value: 0, error: 0 },
  }));
  const levels = Array.from(ratings, ([name, { value }]) => ({ name, value }))
    .filter(({ name }) => name === MATERIAL || name === RANDOM || name.startsWith("Hindsight"));
  const values = [
    ...points.flatMap(({ value, error }) => [value - error, value + error]),
    ...levels.map(({ value }) => value),
  ];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = niceStep((high - low) / GRID_STEPS);
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const y = (elo: number) => (BOTTOM - (elo - bottom) / (top - bottom) * (BOTTOM - TOP)).toFixed(1);
  const x = (round: number) =>
    LEFT + (rounds.length === 1 ? 0.5 : round / (rounds.length - 1)) * (RIGHT - LEFT - 24) + 12;
  const parts: string[] = [];
  for (let elo = bottom; elo <= top; elo += step) {
    parts.push(`<path d="M${LEFT} ${y(elo)}H${RIGHT}" stroke="currentColor" stroke-opacity="0.15"/>`);
    parts.push(text(LEFT - 6, y(elo), `${elo}`.replace("-", "−"), "end", "middle"));
  }
  let free = BOTTOM;
  for (const { name, value } of levels.sort((a, b) => a.value - b.value)) {
    const line = Number(y(value));
    // The loop goes upwards, and moves a label up if it would cover the one below.
    const label = Math.min(line, free);
    parts.push(
      `<path d="M${LEFT} ${line}H${RIGHT}L${RIGHT + LABEL_GAP} ${label}" fill="none" stroke="currentColor" ` +
        'stroke-opacity="0.6" stroke-dasharray="5 4"/>',
    );
    parts.push(text(RIGHT + LABEL_GAP + 4, label.toFixed(1), name, "start", "middle"));
    free = label - LINE_HEIGHT;
  }
  const at = points.map(({ value }, i) => `${x(i).toFixed(1)} ${y(value)}`);
  parts.push(`<path d="M${at.join("L")}" fill="none" stroke="var(--accent)" stroke-width="2.5"/>`);
  points.forEach(({ name, value, error }, i) => {
    const where = x(i).toFixed(1);
    parts.push(`<path d="M${where} ${y(value - error)}V${y(value + error)}" stroke="var(--accent)"/>`);
    parts.push(
      `<circle cx="${where}" cy="${y(value)}" r="4.5" fill="var(--accent)"><title>${name}: ${
        writeElo({ value, error })
      }` +
        "</title></circle>",
    );
    parts.push(text(Number(where), `${BOTTOM + 18}`, `${i + 1}`, "middle", "auto"));
  });
  parts.push(text((LEFT + RIGHT) / 2, `${HEIGHT - 4}`, "round", "middle", "auto"));
  const label = `Elo above material only, by round: ${points.map(({ value }) => Math.round(value)).join(", ")}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" style="width:100%">${
    parts.join("")
  }</svg>`;
}

function text(x: number, y: string, content: string, anchor: string, baseline: string): string {
  return `<text x="${x}" y="${y}" font-size="12" fill="currentColor" text-anchor="${anchor}" ` +
    `dominant-baseline="${baseline}">${escapeXml(content)}</text>`;
}

/** Rounds up to one of the numbers 1, 2, 5, 10, 20, … */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

function eloOf(tally: Tally): Estimate {
  return countGames(tally) === 0 ? { value: NaN, error: NaN } : estimateElo(tally.pairs);
}

/** Writes `+123 ± 45`, `won all` or `lost all`. */
function writeElo({ value, error }: Estimate): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "won all" : "lost all";
  const whole = Math.round(value);
  const sign = whole < 0 ? "−" : "+";
  return `${sign}${Math.abs(whole)} ± ${Number.isFinite(error) ? Math.round(error) : "∞"}`;
}
