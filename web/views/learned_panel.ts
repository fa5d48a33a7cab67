/**
 * What the search has learned about the position on the board: the heat map's legend, the moves with what each history
 * adds, the corrections of the evaluation.
 *
 * @module
 */

import type { HistoriesReport } from "../../engine/view/mod.ts";
import { HEAT_FULL, heatColour } from "../../engine/view/heat_map.ts";
import type { Texts } from "../text/texts.ts";
import { textOn } from "./colour.ts";
import { button, choose, element, select, setAttributes, setText, show } from "./dom.ts";
import { HEAT_MODES, HEAT_SIDES, type HeatContent, type HeatMode, type HeatSide, short } from "./heat_layer.ts";
import { piecesOf } from "./squares.ts";

/** What the panel shows. */
export interface LearnedContent {
  /** Whether the engine searches, and the map is live. */
  readonly isOn: boolean;
  /** What was learned, `null` for nothing yet. */
  readonly report: HistoriesReport | null;
  readonly depth: number;
  /** What the map shows, `null` for nothing. */
  readonly heat: HeatContent | null;
  /** Which kind of map is chosen. */
  readonly mode: HeatMode;
  /** Whose moves it shows. */
  readonly side: HeatSide;
}

/** What the panel reports. */
export interface LearnedEvents {
  toggle(): void;
  setMode(mode: HeatMode): void;
  setSide(side: HeatSide): void;
  /** A move of the table is looked at; `null` for none. */
  point(move: string | null): void;
}

/** Moves that are shown. */
const SHOWN_MOVES = 8;

/** The panel. */
export class LearnedPanel {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly events: LearnedEvents;
  private readonly toggle: HTMLButtonElement;
  private readonly facts = element("p", { class: "facts" });
  private readonly caption = element("p", { class: "facts" });
  private readonly body: HTMLElement;
  private readonly head = element("tr", {});
  private readonly moves = element("tbody", {});
  private readonly corrections = element("div", {});
  private readonly modeField: HTMLElement;
  private readonly sideField: HTMLElement;
  private shown: HistoriesReport | null = null;
  /** The names of the histories in the head of the table. */
  private columns = "";

  /** A panel before anything was learned. */
  constructor(texts: Texts, { mode, side }: { mode: HeatMode; side: HeatSide }, events: LearnedEvents) {
    const { learned } = texts;
    this.texts = texts;
    this.events = events;
    this.body = element("div", { class: "learned-body" }, this.movesTable(), this.corrections);
    this.toggle = button(learned.start, () => events.toggle(), { class: "primary" });
    const sides = HEAT_SIDES.map((name): [string, string] => [name, learned.sides[name]]);
    this.sideField = select(learned.side, sides, side, (value) => events.setSide(value as HeatSide));
    const modes = HEAT_MODES.map((name): [string, string] => [name, learned.modes[name]]);
    this.modeField = select(learned.mode, modes, mode, (value) => events.setMode(value as HeatMode));
    this.root = element(
      "div",
      { class: "learned" },
      element("p", { class: "quiet" }, learned.intro),
      element(
        "div",
        { class: "actions" },
        this.toggle,
        this.modeField,
        this.sideField,
      ),
      this.facts,
      legend(texts),
      this.caption,
      this.body,
    );
  }

  /** Shows what was learned. */
  render({ isOn, report, depth, heat, mode, side }: LearnedContent): void {
    const { learned } = this.texts;
    setText(this.toggle, isOn ? learned.stop : learned.start);
    setAttributes(this.toggle, { "aria-pressed": String(isOn) });
    const entries = Object.keys(heat?.entries ?? {}).length;
    choose(this.modeField, mode);
    choose(this.sideField, side);
    show(this.sideField, heat?.mode !== "piece");
    setText(this.facts, report === null ? learned.nothing : learned.facts(depth, this.texts.number(entries)));
    setText(this.caption, report === null || heat === null ? "" : captionOf(report, heat, side, this.texts));
    show(this.body, report !== null);
    if (report === null || report === this.shown) return;
    this.shown = report;
    this.renderMoves(report);
    this.corrections.replaceChildren(this.correctionsTable(report));
  }

  /** The table of the moves, without rows: it stays, so that its focus and its place do. */
  private movesTable(): HTMLElement {
    const { learned } = this.texts;
    const table = element(
      "table",
      { class: "shares" },
      element("caption", {}, learned.movesCaption),
      element("thead", {}, this.head),
      this.moves,
    );
    // The rows come and go below the pointer: what it is on is asked of the table.
    this.moves.addEventListener("pointerover", ({ target }) => {
      const row = target instanceof Element ? target.closest("tr") : null;
      this.events.point(row?.dataset.move ?? null);
    });
    this.moves.addEventListener("pointerleave", () => this.events.point(null));
    return element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": learned.movesCaption }, table);
  }

  private renderMoves({ quiets, ttMove }: HistoriesReport): void {
    const names = Object.keys(quiets[0]?.shares ?? {});
    this.renderHead(names);
    const shown = quiets.slice(0, SHOWN_MOVES);
    const most = Math.max(1, ...shown.flatMap(({ shares }) => Object.values(shares).map(Math.abs)));
    const rows = shown.map(({ move, san, score, shares }) => {
      const mark = move === ttMove ? " ★" : "";
      const row = element("tr", { "data-move": move }, element("th", { scope: "row" }, `${san}${mark}`));
      row.append(element("td", {}, short(score)));
      for (const name of names) row.append(heatCell(shares[name], most));
      return row;
    });
    this.moves.replaceChildren(...rows);
  }

  private renderHead(names: readonly string[]): void {
    const columns = names.join();
    if (columns === this.columns) return;
    this.columns = columns;
    const { learned } = this.texts;
    const titles = [learned.move, learned.score, ...names.map((name) => learned.tables[name] ?? name)];
    this.head.replaceChildren(...titles.map((title) => element("th", { scope: "col" }, title)));
  }

  private correctionsTable({ evaluation }: HistoriesReport): HTMLElement {
    const { learned } = this.texts;
    if (evaluation === null) return element("p", { class: "quiet" }, learned.inCheck);
    const row = (name: string, value: string, kind: string): HTMLElement =>
      element("tr", { class: kind }, element("th", { scope: "row" }, name), element("td", {}, value));
    const rows = [
      row(learned.raw, short(evaluation.raw), ""),
      ...evaluation.corrections.map(({ table, centipawns }) =>
        row(learned.corrections[table] ?? table, short(Math.round(centipawns * 10) / 10), "share")
      ),
      row(learned.corrected, short(evaluation.corrected), "sum"),
    ];
    return element(
      "table",
      { class: "corrections" },
      element("caption", {}, learned.correctionsCaption),
      element("tbody", {}, ...rows),
    );
  }
}

/** A cell whose colour is that of its number. */
function heatCell(value: number, most: number): HTMLElement {
  const cell = element("td", {}, value === 0 ? "·" : short(value));
  if (value === 0) return cell;
  const colour = heatColour(Math.round(value / most * HEAT_FULL));
  cell.style.background = colour;
  cell.style.color = textOn(colour);
  return cell;
}

/** The colours from failed to worked. */
function legend({ learned }: Texts): HTMLElement {
  const stops = Array.from({ length: 17 }, (_, i) => heatColour((i - 8) * HEAT_FULL / 8 || 1));
  const bar = element("span", { class: "legend-bar", "aria-hidden": "true" });
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return element(
    "p",
    { class: "legend" },
    element("span", {}, learned.failed),
    bar,
    element("span", {}, learned.worked),
  );
}

/** What the entries of the square say, in a sentence. */
function captionOf(
  { sideToMove, fen }: HistoriesReport,
  { entries, mode, square }: HeatContent,
  side: HeatSide,
  { learned, play, pieces }: Texts,
): string {
  const isMover = mode === "piece" || side === "mover";
  const colour = play.colours[isMover === (sideToMove === "white") ? "white" : "black"];
  if (square === null) return mode === "piece" ? learned.pointAtPiece(colour) : learned.pointAt(colour);
  const isTo = mode === "to";
  const own = Object.entries(entries)
    .filter(([squares]) => (isTo ? squares.slice(2, 4) : squares.slice(0, 2)) === square)
    .sort(([, a], [, b]) => b - a);
  const piece = piecesOf(fen).get(square);
  const place = mode === "piece" && piece !== undefined ? `${pieces[piece]} ${square}` : square;
  if (own.length === 0) return mode === "piece" ? learned.pointAtPiece(colour) : learned.noEntry(square);
  const name = ([squares, value]: [string, number]): string =>
    `${squares.slice(0, 2)}–${squares.slice(2, 4)} ${short(value)}`;
  return learned.entries(place, name(own[0]), name(own[own.length - 1]), own.length);
}
