/** Checks the move numbers in a file, which may be missing or wrong. @module */

import type { Place } from "./pgn_lines.ts";

const NAMED = 5;

/** The move numbers of a game so far. */
export class MoveNumbers {
  /** The place of the latest number or dots; `null` once the move after them has been read. */
  place: Place | null = null;
  /** The latest number; `null` for dots, and once the move after it has been read. */
  #latest: number | null = null;
  #first: number | null = null;
  /** The latest number minus the right number. */
  #shift = 0;
  readonly #wrong: string[] = [];

  /** Reads a number, or dots. */
  read(place: Place, text: string): void {
    this.place ??= place;
    if (!/^\d/.test(text)) return;
    this.#latest = parseInt(text);
    this.#first ??= this.#latest;
  }

  /** Records that the move was read; `expected` is its right number. */
  play(expected: number): void {
    const latest = this.#latest ?? expected;
    const isWrong = latest !== expected && latest - expected !== this.#shift;
    if (isWrong) this.#wrong.push(`${latest} to ${expected}`);
    if (this.#latest !== null) this.#shift = latest - expected;
    this.clear();
  }

  /** Forgets the latest number: no move came after it. */
  clear(): void {
    this.place = null;
    this.#latest = null;
  }

  /** Whether a number without a dot can begin a game. Four digits are more likely a move. */
  isFirst(number: number): boolean {
    return number === (this.#first ?? number % 1000);
  }

  /** Whether a number without a dot is the right one, or continues the previous ones. */
  isNext(number: number, expected: number): boolean {
    return number === expected || number - expected === this.#shift;
  }

  /** At most one warning, which names the first wrong numbers. */
  get warnings(): string[] {
    if (this.#wrong.length === 0) return [];
    const more = this.#wrong.length > NAMED ? ", and more" : "";
    return [`Moves may be missing; their numbers were changed: ${this.#wrong.slice(0, NAMED).join(", ")}${more}`];
  }
}
