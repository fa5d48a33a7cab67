/** Steps through a review: one error after the other, the better move, the refutation, and practice. @module */

import type { GameNode } from "../../engine/games/game_node.ts";
import { labelOf } from "../state/numbering.ts";
import { type Mistake, mistakeAt, mistakesOf, nextOf, refutationOf } from "../state/mistakes.ts";
import type { Side } from "../state/clock.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import type { PuzzleControl } from "./puzzle_control.ts";

/** An address with this prefix contains a review. */
export const CARRIED = "review=";

export class ReviewControl {
  /** The first move of the line that the user is stepping through, and the error that the line explains. */
  private walked: { readonly first: GameNode; readonly mistake: Mistake } | null = null;

  constructor(
    private readonly store: Store,
    private readonly puzzle: PuzzleControl,
    private readonly keeper: Keeper,
  ) {}

  /** The side whose errors are shown: the user's after a game against the engine, otherwise both (`null`). */
  get side(): Side | null {
    return this.store.match?.terms.human ?? null;
  }

  get mistakes(): Mistake[] {
    const { review } = this.store;
    return review === null ? [] : mistakesOf(review, this.side);
  }

  /** The error that the board shows, by either side; `null` for none. */
  get shown(): Mistake | null {
    const { walked, store: { line, review } } = this;
    if (walked === null) return mistakeAt(line, review);
    // If the line begins with the game's next move, that move is on the main line. Then only the position after it
    // shows the error.
    const isWalked = line.onBranch ? line.current.path.includes(walked.first) : line.current === walked.first;
    return isWalked ? walked.mistake : mistakeAt(line, review);
  }

  /** Praise for the last move on the board; "" if it deserves none. */
  get praise(): string {
    const { line, review } = this.store;
    return line.onBranch ? "" : review?.moves[line.ply - 1]?.praise ?? "";
  }

  /** The next error after the one on the board; `null` if there is none, or if the board shows the only one. */
  get next(): Mistake | null {
    const { mistakes, shown, store: { line } } = this;
    const next = nextOf(mistakes, shown?.ply ?? line.gamePly);
    return next !== null && next.ply === line.ply && !line.onBranch ? null : next;
  }

  /** The best line against the shown error, or the part of it that is known. */
  get refutation(): readonly string[] {
    const { shown, store: { review } } = this;
    return shown === null || review === null ? [] : refutationOf(review, shown);
  }

  /** A move of the game, or an alternative to one, with its number: `3… Nf6`. */
  numbered(ply: number, san: string): string {
    return `${labelOf(this.store.line.offset + ply - 1)} ${san}`;
  }

  /** Names an error with its number: `3… Nf6: blunder`. */
  nameOf({ ply, move: { san, judgement } }: Mistake): string {
    return `${this.numbered(ply, san)}: ${judgement}`;
  }

  /** Why the move is an error. The text names the better move only after the user has seen that move. */
  reasonOf({ move }: Mistake): string {
    const { reason, hint, best } = move;
    if (!this.store.revealed.has(move)) return hint || "There was a better move.";
    return reason === "" || reason === hint ? `${reason} Better was ${best[0]}.`.trim() : reason;
  }

  show(mistake: Mistake): void {
    const { store } = this;
    this.walked = null;
    store.line.goToPly(mistake.ply);
    store.speak(`${this.nameOf(mistake)}. ${this.reasonOf(mistake)}`);
    store.acted();
  }

  showNext(): void {
    const { next } = this;
    if (next !== null) this.show(next);
  }

  /** Shows the better move for the shown error, with an arrow on the board and a sentence. */
  reveal(): void {
    const { shown, store } = this;
    if (shown === null) return;
    store.reveal(shown.move);
    store.speak(this.reasonOf(shown));
  }

  /** Shows a line about the shown error as a variation of the game. */
  walk(ply: number, moves: readonly string[]): void {
    const { shown: mistake, store: { line } } = this;
    line.addLine(ply, moves);
    this.walked = mistake && { first: line.current, mistake };
    this.store.speak(`${this.numbered(ply + 1, moves[0])} is on the board.`);
    this.store.acted();
  }

  /** Lets the user find the better move for one error, or for every error if `mistake` is `null`. */
  practise(mistake: Mistake | null): void {
    const { store, puzzle } = this;
    store.tab = "puzzle";
    store.acted();
    void puzzle.start((mistake === null ? this.mistakes : [mistake]).map(({ ply }) => ply));
  }

  /** Returns from the puzzle on the board to its error in the review. */
  comeBack(): void {
    const { store, puzzle: { about } } = this;
    store.tab = "analysis";
    store.acted();
    if (about === null) return;
    store.line.goToPly(about);
    const { shown } = this;
    if (shown !== null) this.show(shown);
  }

  /** Reads the review in an address whose game is already on the board. */
  async take(address: string): Promise<void> {
    const { store } = this;
    const packed = address.split("&").find((part) => part.startsWith(CARRIED))?.slice(CARRIED.length);
    if (packed === undefined) return;
    const { root, gameKey: key } = store.line;
    try {
      const { readReview, unpack } = await import("../engine/later.ts");
      store.reviewed = { key, analysis: await readReview(root, await unpack(packed)) };
      this.keeper.keepReview();
    } catch (error) {
      store.fail(`The review in the link cannot be read. ${reasonOf(error)}`);
    }
  }
}
