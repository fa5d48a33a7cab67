/** The result of a search is always a legal move with its line, whatever the search reports, and however it ends. */

import { assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { MATE, NO_SCORE } from "../../core/score.ts";
import { makeMove, NO_MOVE, parseSquare } from "../../core/types.ts";
import { BestLines } from "../../engine/best_lines.ts";
import { EMPTY_LINE } from "../../engine/line.ts";
import { BOUND_EXACT, BOUND_LOWER } from "../../search/bound.ts";
import type { SearchInfo } from "../../search/info.ts";

const MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

/** A line or a result: depth, score, moves. `>` before the score marks a bound; `2/` before the depth is the rank. */
type Found = string;

/** The request, the reports, the result, and the answer: `=` if it was reported, its move and reply, and its lines. */
type Case = [
  name: string,
  asked: [fen?: string, count?: number, moves?: string],
  lines: Found[],
  result: Found | null,
  answer: string,
];

const CASES: Case[] = [
  ["the line of the move", [], ["3 10 e2e4 e7e5", "4 12 e2e4 e7e5"], "4 12 e2e4 e7e5", "= e2e4 e7e5 | 4 12 e2e4 e7e5"],
  ["a move that was only a bound has its score", [], ["3 10 e2e4", "4 >40 d2d4"], "3 40 d2d4", "d2d4 | 4 40 d2d4"],
  ["the move of another thread has its depth", [], ["3 10 e2e4"], "9 60 d2d4 d7d5", "d2d4 d7d5 | 9 60 d2d4 d7d5"],
  ["nothing was reported", [], [], "1 5 d2d4", "d2d4 | 1 5 d2d4"],
  ["the search failed after a line", [], ["3 10 e2e4"], null, "= e2e4 | 3 10 e2e4"],
  ["the search failed immediately", [], [], null, "b1a3 | 1 0 b1a3"],
  ["a search of only some moves failed", [START_FEN, 1, "h2h4"], [], null, "h2h4 | 1 0 h2h4"],
  ["the search was ended before it found anything", [], [], "0 none", "b1a3 | 1 0 b1a3"],
  ["the move is not legal", [], ["3 10 e2e4"], "3 10 e2e5", "= e2e4 | 3 10 e2e4"],
  ["the reply is not legal", [], ["3 10 e2e4 e7e5"], "3 10 e2e4 e2e4", "= e2e4 | 3 10 e2e4 e7e5"],
  [
    "several lines",
    [START_FEN, 2],
    ["3 10 e2e4", "2/3 8 d2d4", "4 12 d2d4", "2/4 11 e2e4"],
    "4 12 d2d4",
    "= d2d4 | 4 12 d2d4 | 4 11 e2e4",
  ],
  ["no line of the result", [START_FEN, 2], ["3 10 e2e4", "2/3 8 d2d4"], "4 12 c2c4", "c2c4 | 4 12 c2c4 | 3 10 e2e4"],
  ["mated, and reported", [MATED], ["0 mated"], "0 mated", "= none | 0 mated"],
  ["mated, and failed", [MATED], [], null, "none | 0 mated"],
];

/** The moves that `text` names, legal or not. */
function readMoves(text: string): number[] {
  const words = text.split(" ").filter((word) => word !== "");
  return words.map((word) => makeMove(parseSquare(word.slice(0, 2)), parseSquare(word.slice(2))));
}

function formatMoves(moves: readonly number[]): string {
  return moves.filter((move) => move !== NO_MOVE).map((move) => formatUci(move, false)).join(" ");
}

function read(found: Found): SearchInfo {
  const [, rank = "1", depth, sign, score, pv] = /^(?:(\d)\/)?(\d+) (>?)(\S+) ?(.*)$/.exec(found) ?? [];
  return {
    ...EMPTY_LINE,
    multipv: Number(rank),
    depth: Number(depth),
    bound: sign === "" ? BOUND_EXACT : BOUND_LOWER,
    score: score === "none" ? NO_SCORE : score === "mated" ? -MATE : Number(score),
    pv: readMoves(pv),
  };
}

for (const [name, [fen = START_FEN, count = 1, moves = ""], lines, result, expected] of CASES) {
  Deno.test(`the result of a search: ${name}`, () => {
    const best = new BestLines(parseFen(fen), count, readMoves(moves));
    for (const line of lines) best.add(read(line));
    const end = result === null ? null : read(result);
    const [bestMove, ponderMove] = [end?.pv[0] ?? NO_MOVE, end?.pv[1] ?? NO_MOVE];
    const answer = best.answer(end && { ...end, bestMove, ponderMove, completed: [] });
    const shown = [
      `${answer.isReported ? "= " : ""}${formatMoves([answer.bestMove, answer.ponderMove]) || "none"}`,
      ...answer.lines.map(({ depth, score, pv }) => `${depth} ${score === -MATE ? "mated" : score} ${formatMoves(pv)}`),
    ];
    assertEquals(shown.map((text) => text.trim()).join(" | "), expected);
  });
}
