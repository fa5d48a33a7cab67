/** What a review leads to: its errors one after the other, what was better, the answer, and a puzzle of it. @module */

import { labelOf } from "../state/numbering.ts";
import { type Mistake, mistakeAt, mistakesOf, nextOf, refutationOf } from "../state/mistakes.ts";
import type { Side } from "../state/clock.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import type { PuzzleControl } from "./puzzle_control.ts";

/** Begins the part of an address that carries a review. */
export const CARRIED = "review=";

export class ReviewControl {
  constructor(
    private readonly store: Store,
    private readonly puzzle: PuzzleControl,
    private readonly keeper: Keeper,
  ) {}

  /** Whose errors count: after a game against the engine the user's, otherwise those of both (`null`). */
  get side(): Side | null {
    return this.store.match?.terms.human ?? null;
  }

  get mistakes(): Mistake[] {
    const { review } = this.store;
    return review === null ? [] : mistakesOf(review, this.side);
  }

  /** The error that the board shows, whoever made it; `null` for none. */
  get shown(): Mistake | null {
    return mistakeAt(this.store.line, this.store.review);
  }

  /** Why the move that led to the position on the board deserves praise; "" if it does not. */
  get praise(): string {
    const { line, review } = this.store;
    return line.onBranch ? "" : review?.moves[line.ply - 1]?.praise ?? "";
  }

  /** Whether no other error follows the one that is shown. */
  get isLast(): boolean {
    const { shown, mistakes } = this;
    return shown !== null && shown.ply === mistakes.at(-1)?.ply;
  }

  /** The best answer to the error that is shown, as far as it is known. */
  get refutation(): readonly string[] {
    const { shown, store: { review } } = this;
    return shown === null || review === null ? [] : refutationOf(review, shown);
  }

  /** Names an error with its number: `3… Nf6: blunder`. */
  nameOf({ ply, move: { san, judgement } }: Mistake): string {
    return `${labelOf(this.store.line.offset + ply - 1)} ${san}: ${judgement}`;
  }

  /** Why it is one. The better move is to be found: it is named when the user has seen it. */
  reasonOf({ move }: Mistake): string {
    const { reason, hint, best } = move;
    if (!this.store.revealed.has(move)) return hint || "There was a better move.";
    return reason === "" || reason === hint ? `${reason} Better was ${best[0]}.`.trim() : reason;
  }

  show(mistake: Mistake): void {
    const { store } = this;
    store.line.goToPly(mistake.ply);
    store.speak(`${this.nameOf(mistake)}. ${this.reasonOf(mistake)}`);
    store.acted();
  }

  showNext(): void {
    const next = nextOf(this.mistakes, this.store.line);
    if (next !== null) this.show(next);
  }

  /** Shows what was better than the error that is shown: an arrow on the board, and words. */
  reveal(): void {
    const { shown, store } = this;
    if (shown === null) return;
    store.reveal(shown.move);
    store.speak(this.reasonOf(shown));
  }

  /** Walks a line from a place of the game, as a variation. */
  walk(ply: number, moves: readonly string[]): void {
    this.store.line.addLine(ply, moves);
    this.store.acted();
  }

  /** Lets the user find what was better than the error that is shown, or than each of them. */
  practise(mistake: Mistake | null): void {
    const { store, puzzle } = this;
    store.tab = "puzzle";
    store.acted();
    void puzzle.start((mistake === null ? this.mistakes : [mistake]).map(({ ply }) => ply));
  }

  /** Shows the review again, with the error that the puzzle on the board was about. */
  comeBack(): void {
    const { store, puzzle: { about } } = this;
    store.tab = "analysis";
    store.acted();
    if (about === null) return;
    store.line.goToPly(about);
    const { shown } = this;
    if (shown !== null) this.show(shown);
  }

  /** Takes the review that an address carries, for the game of the address, which is on the board. */
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
