/** Draws by the fifty-move rule, and en passant as the only move. These tests write the files. @module */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { parseUci } from "../../core/notation.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, UNKNOWN, WIN } from "../../tablebase/prober.ts";
import { rankMoves } from "../../tablebase/ranking.ts";
import { proberOf } from "./fixtures.ts";
import { type Distances, encodeTable } from "./table_encoder.ts";

const ROOK_TO_MOVE = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";

/** A position's result and distance, with one distance for each side to move. Asserts that no file is faulty. */
function answer(distances: Record<string, Distances>, fen: string): [result: number, distance: number] {
  const files = Object.entries(distances).map(([name, ofName]) => encodeTable(name, ofName));
  const { prober, faults } = proberOf(Object.assign({}, ...files));
  const position = parseFen(fen);
  const answers: [number, number] = [prober.result(position), prober.distance(position)];
  assertEquals(faults, []);
  return answers;
}

Deno.test("the fifty-move rule adds 100 plies to the distance in a file, and to the distance before a capture", () => {
  // 121 is 100 for the rule, 20 for ten moves by each side, and 1 for the capture or pawn move itself.
  assertEquals(answer({ KRvK: [121, -121] }, ROOK_TO_MOVE), [CURSED_WIN, 121]);
  // The file has only the other side to move, so the distance is one ply more than after the best move.
  assertEquals(answer({ KRvK: [121, -121] }, "8/8/8/3k4/8/8/8/KR6 b - - 0 1"), [BLESSED_LOSS, -122]);
  assertEquals(answer({ KRvK: [21, -21] }, ROOK_TO_MOVE), [WIN, 21]);
  // The queen can take the rook: 1 for the capture, and 100 for the rule.
  const distances = { KQvK: [121, -121], KRvK: [0, 0], KQvKR: [0, 0] };
  assertEquals(answer(distances, "8/8/8/8/k7/8/2r5/2QK4 w - - 0 1"), [CURSED_WIN, 101]);
});

Deno.test("if a capture en passant is the only move, its result counts, not that of the file", () => {
  const won = [21, -21];
  // A real file would store a stalemate; this one stores a win.
  const distances = { KQPvKP: [0, 21], KQvKP: won, KQvK: won, KQPvK: won, KPvK: won, KPvKP: [0, 0] };
  const result = (fen: string) => answer(distances, fen)[0];
  assertEquals(result("7k/5Q2/8/8/3pP3/3K4/8/8 b - e3 0 1"), LOSS);
  // Without the capture, or if the pawn can also be pushed, the file decides.
  assertEquals(result("7k/5Q2/8/8/3pP3/3K4/8/8 b - - 0 1"), WIN);
  assertEquals(result("7k/5Q2/8/8/3pP3/8/8/K7 b - e3 0 1"), WIN);
});

Deno.test("without distances a cursed win ranks below a win, but like a win if the fifty-move rule does not apply", () => {
  const rank = (result: number, useFiftyMoves: boolean, move = "b1b2") => {
    const plies = result % 2 === 0 ? 5 * result : 121 * result;
    const { "KRvK.rtbw": results } = encodeTable("KRvK", [plies, 0 - plies]);
    const { prober } = proberOf({ "KRvK.rtbw": results });
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
  // On b3, the king can take the rook.
  for (const useFiftyMoves of [true, false]) assertEquals(rank(WIN, useFiftyMoves, "b1b3"), { rank: 0, result: DRAWN });
});
