/** Inputs that crashed or hung other engines, tried on this engine. @module */

import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertLess } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { engineTests } from "./engine_process.ts";
import { randomIntegers } from "../core/random_games.ts";
import { assertPrompt } from "../prompt.ts";

const test = engineTests("inputs that crashed other engines");

/** The moves of a random game of this many plies. */
function longGame(plies: number): string[] {
  const random = randomIntegers(7);
  const position = parseFen(START_FEN);
  const moves: string[] = [];
  while (moves.length < plies) {
    const legal = legalMoves(position);
    // Quiet moves of pieces are preferred, so that the game does not end.
    const calm = legal.filter((move) => {
      if (position.isNoisy(move) || (position.mailbox[move & 63] & 7) === 1) return false;
      position.make(move);
      const goesOn = legalMoves(position).length > 0;
      position.undo();
      return goesOn;
    });
    const choice = calm.length > 0 ? calm : legal;
    const move = choice[random(choice.length)];
    moves.push(formatUci(move, false));
    position.make(move);
  }
  return moves;
}

test("a game of 1,000 plies is read within 200 ms, and can be searched from any place", async (engine) => {
  const moves = longGame(1000);
  await assertPrompt(200, async () => {
    const start = performance.now();
    assertEquals(await engine.answers(`position startpos moves ${moves.join(" ")}`), []);
    return performance.now() - start;
  });
  const position = parseFen(START_FEN);
  for (const [ply, move] of moves.entries()) {
    const legal = legalMoves(position);
    if (ply % 50 === 0) {
      await engine.send(`position startpos moves ${moves.slice(0, ply).join(" ")}`, "go nodes 200");
      const best = (await engine.line(/^bestmove/)).split(" ")[1];
      assert(legal.some((move) => formatUci(move, false) === best), `${best} at ply ${ply}`);
    }
    position.make(legal.find((candidate) => formatUci(candidate, false) === move)!);
  }
});

test("positions with more pieces than a game can have are searched or refused, never fatal", async (engine) => {
  const fens = [
    "QQQQQQQQ/Q6k/8/8/8/8/8/K7 b - - 0 1",
    "k7/8/8/8/8/8/QQQQQQQQ/KQQQQQQQ w - - 0 1",
    "k6r/rrrrrrrr/8/8/8/8/RRRRRRRR/K6R w - - 0 1",
    "4k3/nnnnnnnn/bbbbbbb1/8/8/BBBBBBB1/NNNNNNNN/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqkqqq/8/8/8/K7 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 5000",
  ];
  for (const fen of fens) await engine.line(/^bestmove/, `position fen ${fen}`, "go depth 3 nodes 2000");
  assertEquals(await engine.answers(), []);
});

test("the largest Hash is granted or refused with one line, and the engine continues to play", async (engine) => {
  const lines = await engine.answers("setoption name Hash value 65536");
  assertLess(lines.length, 2);
  await engine.line(/^bestmove/, "go depth 5");
  assertEquals(await engine.answers("setoption name Hash value 16"), []);
});

test("2,000 lines of nonsense leave the engine alive, and each `go` among them gets its best move", async (engine) => {
  const random = randomIntegers(2026);
  const words = [
    ..."position startpos fen moves e2e4 e7e5 a7a8q 0000 setoption name value Hash MultiPV UCI_Chess960".split(" "),
    ..."true isready ucinewgame stop ponderhit wtime depth infinite ponder searchmoves movestogo -1 0 3 NaN".split(" "),
    ..."rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - flip d constructor __proto__ toString".split(" "),
    ...["go nodes 20", "99999999999999999999", "8/8/8/8/8/8/8/k1K5 w - - 0 1", "\u0000", "é", "\t", "=".repeat(500)],
  ];
  const whole = [
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1",
    "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "setoption name MultiPV value 4",
    "setoption name MultiPV value 1",
    "setoption name Hash value 2",
    "go nodes 50",
    "go infinite",
    "go ponder",
    "go movetime 1",
  ];
  let goes = 0;
  for (let block = 0; block < 20; block++) {
    const lines: string[] = [];
    for (let i = 0; i < 100; i++) {
      let line = whole[random(whole.length)];
      if (random(3) > 0) line = Array.from({ length: 1 + random(6) }, () => words[random(words.length)]).join(" ");
      if (/^\s*go\s/.test(line)) goes++;
      lines.push(line);
    }
    await engine.send(...lines);
  }
  await engine.send(
    "stop",
    "setoption name UCI_Chess960 value false",
    // No other position in this test can have this best move.
    "position fen 8/6P1/8/8/8/8/k7/2K5 w - - 0 1",
    "go depth 1 searchmoves g7g8n",
  );
  const lines = await engine.until(/^bestmove g7g8n/);
  assertEquals(lines.filter((line) => line.startsWith("bestmove")).length, goes + 1);
  // Outside the quoted input, these words would show that a value was not checked.
  for (const line of lines) assert(!/undefined|NaN|\[object|Internal/.test(line.replace(/'.*'/g, "")), line);
  assertEquals(await engine.answers(), []);
});
