/**
 * Rules and PGN beside chess.js and chessops: `moves()` with SAN, reading PGN with legality, memory of a game.
 *
 * The two are fetched from npm when this runs; nothing else of the project needs them. Run it with
 * `deno run --no-lock --allow-env --allow-read --v8-flags=--expose-gc bench/peers.ts`. All figures are of one run on one machine.
 *
 * @module
 */

import { Game } from "../engine/games/game.ts";

const GAMES = 2000;
const PLIES = 80;
const FEN = "r1bqkb1r/pp3ppp/2np1n2/4p3/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 7";

/** What is used of the peers; they are typed loosely, as they are not dependencies. */
interface ChessJs {
  readonly Chess: new (fen?: string) => { moves(): string[]; move(san: string): unknown };
}
interface ChessopsPgn {
  parsePgn(text: string): { headers: Map<string, string>; moves: { mainline(): Iterable<{ san: string }> } }[];
  startingPosition(headers: Map<string, string>): { unwrap(): ChessopsPosition };
}
interface ChessopsPosition {
  play(move: unknown): void;
}
interface ChessopsSan {
  parseSan(position: ChessopsPosition, san: string): unknown;
}

// Names that are computed keep the peers out of the lock file and of bundles.
const chessJs: ChessJs = await import(["npm:chess.js", "1.4.0"].join("@"));
const pgn: ChessopsPgn = await import(["npm:chessops", "0.15.0/pgn"].join("@"));
const san: ChessopsSan = await import(["npm:chessops", "0.15.0/san"].join("@"));

/** Games of random moves, the same in every run. */
function randomGames(): string[][] {
  let seed = 1;
  const random = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  return Array.from({ length: GAMES }, () => {
    const game = new Game();
    for (let ply = 0; ply < PLIES; ply++) {
      const moves = game.moves();
      if (moves.length === 0) break;
      game.move(moves[Math.floor(random() * moves.length)]);
    }
    return game.history();
  });
}

/** Milliseconds of the quickest of some runs. */
function quickest(runs: number, run: () => void): number {
  let least = Infinity;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** Bytes of the heap that each of some things keeps. */
function bytesOf(count: number, make: (i: number) => unknown): number {
  const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});
  const kept: unknown[] = [];
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  for (let i = 0; i < count; i++) kept.push(make(i));
  collect();
  const after = Deno.memoryUsage();
  return (after.heapUsed + after.external - heapUsed - external) / kept.length;
}

function report(what: string, unit: string, ours: number, peer: string, theirs: number): void {
  console.log(`${what.padEnd(28)}${ours.toFixed(1).padStart(10)} ${unit}   ${peer} ${theirs.toFixed(1)} ${unit}`);
}

const games = randomGames();
const text = games.map((moves, i) => `[White "${i}"]\n\n${moves.join(" ")} *\n\n`).join("");
const [own, other] = [new Game(FEN), new chessJs.Chess(FEN)];
const times = 1000;
report(
  "moves() with SAN",
  "µs",
  quickest(5, () => {
    for (let i = 0; i < times; i++) own.moves();
  }) * 1000 / times,
  "chess.js",
  quickest(5, () => {
    for (let i = 0; i < times; i++) other.moves();
  }) * 1000 / times,
);
report(
  `PGN of ${GAMES} games`,
  "ms",
  quickest(5, () => Game.readAll(text)),
  "chessops",
  quickest(5, () => {
    for (const { headers, moves } of pgn.parsePgn(text)) {
      const position = pgn.startingPosition(headers).unwrap();
      for (const { san: move } of moves.mainline()) position.play(san.parseSan(position, move));
    }
  }),
);
const play = <T extends { move(text: string): unknown }>(game: T, i: number): T => {
  for (const move of games[i]) game.move(move);
  return game;
};
report(
  `heap of a game, ${PLIES} plies`,
  "kB",
  bytesOf(300, (i) => play(new Game(), i)) / 1000,
  "chess.js",
  bytesOf(300, (i) => play(new chessJs.Chess(), i)) / 1000,
);
