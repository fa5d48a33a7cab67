import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { KEY_HI, KEY_LO } from "../../core/state.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, type Prober, WIN } from "../../tablebase/prober.ts";
import { hasRepeated, rankDistance, rankMoves, type RootRanking } from "../../tablebase/ranking.ts";
import { proberOf, testTables } from "./fixtures.ts";

/** The names of the moves of first rank, and their result. */
function bestOf(ranking: RootRanking | null, position: Position): { moves: string[]; result: number } {
  assert(ranking !== null);
  const best = Math.max(...ranking.moves.map(({ rank }) => rank));
  const moves = legalMoves(position).filter((_, i) => ranking.moves[i].rank === best);
  const result = ranking.moves.find(({ rank }) => rank === best)!.result;
  return { moves: moves.map((move) => formatUci(move, false)).sort(), result };
}

function rank(prober: Prober, position: Position): RootRanking | null {
  return rankMoves(prober, position, legalMoves(position), true);
}

Deno.test("wins in time rank alike at first, by distance after ten moves or a repetition", () => {
  assertEquals(rankDistance(5, 0, false, true), rankDistance(60, 19, false, true));
  for (const [clock, isRepeating] of [[20, false], [0, true]] as const) {
    assertGreater(rankDistance(5, clock, isRepeating, true).rank, rankDistance(6, clock, isRepeating, true).rank);
  }
  assertEquals(rankDistance(5, 0, false, true).result, WIN);
});

Deno.test("a win counts up to the hundredth ply, and after it as a draw that ranks above other draws", () => {
  assertEquals(rankDistance(31, 69, false, true).result, WIN);
  assertEquals(rankDistance(31, 70, false, true).result, CURSED_WIN);
  assertEquals(rankDistance(100, 0, false, true).result, WIN);
  assertEquals(rankDistance(101, 0, false, true).result, CURSED_WIN);
  const ranks = [
    rankDistance(10, 0, false, true),
    rankDistance(40, 61, false, true),
    rankDistance(130, 0, false, true),
  ];
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

Deno.test("where the clock has run, a distance that ends with the loser's ply is taken for one ply more", () => {
  assertEquals(rankDistance(30, 70, false, true).result, CURSED_WIN);
  assertEquals(rankDistance(30, 69, false, true).result, WIN);
  assertGreater(rankDistance(30, 70, false, true).rank, rankDistance(31, 71, false, true).rank);
  assertEquals(rankDistance(-31, 69, false, true).result, BLESSED_LOSS);
  assertEquals(rankDistance(-31, 68, false, true).result, LOSS);
  assertLess(rankDistance(-31, 69, false, true).rank, rankDistance(-32, 70, false, true).rank);
});

Deno.test("lost moves rank by their length from where twice the distance reaches the fifty-move limit, not before", () => {
  const rankOf = (distance: number, clock: number) => rankDistance(distance, clock, false, true).rank;
  assertEquals(rankOf(-24, 50), rankOf(-1, 0));
  assertEquals(rankOf(-26, 48), rankOf(-1, 0) + 74);
  assertEquals(rankOf(-48, 1), rankOf(-1, 0));
  assertEquals(rankOf(-50, 0), rankOf(-1, 0) + 50);
});

Deno.test("a win in the very last ply ranks below earlier ones, since a distance may be one too low", () => {
  assertEquals(rankDistance(79, 19, false, true), rankDistance(5, 19, false, true));
  assertEquals(rankDistance(81, 19, false, true), { rank: rankDistance(5, 19, false, true).rank - 81, result: WIN });
});

Deno.test("without the fifty-move rule a win is a win, however long it takes", () => {
  assertEquals(rankDistance(130, 90, false, false).result, WIN);
  assertEquals(rankDistance(-130, 90, false, false).result, LOSS);
});

Deno.test("`hasRepeated()` finds a position that occurred twice since the last capture or pawn move", () => {
  const position = parseFen("8/8/8/8/2k5/8/P7/KR6 w - - 0 1");
  assertEquals(hasRepeated(position), false);
  for (const move of ["b1b2", "c4c5", "b2b1", "c5c4"]) position.make(parseUci(position, move));
  assertEquals(hasRepeated(position), true);
  position.make(parseUci(position, "b1b3"));
  assertEquals(hasRepeated(position), true);
  position.make(parseUci(position, "c4c5"));
  position.make(parseUci(position, "a2a4"));
  assertEquals(hasRepeated(position), false);
});

Deno.test("`hasRepeated()` compares both halves of the keys", () => {
  for (const half of [KEY_LO, KEY_HI]) {
    const position = parseFen("8/8/8/8/2k5/8/P7/KR6 w - - 0 1");
    for (const move of ["b1b2", "c4c5", "b2b1", "c5c4"]) position.make(parseUci(position, move));
    position.states[half] ^= 1;
    assertEquals(hasRepeated(position), false);
    position.states[half] ^= 1;
    assertEquals(hasRepeated(position), true);
  }
});

testTables("the moves of first rank are exactly those that keep the win, or the draw", (tables) => {
  const prober = tables.createProber();
  // The king must go before its pawn.
  const win = parseFen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
  assertEquals(bestOf(rank(prober, win), win).result, DRAWN);
  const opposition = parseFen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
  assertEquals(bestOf(rank(prober, opposition), opposition), { moves: ["e6d6", "e6f6"], result: WIN });
  const hold = parseFen("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1");
  assertEquals(bestOf(rank(prober, hold), hold), { moves: ["e8e7"], result: DRAWN });
  prober.tables.closeAll();
});

testTables("near the fifty-move limit only the quickest win is one, and later there is none", (tables) => {
  const prober = tables.createProber();
  const position = (clock: number) => parseFen(`8/8/8/8/8/1k6/7r/K7 b - - ${clock} 80`);
  assertEquals(bestOf(rank(prober, position(99)), position(99)), { moves: ["h2h1"], result: WIN });
  const quiet = (clock: number) => parseFen(`8/8/8/3k4/8/8/8/KR6 w - - ${clock} 80`);
  assertEquals(bestOf(rank(prober, quiet(0)), quiet(0)).result, WIN);
  assertEquals(bestOf(rank(prober, quiet(95)), quiet(95)).result, CURSED_WIN);
  prober.tables.closeAll();
});

testTables("the hundredth ply ends the game, unless it mates: a move into that is a draw by the rules", (tables) => {
  const prober = tables.createProber();
  const position = parseFen("8/8/8/8/8/1k6/7r/K7 b - - 99 80");
  const ranking = rank(prober, position);
  assert(ranking !== null);
  const mate = legalMoves(position).indexOf(parseUci(position, "h2h1"));
  for (const [i, move] of ranking.moves.entries()) {
    if (i === mate) assertEquals(move.result, WIN);
    else assertEquals(move, { rank: 0, result: DRAWN });
  }
  prober.tables.closeAll();
});

testTables(
  "a move that repeats the position for the third time is a draw, whatever the result by the tables",
  (tables) => {
    const prober = tables.createProber();
    const position = parseFen("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    for (const move of ["b1b2", "d5d4", "b2b1", "d4d5", "b1b2", "d5d4", "b2b1", "d4d5"]) {
      position.make(parseUci(position, move));
    }
    const ranking = rank(prober, position);
    const index = legalMoves(position).indexOf(parseUci(position, "b1b2"));
    assertEquals(ranking?.moves[index], { rank: 0, result: DRAWN });
    assertEquals(bestOf(ranking, position).result, WIN);
    prober.tables.closeAll();
  },
);

testTables("without distances moves are ranked by results, and without tables there is no ranking", (tables) => {
  const results = { "KPvK.rtbw": tables.read("KPvK.rtbw"), "KQvK.rtbw": tables.read("KQvK.rtbw") };
  const opposition = parseFen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
  const ranking = rank(proberOf(results).prober, opposition);
  assertEquals(ranking?.isByDistance, false);
  assertEquals(bestOf(ranking, opposition), { moves: ["e6d6", "e6f6"], result: WIN });
  assertEquals(rank(proberOf({ "KQvK.rtbw": tables.read("KQvK.rtbw") }).prober, opposition), null);
});
