/**
 * Finds contradictions between the three places that show a game's result: the tag, the end of the moves, and the
 * board.
 * @module
 */

import type { Position } from "../../core/position.ts";
import { outcomeOf } from "./outcome.ts";
import { resultOf } from "./pgn_tokens.ts";

const UNKNOWN: readonly string[] = ["", "?", "*"];

/** Whether a tag contradicts `result`, the result after the moves. */
export function isContradicted(tag: string, result: string): boolean {
  return !UNKNOWN.includes(tag) && resultOf(tag) !== result || (resultOf(tag) === "*" && !UNKNOWN.includes(tag));
}

/** The contradictions, one sentence each. `last` is the final position; `null` if some moves could not be read. */
export function contradictionsOf(tag: string, result: string, last: Position | null): string[] {
  const told = resultOf(tag);
  const warnings: string[] = [];
  if (told === "*" && !UNKNOWN.includes(tag)) warnings.push(`The tag 'Result' does not have a chess result: '${tag}'`);
  else if (told !== "*" && told !== result) {
    warnings.push(`The result is ${told} in the tag 'Result', but ${result} after the moves`);
  }
  const outcome = last === null || result === "*" ? null : outcomeOf(last);
  if (outcome !== null && ["checkmate", "stalemate"].includes(outcome.code) && outcome.result !== result) {
    warnings.push(`The result is ${result}, but on the board it is ${outcome.result}: ${outcome.reason}`);
  }
  return warnings;
}
