/**
 * The moves of the game with their errors, comments and variations: a click shows the position.
 *
 * The game has a row for each pair of moves. What is said about a move, and what else could be played in its place, comes
 * below it; variations of variations are inside.
 *
 * @module
 */

import { type Judgement, symbolOf } from "../../engine/games/judgement.ts";
import { textOf } from "../state/comments.ts";
import type { GameLine } from "../state/game_line.ts";
import { type MoveNode, movesAfter } from "../state/move_tree.ts";
import { isWhiteAt, labelOf, type Numbering, numberingOf } from "../state/numbering.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, iconButton, setAttributes } from "./dom.ts";

/** What the list reports. */
export interface MovesEvents {
  /** A move was chosen. */
  goTo(node: MoveNode): void;
  /** The variation that begins with a move is to go. */
  drop(head: MoveNode): void;
  /** The variation that begins with a move is to take the place of the line that it leaves. */
  promote(head: MoveNode): void;
}

/** What is known about a move of the game. */
export interface MoveNote {
  /** Whether it was an error. */
  readonly judgement: Judgement | null;
}

/** Glyphs that judge a move, by their numbers in PGN. */
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** The list. */
export class MovesView {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly events: MovesEvents;
  private readonly buttons: Map<MoveNode, HTMLElement> = new Map();
  private line: GameLine | null = null;
  private key = "";
  /** The move that was marked last and brought into sight, `null` before the first. */
  private marked: MoveNode | null = null;
  private numbering: Numbering = { fullmove: 1, isWhite: true };

  /** A list without moves. */
  constructor(texts: Texts, events: MovesEvents) {
    this.texts = texts;
    this.events = events;
    this.root = element("div", { class: "moves", role: "group", "aria-label": texts.moves.label, tabindex: 0 });
  }

  /** Shows a game. */
  render(line: GameLine, notes: readonly (MoveNote | null)[]): void {
    const key = `${line.version}|${notes.map((note) => note?.judgement ?? "").join()}`;
    if (line !== this.line || key !== this.key) {
      this.line = line;
      this.key = key;
      this.numbering = numberingOf(line.start.fen);
      this.buttons.clear();
      this.root.replaceChildren(...commentElements(line.root), ...this.gameElements(line.root, notes));
      if (line.root.children.length === 0) this.root.append(element("p", { class: "quiet" }, this.texts.moves.none));
      this.marked = null;
    }
    // Only then: else the user could not scroll the list while the engine reports.
    if (line.current !== this.marked) this.mark(line.current);
  }

  /** The rows of the game. */
  private gameElements(root: MoveNode, notes: readonly (MoveNote | null)[]): HTMLElement[] {
    const { numbering } = this;
    const made: HTMLElement[] = [];
    let row: HTMLElement | null = null;
    for (const node of movesAfter(root)) {
      const ply = node.ply - 1;
      if (row === null || isWhiteAt(numbering, ply)) {
        row = element("div", { class: "move-row" }, numberElement(numbering, ply));
        if (!isWhiteAt(numbering, ply)) row.append(element("span", { class: "move gap" }, "…"));
        made.push(row);
      }
      row.append(this.moveButton(node, notes[ply]?.judgement ?? null));
      const below = [...commentElements(node), ...this.variationElements(node)];
      made.push(...below);
      // What comes below ends the row.
      if (below.length > 0) row = null;
    }
    return made;
  }

  /** What could be played in place of a move that goes on with its line. */
  private variationElements(node: MoveNode): HTMLElement[] {
    return (node.parent?.children.slice(1) ?? []).map((head) => this.variationElement(head));
  }

  private variationElement(head: MoveNode): HTMLElement {
    const { texts, events, numbering } = this;
    const box = element("div", { class: "side-line", role: "group", "aria-label": texts.moves.sideLine });
    let needsNumber = true;
    for (const node of [head, ...movesAfter(head)]) {
      if (needsNumber || isWhiteAt(numbering, node.ply - 1)) {
        box.append(element("span", { class: "number" }, labelOf(numbering, node.ply - 1)));
      }
      const below = [...commentElements(node), ...(node === head ? [] : this.variationElements(node))];
      box.append(this.moveButton(node, null), ...below);
      needsNumber = below.length > 0;
    }
    box.append(
      iconButton("check", texts.moves.promote, () => events.promote(head), { class: "icon-button small" }),
      iconButton("close", texts.moves.drop, () => events.drop(head), { class: "icon-button small" }),
    );
    return box;
  }

  private moveButton(node: MoveNode, judgement: Judgement | null): HTMLElement {
    const san = node.step?.san ?? "";
    const made = button(san, () => this.events.goTo(node), {
      class: judgement === null ? "move" : `move ${judgement}`,
    });
    const glyph = judgement === null ? GLYPHS[node.nags.find((nag) => nag in GLYPHS) ?? 0] : symbolOf(judgement);
    if (glyph !== "") {
      made.append(element("span", { class: "symbol", "aria-hidden": judgement === null ? false : "true" }, glyph));
    }
    if (judgement !== null) made.setAttribute("aria-label", `${san}, ${this.texts.judgements[judgement]}`);
    this.buttons.set(node, made);
    return made;
  }

  /** Marks the move that led to the position that is shown, and brings it into sight. */
  private mark(shown: MoveNode): void {
    for (const [node, made] of this.buttons) {
      setAttributes(made, { "aria-current": node === shown ? "true" : false });
    }
    // Some tabs hide the list: it scrolls when it is seen again.
    if (this.root.clientHeight === 0) return;
    this.marked = shown;
    const current = this.buttons.get(shown);
    if (current === undefined) {
      this.root.scrollTop = 0;
      return;
    }
    const [box, own] = [this.root.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < box.top) this.root.scrollTop += own.top - box.top - 8;
    else if (own.bottom > box.bottom) this.root.scrollTop += own.bottom - box.bottom + 8;
  }
}

function numberElement(numbering: Numbering, ply: number): HTMLElement {
  return element("span", { class: "number" }, labelOf(numbering, ply).replace("…", "."));
}

/** What is said about a move. */
function commentElements({ comments }: MoveNode): HTMLElement[] {
  return comments.map((comment) => textOf([comment])).filter((text) => text !== "")
    .map((text) => element("span", { class: "comment" }, text));
}
