/** Writes an explanation of why the search tries a move early or late, for the `why` command. @module */

import { expect, objectWith } from "../arguments.ts";
import { FULL_POINTS, type MoveExplanation } from "../reasons.ts";
import { divergingBar } from "./histories_view.ts";

/** Maximum length of a bar on each side of its axis, in characters. */
const BAR_CELLS = 10;

/** Writes an explanation in several lines: the move's place in the order, the sentences, and each history's points. */
export function formatExplanation(explanation: MoveExplanation): string {
  expect(explanation, objectWith("an explanation, from Engine.explain()", "san", "trust", "text"));
  const { san, place, moves, isBest, trust, text } = explanation;
  const why = isBest ? ": it was best when this position was searched" : "";
  const order = `${san} is move ${place} of ${moves} in the order of the search${why}`;
  if (trust === null) return `${order}\n${text}`;
  const row = (name: string, points: number, score: number): string =>
    `  ${name.padEnd(16)}${signed(points).padStart(5)}  ${divergingBar(points, FULL_POINTS, BAR_CELLS)}${
      signed(score).padStart(8)
    }`;
  return [
    order,
    text,
    "",
    `Points from -${FULL_POINTS} to +${FULL_POINTS} (0: the average quiet move), and the scores that the search adds up`,
    row("all histories", trust.points, trust.score),
    ...Object.entries(trust.shares).filter(([table, points]) => points !== 0 || trust.raw[table] !== 0)
      .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .map(([table, points]) => row(table, points, trust.raw[table])),
  ].map((line) => line.trimEnd()).join("\n");
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
