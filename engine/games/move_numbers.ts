/** Checks the move numbers of a game while it is read. They may be missing or wrong. @module */

import type { Place } from "./pgn_lines.ts";

/** Maximum number of wrong numbers in a warning. */
const NAMED = 5;

/** The move numbers so far. */
export class MoveNumbers {
  /** The place of the latest number, or of the dots in its place; `null` after its move was read. */
  place: Place | null = null;
  /** The latest number itself; `null` for dots, or after its move was read. */
  #latest: number | null = null;
  /** The first number, `null` if there is none yet. */
  #first: number | null = null;
  /** The difference between the latest number and the move number of the position. */
  #shift = 0;
  /** The numbers that did not continue the previous numbers. */
  readonly #wrong: string[] = [];

  /** Records a number, or dots, at a place. */
  read(place: Place, text: string): void {
    this.place ??= place;
    if (!/^\d/.test(text)) return;
    this.#latest = parseInt(text);
    this.#first ??= this.#latest;
  }

  /** Records that the move of the latest number was read. `expected` is the move's number according to the position. */
  play(expected: number): void {
    const latest = this.#latest ?? expected;
    const isWrong = latest !== expected && latest - expected !== this.#shift;
    if (isWrong) this.#wrong.push(`${latest} to ${expected}`);
    if (this.#latest !== null) this.#shift = latest - expected;
    this.clear();
  }

  /** Records that no move follows the latest number. */
  clear(): void {
    this.place = null;
    this.#latest = null;
  }

  /** Whether a number without a dot can be the number of the first move. Four digits are more likely a move. */
  isFirst(number: number): boolean {
    return number === (this.#first ?? number % 1000);
  }

  /** Whether a number without a dot is a move number, judged by the position or by the previous numbers. */
  isNext(number: number, expected: number): boolean {
    return number === expected || number - expected === this.#shift;
  }

  /** The warnings about wrong numbers: at most one warning, which names the first wrong numbers. */
  get warnings(): string[] {
    if (this.#wrong.length === 0) return [];
    const more = this.#wrong.length > NAMED ? ", and more" : "";
    return [`Moves may be missing; their numbers were changed: ${this.#wrong.slice(0, NAMED).join(", ")}${more}`];
  }
}
