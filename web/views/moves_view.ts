/**
 * The moves of the game with their errors, and the side line: a click shows the position.
 *
 * @module
 */

import { type Judgement, symbolOf } from "../../engine/games/judgement.ts";
import type { GameLine, Step } from "../state/game_line.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, iconButton, setAttributes } from "./dom.ts";

/** What the list reports. */
export interface MovesEvents {
  /** A move was chosen. */
  goTo(ply: number, inBranch: boolean): void;
  /** The side line is to go. */
  dropBranch(): void;
  /** The side line is to become the game. */
  promoteBranch(): void;
}

/** What is known about a move of the game. */
export interface MoveNote {
  /** Whether it was an error. */
  readonly judgement: Judgement | null;
}

/** Where the numbers of the moves start. */
interface Numbering {
  readonly fullmove: number;
  readonly isWhite: boolean;
}

/** The list. */
export class MovesView {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly events: MovesEvents;
  private key = "";

  /** A list without moves. */
  constructor(texts: Texts, events: MovesEvents) {
    this.texts = texts;
    this.events = events;
    this.root = element("div", { class: "moves", role: "group", "aria-label": texts.moves.label, tabindex: 0 });
  }

  /** Shows a game. */
  render(line: GameLine, notes: readonly (MoveNote | null)[]): void {
    const uci = (steps: readonly Step[]): string => steps.map((step) => step.uci).join();
    const parts = [line.start.fen, uci(line.moves), line.branch?.from, uci(line.branch?.steps ?? [])];
    const key = [...parts, notes.map((note) => note?.judgement ?? "").join()].join("|");
    if (key !== this.key) {
      this.key = key;
      this.rebuild(line, notes);
    }
    this.mark(line);
  }

  private rebuild(line: GameLine, notes: readonly (MoveNote | null)[]): void {
    this.root.replaceChildren();
    if (line.moves.length === 0 && line.branch === null) {
      this.root.append(element("p", { class: "quiet" }, this.texts.moves.none));
      return;
    }
    const numbering = numberingOf(line.start.fen);
    let row = element("div", { class: "move-row" });
    line.moves.forEach((step, i) => {
      const isWhite = isWhiteAt(numbering, i);
      if (isWhite || i === 0) {
        row = element("div", { class: "move-row" }, numberElement(numbering, i));
        if (!isWhite) row.append(element("span", { class: "move gap" }, "…"));
        this.root.append(row);
      }
      row.append(this.moveButton(step, i + 1, false, notes[i] ?? null));
      if (line.branch?.from === i) {
        this.root.append(this.branchElement(line, numbering));
        if (isWhite && i + 1 < line.moves.length) {
          row = element("div", { class: "move-row" }, numberElement(numbering, i));
          row.append(element("span", { class: "move gap" }, "…"));
          this.root.append(row);
        }
      }
    });
    if (line.branch !== null && line.branch.from >= line.moves.length) {
      this.root.append(this.branchElement(line, numbering));
    }
  }

  private branchElement({ branch }: GameLine, numbering: Numbering): HTMLElement {
    const { texts, events } = this;
    const box = element("div", { class: "side-line", role: "group", "aria-label": texts.moves.sideLine });
    branch?.steps.forEach((step, i) => {
      const ply = branch.from + i;
      if (isWhiteAt(numbering, ply) || i === 0) {
        box.append(element("span", { class: "number" }, labelOf(numbering, ply)));
      }
      box.append(this.moveButton(step, ply + 1, true, null));
    });
    box.append(
      iconButton("check", texts.moves.promote, () => events.promoteBranch(), { class: "icon-button small" }),
      iconButton("close", texts.moves.drop, () => events.dropBranch(), { class: "icon-button small" }),
    );
    return box;
  }

  private moveButton(step: Step, ply: number, inBranch: boolean, note: MoveNote | null): HTMLElement {
    const judgement = note?.judgement ?? null;
    const made = button(step.san, () => this.events.goTo(ply, inBranch), {
      class: judgement === null ? "move" : `move ${judgement}`,
      "data-ply": ply,
      "data-branch": inBranch,
    });
    if (judgement !== null) {
      made.append(element("span", { class: "symbol", "aria-hidden": "true" }, symbolOf(judgement)));
      made.setAttribute("aria-label", `${step.san}, ${this.texts.judgements[judgement]}`);
    }
    return made;
  }

  /** Marks the move that led to the position that is shown, and keeps it in sight. */
  private mark(line: GameLine): void {
    let current: HTMLElement | null = null;
    for (const made of this.root.querySelectorAll<HTMLElement>("[data-ply]")) {
      const isCurrent = Number(made.dataset.ply) === line.ply && ("branch" in made.dataset) === line.onBranch;
      setAttributes(made, { "aria-current": isCurrent ? "true" : false });
      if (isCurrent) current = made;
    }
    if (current === null) {
      this.root.scrollTop = line.ply === 0 ? 0 : this.root.scrollHeight;
      return;
    }
    const [box, own] = [this.root.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < box.top) this.root.scrollTop += own.top - box.top - 8;
    else if (own.bottom > box.bottom) this.root.scrollTop += own.bottom - box.bottom + 8;
  }
}

/** Where the numbers start in a game from this position. */
export function numberingOf(fen: string): Numbering {
  const [, side, , , , fullmove] = fen.split(" ");
  return { fullmove: Number(fullmove) || 1, isWhite: side !== "b" };
}

/** The number of a move for people: `12.` or `12…`. */
export function labelOf(numbering: Numbering, ply: number): string {
  const offset = ply + (numbering.isWhite ? 0 : 1);
  return `${numbering.fullmove + (offset >> 1)}${isWhiteAt(numbering, ply) ? "." : "…"}`;
}

function isWhiteAt({ isWhite }: Numbering, ply: number): boolean {
  return (ply % 2 === 0) === isWhite;
}

function numberElement(numbering: Numbering, ply: number): HTMLElement {
  return element("span", { class: "number" }, labelOf(numbering, ply).replace("…", "."));
}
