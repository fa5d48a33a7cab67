import { legalMoves } from "../../core/movegen.ts";
import { assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { KEY_HI, KEY_LO } from "../../core/state.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, type Prober, WIN } from "../../tablebase/prober.ts";
import { hasRepeated, rankDistance, rankMoves, type RootRanking } from "../../tablebase/ranking.ts";
import { proberOf, testTables } from "./fixtures.ts";

/** The moves that the tables rank first, and their result; `null` if a table is missing. */
function bestOf(prober: Prober, fen: string | Position): { moves: string[]; result: number } | null {
  const position = typeof fen === "string" ? parseFen(fen) : fen;
  const ranked = rank(prober, position)?.moves;
  if (ranked === undefined) return null;
  const best = Math.max(...ranked.map(({ rank }) => rank));
  const moves = legalMoves(position).filter((_, i) => ranked[i].rank === best).map((move) => formatUci(move, false));
  return { moves: moves.sort(), result: ranked.find(({ rank }) => rank === best)!.result };
}

function rank(prober: Prober, position: Position): RootRanking | null {
  return rankMoves(prober, position, legalMoves(position), true);
}

/** King and pawn against king. White's king must step out of the pawn's path. */
const OPPOSITION = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

Deno.test("wins within the fifty-move limit rank alike at first, and by distance after ten moves or a repetition", () => {
  assertEquals(rankDistance(5, 0, false, true), rankDistance(60, 19, false, true));
  for (const [clock, isRepeating] of [[20, false], [0, true]] as const) {
    assertGreater(rankDistance(5, clock, isRepeating, true).rank, rankDistance(6, clock, isRepeating, true).rank);
  }
  assertEquals(rankDistance(5, 0, false, true).result, WIN);
});

Deno.test("a win counts up to the hundredth ply; after that it is a draw that ranks above other draws", () => {
  assertEquals(rankDistance(31, 69, false, true).result, WIN);
  assertEquals(rankDistance(31, 70, false, true).result, CURSED_WIN);
  assertEquals(rankDistance(100, 0, false, true).result, WIN);
  assertEquals(rankDistance(101, 0, false, true).result, CURSED_WIN);
  const ranks = [[10, 0], [40, 61], [130, 0]].map(([plies, clock]) => rankDistance(plies, clock, false, true));
  assertEquals(ranks.map(({ rank }) => rank).toSorted((a, b) => b - a), ranks.map(({ rank }) => rank));
  assertGreater(ranks[2].rank, rankDistance(0, 0, false, true).rank);
});

Deno.test("a loss ranks below a draw by the fifty-move rule, and near its limit a longer loss ranks higher", () => {
  assertEquals(rankDistance(-30, 71, false, true).result, BLESSED_LOSS);
  assertEquals(rankDistance(-30, 70, false, true).result, LOSS);
  assertEquals(rankDistance(-4, 0, false, true).rank, rankDistance(-20, 0, false, true).rank);
  assertGreater(rankDistance(-40, 50, false, true).rank, rankDistance(-30, 50, false, true).rank);
  assertLess(rankDistance(-40, 50, false, true).rank, rankDistance(-130, 0, false, true).rank);
  assertLess(rankDistance(-130, 0, false, true).rank, rankDistance(0, 0, false, true).rank);
});

Deno.test("if the fifty-move counter is not zero, a distance that ends with the loser's ply counts as one ply more", () => {
  assertEquals(rankDistance(30, 70, false, true).result, CURSED_WIN);
  assertEquals(rankDistance(30, 69, false, true).result, WIN);
  assertGreater(rankDistance(30, 70, false, true).rank, rankDistance(31, 71, false, true).rank);
  assertEquals(rankDistance(-31, 69, false, true).result, BLESSED_LOSS);
  assertEquals(rankDistance(-31, 68, false, true).result, LOSS);
  assertLess(rankDistance(-31, 69, false, true).rank, rankDistance(-32, 70, false, true).rank);
});

Deno.test("losing moves rank by their distance only if twice the distance, plus the fifty-move counter, reaches the limit", () => {
  const rankOf = (distance: number, clock: number) => rankDistance(distance, clock, false, true).rank;
  assertEquals(rankOf(-24, 50), rankOf(-1, 0));
  assertEquals(rankOf(-26, 48), rankOf(-1, 0) + 74);
  assertEquals(rankOf(-48, 1), rankOf(-1, 0));
  assertEquals(rankOf(-50, 0), rankOf(-1, 0) + 50);
});

Deno.test("a win in the very last ply ranks below earlier wins, because a distance may be one too low", () => {
  assertEquals(rankDistance(79, 19, false, true), rankDistance(5, 19, false, true));
  assertEquals(rankDistance(81, 19, false, true), { rank: rankDistance(5, 19, false, true).rank - 81, result: WIN });
});

Deno.test("without the fifty-move rule, a win is a win at any distance", () => {
  assertEquals(rankDistance(130, 90, false, false).result, WIN);
  assertEquals(rankDistance(-130, 90, false, false).result, LOSS);
});

Deno.test("`hasRepeated()` finds a position that occurred twice since the last capture or pawn move, by its whole key", () => {
  const position = parseFen("8/8/8/8/2k5/8/P7/KR6 w - - 0 1");
  assertEquals(hasRepeated(position), false);
  for (const move of ["b1b2", "c4c5", "b2b1", "c5c4"]) position.make(parseUci(position, move));
  for (const half of [KEY_LO, KEY_HI]) {
    position.states[half] ^= 1;
    assertEquals(hasRepeated(position), false);
    position.states[half] ^= 1;
    assertEquals(hasRepeated(position), true);
  }
  position.make(parseUci(position, "b1b3"));
  assertEquals(hasRepeated(position), true);
  for (const move of ["c4c5", "a2a4"]) position.make(parseUci(position, move));
  assertEquals(hasRepeated(position), false);
});

testTables("the moves that rank first are exactly the moves that keep the win or the draw", (tables) => {
  const prober = tables.createProber();
  // The king must go in front of its pawn.
  assertEquals(bestOf(prober, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")?.result, DRAWN);
  assertEquals(bestOf(prober, OPPOSITION), { moves: ["e6d6", "e6f6"], result: WIN });
  assertEquals(bestOf(prober, "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1"), { moves: ["e8e7"], result: DRAWN });
  prober.tables.closeAll();
});

testTables("near the fifty-move limit only the quickest win is a win, and later no move wins", (tables) => {
  const prober = tables.createProber();
  const late = parseFen("8/8/8/8/8/1k6/7r/K7 b - - 99 80");
  assertEquals(bestOf(prober, late), { moves: ["h2h1"], result: WIN });
  // The hundredth ply ends the game, unless it mates.
  for (const [i, move] of rank(prober, late)!.moves.entries()) {
    const isMate = formatUci(legalMoves(late)[i], false) === "h2h1";
    if (!isMate) assertEquals(move, { rank: 0, result: DRAWN });
  }
  assertEquals(bestOf(prober, "8/8/8/3k4/8/8/8/KR6 w - - 0 80")?.result, WIN);
  assertEquals(bestOf(prober, "8/8/8/3k4/8/8/8/KR6 w - - 95 80")?.result, CURSED_WIN);
  prober.tables.closeAll();
});

testTables("a move that repeats the position for the third time is a draw, regardless of the tables", (tables) => {
  const prober = tables.createProber();
  const position = parseFen("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
  for (const move of ["b1b2", "d5d4", "b2b1", "d4d5", "b1b2", "d5d4", "b2b1", "d4d5"]) {
    position.make(parseUci(position, move));
  }
  const index = legalMoves(position).indexOf(parseUci(position, "b1b2"));
  assertEquals(rank(prober, position)?.moves[index], { rank: 0, result: DRAWN });
  assertEquals(bestOf(prober, position)?.result, WIN);
  prober.tables.closeAll();
});

testTables("without distances, moves are ranked by results, and without tables there is no ranking", (tables) => {
  const results = { "KPvK.rtbw": tables.read("KPvK.rtbw"), "KQvK.rtbw": tables.read("KQvK.rtbw") };
  const { prober } = proberOf(results);
  assertEquals(rank(prober, parseFen(OPPOSITION))?.isByDistance, false);
  assertEquals(bestOf(prober, OPPOSITION), { moves: ["e6d6", "e6f6"], result: WIN });
  assertEquals(bestOf(proberOf({ "KQvK.rtbw": results["KQvK.rtbw"] }).prober, OPPOSITION), null);
});
