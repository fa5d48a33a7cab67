/** Replays games, and names the faults of games that cannot be replayed. */

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { formatFen } from "../../../core/fen.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { playThrough, positionAfter } from "../../../engine/games/replay.ts";
import { GAMES } from "./games.ts";

/** The FEN at the end of the first game in `text`. */
function end(text: string): string {
  return formatFen(positionAfter(playThrough(readPgn(text)[0]).record));
}

Deno.test("games are played through to their end", () => {
  assertEquals(readPgn(GAMES).map((game) => formatFen(positionAfter(playThrough(game).record))), [
    "r1b4r/pp1k2pp/2pb1q2/3nP3/1nBPQ3/2N5/PPP3PP/R1B2RK1 b - - 0 13",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "4k3/4P3/4K3/8/8/8/8/8 b - - 2 71",
    "bbqnr1kr/pppppp1p/5np1/8/8/5NP1/PPPPPP1P/BBQNR1KR w Hh - 2 4",
  ]);
});

Deno.test("the tags Variant and FEN decide where a game starts and how it castles", () => {
  const fen = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1";
  for (const variant of ["Chess960", "chess 960", "Fischerandom", "FRC"]) {
    const [game] = readPgn(`[Variant "${variant}"]\n[FEN "${fen}"]\n\n1. Nf3 Nf6 2. O-O O-O *`);
    assertEquals(end(game.source).split(" ")[0], "nrbbqrk1/pppppppp/5n2/8/8/5N2/PPPPPPPP/NRBBQRK1");
  }
  const other = playThrough(readPgn(`[Variant "FRC"]\n[fen "${fen}"]\n\n1. Nf3 *`)[0]);
  assertEquals([other.record.fen, other.record.chess960], [fen, true]);
  // A position with castling rights that only Chess960 has needs no tag.
  assertEquals(playThrough(readPgn(`[FEN "${fen}"]\n\n*`)[0]).record.chess960, true);
  for (const variant of ["Standard", "From Position", "chess", "regular"]) {
    assertEquals(playThrough(readPgn(`[Variant "${variant}"]\n\n1. e4 *`)[0]).record.chess960, false);
  }
});

Deno.test("move numbers start where the FEN says", () => {
  const [game] = readPgn('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"]\n\n40... Kd7 41. e4 *');
  const { first } = playThrough(game);
  assertEquals([first.fullmove, first.isWhite], [40, false]);
  assertEquals(end(game.source), "8/3k4/8/8/4P3/8/8/4K3 b - - 0 41");
});

Deno.test("a fault is named with its line, and the moves before it are played through", () => {
  const faults: [text: string, fault: string, moves: number][] = [
    ['[White "A"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb6 *', "At 3. Bb6, line 4: Move 'Bb6' is not legal in 'r1bqkbnr", 4],
    ["1. e4 e5 2. Ke2 Ke7\n3. Ke3 O-O *", "At 3... O-O, line 2: Move 'O-O' is not legal", 5],
    ["1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 Nd5 4. Nb5 *", "At 4. Nb5, line 1: Move 'Nb5' may mean any of", 6],
    ["1. e4 (", "A variation has no ')', line 1", 1],
  ];
  for (const [text, fault, moves] of faults) {
    const [game] = readPgn(text);
    assertStringIncludes(game.fault ?? "", fault);
    assertEquals(playThrough(game).record.moves.length, moves);
  }
  assertEquals(playThrough(readPgn("1. e4 e5 2. Nf3 -- 3. Nxe5 *")[0]).record.moves.length, 3);
});

Deno.test("a game with other rules or an invalid start cannot be played through", () => {
  const faults: [text: string, message: string][] = [
    ['[White "A"]\n[FEN "8/8/8/8 w"]\n\n*', "Game 1 (A – ?): Board must have 8 ranks, not 4"],
    ['[Variant "Atomic"]\n\n1. e4 *', "Game 1: Expected chess or Chess960, but the rules are those of 'Atomic'"],
  ];
  for (const [text, message] of faults) assertThrows(() => playThrough(readPgn(text)[0]), RangeError, message);
});

Deno.test("a node's record begins after the last null move before it", () => {
  const [{ root }] = readPgn("1. e4 e5 (1... -- 2. d4 d5) 2. Nf3 *");
  const [, variation] = root.line[0].children;
  const record = variation.line[1].record;
  assertEquals([record.fen.split(" ").slice(1, 3), record.moves.length], [["w", "KQkq"], 2]);
  assertEquals(root.line[2].record, playThrough(readPgn("1. e4 e5 2. Nf3 *")[0]).record);
});
