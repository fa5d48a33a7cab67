/** A game's section in a report. It can be read without the script. @module */

import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import { costOf, ERRORS, type Judgement, symbolOf } from "../../../engine/games/judgement.ts";
import { describeOpening } from "../../../engine/games/openings.ts";
import { numberOf, type PgnGame, playersOf } from "../../../engine/games/pgn.ts";
import { PHASES } from "../../../engine/games/phases.ts";
import { escapeXml } from "../../../engine/view/svg.ts";
import type { ReportStep } from "./report_data.ts";
import { drawReportGraph } from "./report_graph.ts";

const SIDES = [["white", "White"], ["black", "Black"]] as const;

/** A game's section. `number` is its place in the report, from 1; `steps` contain its moves. */
export function formatSection(number: number, game: PgnGame, analysis: Analysis, steps: readonly ReportStep[]): string {
  const facts = [...factsOf(game), ...(analysis.opening === null ? [] : [describeOpening(analysis.opening)])];
  return [
    `<section class="game" id="game-${number}" aria-label="Game ${number}"${number === 1 ? "" : " hidden"}>`,
    `<h2>${escapeXml(playersOf(game))}</h2>`,
    `<p class="facts">${escapeXml(facts.join(" · "))}</p>`,
    `<div class="graph">${drawReportGraph(analysis)}</div>`,
    formatMoves(steps, analysis),
    formatAccuracy(game, analysis),
    formatErrors(analysis),
    formatPraise(analysis),
    "</section>",
  ].join("\n");
}

/** Result, event, place and date, if known. */
export function factsOf({ tags, result }: PgnGame): string[] {
  const known = ["Event", "Site", "Date"].map((tag) => (tags.get(tag) ?? "").replace(/(\.\?\?)+$/, ""))
    .filter((value) => /[^?. ]/.test(value));
  return [...(result === "*" ? [] : [result.replaceAll("1/2", "½").replace("-", "–")]), ...known];
}

function formatAccuracy({ tags }: PgnGame, { players, phases, isComplete }: Analysis): string {
  const nameOf = (tag: string): string => {
    const name = tags.get(tag) ?? "?";
    return escapeXml(name === "?" ? tag : name);
  };
  const rowsOf = (cells: (side: "white" | "black") => string[]): string[][] =>
    SIDES.map(([side, tag]) => [nameOf(tag), ...cells(side)]);
  const reached = PHASES.filter((phase) => SIDES.some(([side]) => phases[side][phase].moves > 0));
  const percent = (value: number | null): string => value === null ? "–" : `${value.toFixed(1)} %`;
  // Put the names above the numbers, so that long names fit on a phone.
  const table = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
    `<table class="summary"><caption class="visually-hidden">${caption}</caption><thead><tr>` +
    heads.map((head) => `<th scope="col">${head}</th>`).join("") + "</tr></thead>" +
    rows.map(([name, ...cells]) =>
      `<tbody><tr><th scope="rowgroup" colspan="${heads.length}">${name}</th></tr>` +
      `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr></tbody>`
    ).join("") + "</table>";
  const kinds = ERRORS.toReversed();
  return [
    isComplete ? "" : '<p class="quiet">The analysis was ended early.</p>',
    table(
      "Accuracy and errors",
      ["accuracy", ...kinds.map(({ plural }) => plural)],
      rowsOf((side) => [percent(players[side].accuracy), ...kinds.map((kind) => `${players[side].errors[kind.name]}`)]),
    ),
    table(
      "Accuracy by game phase",
      reached,
      rowsOf((side) => reached.map((phase) => percent(phases[side][phase].accuracy))),
    ),
  ].join("\n");
}

function formatErrors({ moves }: Analysis): string {
  const rows = moves.flatMap((move, ply) =>
    move === null || move.judgement === null ? [] : [formatError(move, move.judgement, ply + 1)]
  );
  if (rows.length === 0) return '<h3>Errors</h3>\n<p class="quiet">None.</p>';
  const unit = '<p class="quiet">Each cost is the drop in the chance to win, in percentage points.</p>';
  return `<h3>Errors</h3>\n${unit}\n<ol class="error-list">\n${rows.join("\n")}\n</ol>`;
}

function formatPraise({ moves }: Analysis): string {
  const rows = moves.flatMap((move, ply) => {
    if (move === null || move.praise === "") return [];
    const text = `${numberOf(move.fullmove, move.isWhite)} ${escapeXml(move.san)}!`;
    return [
      `<li><button type="button" class="move" data-ply="${ply + 1}">${text}</button> ${escapeXml(move.praise)}</li>`,
    ];
  });
  return rows.length === 0 ? "" : `<h3>Good moves</h3>\n<ol class="error-list">\n${rows.join("\n")}\n</ol>`;
}

function formatError(move: AnalysedMove, kind: Judgement, ply: number): string {
  const { fullmove, isWhite, san, best, reason } = move;
  const text = `${numberOf(fullmove, isWhite)} ${escapeXml(san)}`;
  const cost = costOf(move);
  return `<li><button type="button" class="move ${kind}" data-ply="${ply}">${text}${symbolMark(kind)}</button> ` +
    `<span class="cost">${cost > 0 ? `−${cost} %, ` : ""}better ${escapeXml(best[0])}</span>` +
    `${reason === "" ? "" : `<br />${escapeXml(reason)}`}</li>`;
}

function formatMoves(steps: readonly ReportStep[], { moves }: Analysis): string {
  const rows: string[] = [];
  steps.slice(1).forEach((step, i) => {
    const [number, san] = step.text.split(" ").map(escapeXml);
    const isWhite = !number.endsWith("..");
    const judgement = moves[i]?.judgement ?? null;
    const label = judgement === null ? "" : ` aria-label="${san}, ${judgement}"`;
    const made = `<button type="button" class="move ${judgement ?? ""}" data-ply="${i + 1}"${label}>${san}` +
      `${judgement === null ? "" : symbolMark(judgement)}</button>`;
    if (isWhite || rows.length === 0) {
      const gap = isWhite ? "" : '<span class="move gap">…</span>';
      rows.push(`<span class="number">${number.replace(/\.+$/, ".")}</span>${gap}${made}`);
    } else rows[rows.length - 1] += made;
  });
  const list = rows.map((row) => `<div class="move-row">${row}</div>`).join("\n");
  return `<div class="moves" role="group" aria-label="Moves" tabindex="0">\n${list}\n</div>`;
}

function symbolMark(kind: Judgement): string {
  return `<span class="symbol" aria-hidden="true">${symbolOf(kind)}</span>`;
}
