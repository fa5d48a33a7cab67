/**
 * Writes the static evaluation as text, for the `eval` command. Scores are in pawns from White's point of view, on the
 * scale of search reports, unless they are marked as the network's own centipawns.
 *
 * @module
 */

import { isInsufficientMaterial } from "../../core/draws.ts";
import { PIECE_LETTERS } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { EMPTY, KING, makeSquare, pieceType, WHITE } from "../../core/types.ts";
import { bucketNames, type NetworkExplanation } from "../../nnue/explain.ts";
import { dampEval } from "../../search/evaluate.ts";
import type { EvaluationInspection } from "../../search/inspect.ts";
import { formatPawns } from "../games/evaluation.ts";
import { chancesOf, materialOf, toCentipawns } from "../win_rate.ts";

/** Width of a square in characters. */
const CELL = 8;
const HEAD = 24;
/** The beginning of the last line. Programs search for it to find the score. */
const FINAL = "Final evaluation".padEnd(HEAD);
/** Why the search does not use the network's score. */
const KNOWN = "from rules for such endings, instead of the network";

/** Explains an evaluation in several lines. `learned` holds the corrections of a search thread; `null` for none. */
export function formatEvaluation(
  position: Position,
  explanation: NetworkExplanation,
  learned: EvaluationInspection | null,
): string {
  const material = materialOf(position);
  const sign = position.sideToMove === WHITE ? 1 : -1;
  const pawns = (score: number): string => formatPawns(toCentipawns(score, material));
  const { buckets, bucket, pieceValues } = explanation;
  const damped = dampEval(buckets[bucket], position.halfmoves);
  const raw = learned === null ? damped : learned.raw * sign;
  const row = (name: string, score: number, remark: string): string =>
    `${name.padEnd(HEAD)}${pawns(score)}   ${remark}`.trimEnd();
  const lines = [
    "",
    "Pawns from White's side; +1.00 wins half of the games",
    "",
    "The value of each piece: the evaluation minus the evaluation without the piece",
    "",
    ...drawValues(position, pieceValues.map(pawns)),
    "",
    "The network's score with each row of its output weights, by the number of pieces; * marks the row in use",
    "",
    ` ${bucketNames().map((name, i) => (i === bucket ? `*${name}` : name).padStart(CELL)).join("")}`,
    ` ${buckets.map((score) => pawns(score).padStart(CELL)).join("")}`,
    "",
    row("Network", buckets[bucket], `${buckets[bucket]} in its own centipawns`),
    row("Raw", raw, raw === damped ? `half-moves without capture or pawn move: ${position.halfmoves}` : KNOWN),
  ];
  if (position.inCheck) {
    lines.push("", `${FINAL}none, in check: the search does not evaluate such positions`);
    return lines.join("\n");
  }
  const correction = learned === null ? 0 : learned.correction * sign;
  const corrected = learned === null ? raw : learned.corrected * sign;
  const remark = learned === null
    ? "a search is running; its lessons are known after it has ended"
    : `learned correction: ${correction} of the network's centipawns`;
  const { win, draw, loss } = chancesOf({ score: corrected, isDraw: isInsufficientMaterial(position) }, material);
  lines.push(
    row("Corrected", corrected, correction === 0 && learned !== null ? "nothing learned about this position" : remark),
    "",
    `White wins ${percent(win)}, draws ${percent(draw)}, loses ${percent(loss)}`,
    "",
    `${FINAL}${pawns(corrected)} (white side)`,
  );
  return lines.join("\n");
}

function percent(chance: number): string {
  return `${(chance / 10).toFixed(1)} %`;
}

/** Draws a board on which each square has two lines: one for the piece and one for its value. */
function drawValues(position: Position, values: readonly string[]): string[] {
  const rule = ` +${`${"-".repeat(CELL - 1)}+`.repeat(8)}`;
  const lines = [rule];
  for (let rank = 7; rank >= 0; rank--) {
    let upper = " |";
    let lower = " |";
    for (let file = 0; file < 8; file++) {
      const square = makeSquare(file, rank);
      const piece = position.mailbox[square];
      const isValued = piece !== EMPTY && pieceType(piece) !== KING;
      upper += `${centred(PIECE_LETTERS[piece])}|`;
      lower += `${centred(isValued ? values[square] : "")}|`;
    }
    lines.push(`${upper} ${rank + 1}`, lower, rule);
  }
  lines.push(` ${Array.from("abcdefgh", (file) => ` ${centred(file)}`).join("")}`.trimEnd());
  return lines;
}

function centred(text: string): string {
  const left = (CELL - 1 - text.length) >> 1;
  return text.padStart(left + text.length).padEnd(CELL - 1);
}
