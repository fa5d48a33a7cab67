/** Compares the speed of the library's rules with chess.js and chessops: deno task bench:peers FOLDER @module */

import { Game, gamesFromPgn, perft, Position } from "@hindsight/engine/rules";

/** The number of rounds for each task, and the minimum length of a run in milliseconds. */
const ROUNDS = 7, RUN_MS = 150;

const FENS = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
  "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3",
  "2r2rk1/pp1bqpp1/2nppn1p/2p3N1/1bP5/1PN3P1/PBQPPPBP/3R1RK1 w - - 0 16",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 2 47",
];

const PGN = Array.from({ length: 20 }, (_, i) =>
  [
    `[Event "Club"]\n[White "Anna"]\n[Black "Bob"]\n[Round "${i + 1}"]\n[Result "1-0"]\n`,
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Spanish} a6 4. Ba4 Nf6 5. O-O Be7 (5... Nxe4 6. d4 b5) 6. Re1 b5 7. Bb3 d6 8. c3",
    "O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 1-0\n",
  ].join("\n")).join("\n");
const LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7".split(" ");

type Run = () => unknown;

function ownTasks(): Record<string, Run> {
  const positions = FENS.map((fen) => new Position(fen));
  return {
    "position from FEN": () => FENS.map((fen) => new Position(fen)),
    "dests": () => positions.map((position) => position.dests()),
    "moves with SAN": () => positions.map((position) => position.moves()),
    "play a game": () => {
      const game = new Game();
      for (const san of LINE) game.move(san);
    },
    "play positions": () => {
      let position = new Position();
      for (const san of LINE) position = position.play(san);
    },
    "perft 3": () => perft(positions[2], 3),
    "read PGN": () => gamesFromPgn(PGN),
  };
}

// Declares only the parts that are used here, because type checking runs without these libraries.
interface ChessJs {
  Chess: new (fen?: string) => {
    moves(options?: { verbose?: boolean }): (string & { from: string; to: string })[];
    move(san: string): unknown;
    perft(depth: number): number;
  };
}
interface Chessops {
  parseFen(fen: string): { unwrap(): unknown };
  Chess: { fromSetup(setup: unknown): { unwrap(): ChessopsPosition }; default(): ChessopsPosition };
  parsePgn(text: string): { moves: unknown }[];
  startingPosition(headers: unknown): { unwrap(): ChessopsPosition };
  parseSan(position: ChessopsPosition, san: string): unknown;
  makeSan(position: ChessopsPosition, move: unknown): string;
  chessgroundDests(position: ChessopsPosition): unknown;
  perft(position: ChessopsPosition, depth: number): number;
  transform(moves: unknown, context: ChessopsPosition, step: unknown): unknown;
}
interface ChessopsPosition {
  clone(): ChessopsPosition;
  play(move: unknown): void;
  allDests(): Map<number, Iterable<number>>;
}

/** These tasks do not read PGN, because chess.js cannot read several games at once. */
function chessJsTasks({ Chess }: ChessJs): Record<string, Run> {
  const positions = FENS.map((fen) => new Chess(fen));
  return {
    "position from FEN": () => FENS.map((fen) => new Chess(fen)),
    "dests": () =>
      positions.map((position) => {
        const dests = new Map<string, string[]>();
        for (const { from, to } of position.moves({ verbose: true })) dests.set(from, [...dests.get(from) ?? [], to]);
        return dests;
      }),
    "moves with SAN": () => positions.map((position) => position.moves()),
    "play a game": () => {
      const game = new Chess();
      for (const san of LINE) game.move(san);
    },
    "perft 3": () => positions[2].perft(3),
  };
}

/** In chessops, a move is a pair of squares. No position here has a promotion. */
function chessopsTasks(lib: Chessops): Record<string, Run> {
  const read = (fen: string): ChessopsPosition => lib.Chess.fromSetup(lib.parseFen(fen).unwrap()).unwrap();
  const positions = FENS.map(read);
  return {
    "position from FEN": () => FENS.map(read),
    "dests": () => positions.map((position) => lib.chessgroundDests(position)),
    "moves with SAN": () =>
      positions.map((position) =>
        Array.from(
          position.allDests(),
          ([from, targets]) => Array.from(targets, (to) => lib.makeSan(position, { from, to })),
        )
      ),
    "play positions": () => {
      let position = lib.Chess.default();
      for (const san of LINE) {
        const move = lib.parseSan(position, san);
        position = position.clone();
        position.play(move);
      }
    },
    "perft 3": () => lib.perft(positions[2], 3),
    // `parsePgn` returns the moves as text, so play them to check that they are legal.
    "read PGN": () =>
      lib.parsePgn(PGN).map((game) =>
        lib.transform(game.moves, lib.Chess.default(), (position: ChessopsPosition, node: { san: string }) => {
          position.play(lib.parseSan(position, node.san));
          return node;
        })
      ),
  };
}

/** The mean time of a call, in microseconds. */
function timeOf(run: Run): number {
  let calls = 0;
  const start = performance.now();
  let now = start;
  do {
    run();
    calls++;
    now = performance.now();
  } while (now - start < RUN_MS);
  return (now - start) * 1000 / calls;
}

async function peersIn(folder: string): Promise<Record<string, Record<string, Run>>> {
  const load = async <T>(...files: string[]): Promise<T | null> => {
    try {
      const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
      return Object.assign({}, ...modules);
    } catch {
      return null;
    }
  };
  const [chessJs, chessops] = await Promise.all([
    load<ChessJs>("chess.js/dist/esm/chess.js"),
    load<Chessops>(
      ...["index", "fen", "chess", "san", "pgn", "compat", "debug", "transform"].map((name) =>
        `chessops/dist/esm/${name}.js`
      ),
    ),
  ]);
  return {
    ...chessJs === null ? {} : { "chess.js": chessJsTasks(chessJs) },
    ...chessops === null ? {} : { chessops: chessopsTasks(chessops) },
  };
}

const [folder = "node_modules"] = Deno.args;
const peers = await peersIn(new URL(`${folder}/`, `file://${Deno.cwd()}/`).href);
const names = Object.keys(peers);
const columnsOf = (columns: readonly string[]): string => columns.map((each) => each.padStart(12)).join("");
console.log("task".padEnd(18) + columnsOf(["hindsight", ...names, "ratio"]));
for (const [task, run] of Object.entries(ownTasks())) {
  const runs = [run, ...names.map((name) => peers[name][task])];
  const best = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    runs.forEach((each, i) => {
      if (each !== undefined) best[i] = Math.min(best[i], timeOf(each));
    });
  }
  const [own, ...others] = best;
  const ratio = Math.min(...others) / own;
  const times = best.map((time) => time === Infinity ? "–" : `${time.toFixed(1)} µs`);
  console.log(task.padEnd(18) + columnsOf([...times, Number.isFinite(ratio) ? ratio.toFixed(2) : "–"]));
}
