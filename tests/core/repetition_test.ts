import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/draws.ts";
import { CUCKOO_ENTRIES, hasUpcomingRepetition, isRepetition } from "../../core/repetition.ts";
import { makeMove, NO_MOVE } from "../../core/types.ts";
import { playBothKinds, playRandomGames, randomIntegers } from "./random_games.ts";
import { tries } from "../effort.ts";

const SHUFFLE = [makeMove(6, 21), makeMove(62, 45), makeMove(21, 6), makeMove(45, 62)];

/** Whether some legal move leads to a repetition: the definition of an upcoming repetition. */
function anyMoveRepeats(position: Position, moves: Int32Array | number[], ply: number): boolean {
  return moves.some((move) => {
    position.make(move);
    const repeats = isRepetition(position, ply + 1);
    position.undo();
    return repeats;
  });
}

Deno.test("`isThreefold()` needs three occurrences of a position, `isRepetition()` only two after the root", () => {
  const position = parseFen(START_FEN);
  for (const move of SHUFFLE) position.make(move);
  assert(!isThreefold(position));
  assert(isRepetition(position, 5), "The earlier occurrence is one ply after the root");
  assert(!isRepetition(position, 4), "The earlier occurrence is the root itself");
  for (const move of SHUFFLE) position.make(move);
  assert(isThreefold(position));
  position.undo();
  assert(!isThreefold(position));
});

Deno.test("`isThreefold()` agrees with a list of all the game's FENs", () => {
  let games = 0;
  let repeated = 0;
  let seen = new Map<string, number>();
  playRandomGames({ games: tries(20, 60), plies: 300, seed: 9, shuffling: 5 }, (position) => {
    if (position.top === 0) {
      seen = new Map();
      games++;
    }
    const key = formatFen(position).split(" ").slice(0, 4).join(" ");
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    assertEquals(isThreefold(position), count >= 3);
    if (count >= 3) repeated++;
  });
  assertEquals(games, tries(20, 60));
  assert(repeated > tries(30, 100));
});

Deno.test("`isRepetition()` ignores the positions before a null move", () => {
  const position = parseFen("4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1");
  for (const move of SHUFFLE) position.make(move);
  position.makeNull();
  position.makeNull();
  assert(!isRepetition(position, 100));
  for (const move of SHUFFLE) position.make(move);
  assert(isRepetition(position, 100));
  assert(!isThreefold(position));
});

Deno.test("`hasUpcomingRepetition()` agrees with trying every move, in random games and at every distance from the root", () => {
  const seen = [0, 0];
  const random = randomIntegers(8);
  playBothKinds({ games: tries(12, 60), plies: 250, seed: 12, shuffling: 6 }, (position, moves, count) => {
    for (const ply of [0, 1, 3, 4, 5, random(40), 250]) {
      const expected = anyMoveRepeats(position, moves.subarray(0, count), ply);
      const found = hasUpcomingRepetition(position, ply);
      if (found !== expected) assertEquals(found, expected, `At ply ${ply} of '${formatFen(position)}'`);
      seen[Number(expected)]++;
    }
  });
  assert(Math.min(...seen) > tries(360, 2000));
});

Deno.test("`hasUpcomingRepetition()` also agrees with trying every move after null moves", () => {
  const random = randomIntegers(3);
  let upcoming = 0;
  assertEquals(CUCKOO_ENTRIES, 3668, "the reversible moves of all pieces on an empty board");
  for (let game = 0; game < tries(100, 400); game++) {
    const position = parseFen("r3k2r/1nbq4/8/8/8/8/1NBQ4/R3K2R w KQkq - 20 30");
    const played: number[] = [];
    for (let ply = 0; ply < 60; ply++) {
      const moves = legalMoves(position);
      if (moves.length === 0) break;
      for (const distance of [0, random(8), ply]) {
        const expected = anyMoveRepeats(position, moves, distance);
        assertEquals(hasUpcomingRepetition(position, distance), expected, `Ply ${ply} of game ${game}`);
        if (expected) upcoming++;
      }
      if (random(6) === 0 && !position.inCheck) {
        position.makeNull();
        played.push(NO_MOVE);
        continue;
      }
      const last = played.length >= 2 ? played[played.length - 2] : NO_MOVE;
      const back = (last >> 6 & 63) | (last & 63) << 6;
      const move = random(8) < 5 && moves.includes(back) ? back : moves[random(moves.length)];
      position.make(move);
      played.push(move);
    }
  }
  assert(upcoming > 50);
});

Deno.test("`isFiftyMoves()` is true from the hundredth ply on, unless this ply mates", () => {
  const cases: [what: string, fen: string, isDraw: boolean][] = [
    ["a ply before", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", false],
    ["the hundredth ply", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", true],
    ["check is not mate", "R3k3/8/8/8/8/8/8/4K3 b - - 100 80", true],
    ["stalemate is always a draw", "7k/8/6Q1/6K1/8/8/8/8 b - - 100 80", true],
    ["mate on the hundredth ply wins", "R3k3/8/4K3/8/8/8/8/8 b - - 100 80", false],
  ];
  for (const [what, fen, isDraw] of cases) assertEquals(isFiftyMoves(parseFen(fen)), isDraw, what);
});

Deno.test("`isInsufficientMaterial()` is true for bare kings, one knight, and bishops of one square colour", () => {
  const draws = ["8/8/4k3/8/8/8/8/4K3", "8/8/4k3/8/8/8/8/4KN2", "8/8/4k2b/8/8/8/8/4K3", "8/8/4k2b/8/8/4B3/8/2B1K3"];
  const minors = ["8/8/4k3/8/8/8/8/4KNN1", "8/8/4k1n1/8/8/8/8/4KN2", "8/8/4k1n1/8/8/8/8/4KB2", "8/8/4k2b/8/8/8/8/3BK3"];
  const others = ["8/8/4k3/8/8/8/P7/4K3", "8/7p/4k3/8/8/8/8/4K3", "8/8/4k3/8/8/8/8/R3K3", "q7/8/4k3/8/8/8/8/4K3"];
  for (const board of draws) assert(isInsufficientMaterial(parseFen(`${board} w - - 0 1`)), board);
  for (const board of [...minors, ...others]) assert(!isInsufficientMaterial(parseFen(`${board} w - - 0 1`)), board);
});
