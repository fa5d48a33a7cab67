/**
 * Results and distances where the fifty-move rule makes a draw, and where a capture en passant is the only move, from
 * files that these tests write.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { parseUci } from "../../core/notation.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, UNKNOWN, WIN } from "../../tablebase/prober.ts";
import { rankMoves } from "../../tablebase/ranking.ts";
import { constantDistances, constantResults } from "./table_encoder.ts";
import { proberOf } from "./fixtures.ts";

/** Rook against king, every position a win that the fifty-move rule makes a draw. */
const CURSED_ROOK = {
  "KRvK.rtbw": constantResults("KRvK", CURSED_WIN, BLESSED_LOSS),
  "KRvK.rtbz": constantDistances("KRvK", 10),
};
const ROOK_TO_MOVE = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";

/** Result and distance of a position, by these files; none of them may be faulty. */
function answer(files: Record<string, Uint8Array>, fen: string): [result: number, distance: number] {
  const { prober, faults } = proberOf(files);
  const position = parseFen(fen);
  const answers: [number, number] = [prober.result(position), prober.distance(position)];
  assertEquals(faults, []);
  return answers;
}

Deno.test("the fifty-move rule adds 100 plies to the distance that a file gives", () => {
  // Ten moves of both sides, and the ply of the capture or pawn move.
  assertEquals(answer(CURSED_ROOK, ROOK_TO_MOVE), [CURSED_WIN, 121]);
  // The file holds the other side: one ply more than after the best move.
  assertEquals(answer(CURSED_ROOK, "8/8/8/3k4/8/8/8/KR6 b - - 0 1"), [BLESSED_LOSS, -122]);
  const won = {
    "KRvK.rtbw": constantResults("KRvK", WIN, LOSS),
    "KRvK.rtbz": constantDistances("KRvK", 10),
  };
  assertEquals(answer(won, ROOK_TO_MOVE), [WIN, 21]);
});

Deno.test("the fifty-move rule adds 100 plies to the distance before a capture too", () => {
  const files = {
    "KQvK.rtbw": constantResults("KQvK", CURSED_WIN, BLESSED_LOSS),
    "KRvK.rtbw": constantResults("KRvK", DRAWN, DRAWN),
    "KQvKR.rtbw": constantResults("KQvKR", DRAWN, DRAWN),
  };
  // The queen can take the rook.
  assertEquals(answer(files, "8/8/8/8/k7/8/2r5/2QK4 w - - 0 1"), [CURSED_WIN, 101]);
});

Deno.test("where a capture en passant is the only move, its result counts and not that of the file", () => {
  const files = {
    // A real file would store a stalemate; this one stores a win.
    "KQPvKP.rtbw": constantResults("KQPvKP", DRAWN, WIN),
    "KQvKP.rtbw": constantResults("KQvKP", WIN, LOSS),
    "KQvK.rtbw": constantResults("KQvK", WIN, LOSS),
    "KQPvK.rtbw": constantResults("KQPvK", WIN, LOSS),
    "KPvK.rtbw": constantResults("KPvK", WIN, LOSS),
    "KPvKP.rtbw": constantResults("KPvKP", DRAWN, DRAWN),
  };
  const result = (fen: string) => answer(files, fen)[0];
  assertEquals(result("7k/5Q2/8/8/3pP3/3K4/8/8 b - e3 0 1"), LOSS);
  // Without the capture, and with a push of the pawn beside it, the file decides.
  assertEquals(result("7k/5Q2/8/8/3pP3/3K4/8/8 b - - 0 1"), WIN);
  assertEquals(result("7k/5Q2/8/8/3pP3/8/8/K7 b - e3 0 1"), WIN);
});

Deno.test("without distances a cursed win ranks below a win, and like one where the fifty-move rule does not hold", () => {
  const rank = (result: number, useFiftyMoves: boolean, move = "b1b2") => {
    const { prober } = proberOf({ "KRvK.rtbw": constantResults("KRvK", result, 0 - result) });
    const position = parseFen("8/8/8/8/2k5/8/8/KR6 w - - 0 1");
    assertEquals(prober.distance(position), UNKNOWN);
    const ranking = rankMoves(prober, position, legalMoves(position), useFiftyMoves);
    return ranking?.moves[legalMoves(position).indexOf(parseUci(position, move))];
  };
  assertEquals(rank(WIN, true), { rank: 10000, result: WIN });
  assertEquals(rank(CURSED_WIN, true), { rank: 5000, result: CURSED_WIN });
  assertEquals(rank(BLESSED_LOSS, true), { rank: -5000, result: BLESSED_LOSS });
  assertEquals(rank(LOSS, true), { rank: -10000, result: LOSS });
  assertEquals(rank(CURSED_WIN, false), { rank: 10000, result: WIN });
  assertEquals(rank(BLESSED_LOSS, false), { rank: -10000, result: LOSS });
  // The king takes the rook there.
  for (const useFiftyMoves of [true, false]) {
    assertEquals(rank(WIN, useFiftyMoves, "b1b3"), { rank: 0, result: DRAWN });
  }
});
