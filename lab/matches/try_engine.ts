/**
 * Tries an executable of the engine before it is released: it plays a game against itself over the UCI protocol, and it
 * counts the nodes that the sources count.
 *
 *     deno run --allow-read --allow-run lab/matches/try_engine.ts dist/hindsight
 *     deno run --allow-read --allow-run lab/matches/try_engine.ts --game-only --games=50 dist/hindsight
 *
 * Every move is checked by the rules in `core/`, so that no executable is released whose network or kernel is broken on
 * its system.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { Random } from "../../core/random.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import { outputOf } from "../../tools/output.ts";
import { measureSignature, readSignature } from "../../tools/build/signature.ts";
import { resultByRule } from "../games/self_play.ts";
import { BLACK_WON, WHITE_WON } from "../games/viriformat.ts";
import { UciEngine } from "../uci_engine.ts";
import { readCount, readSeed, refuseUnknown, runTool } from "../../tools/usage.ts";

const USAGE = `Usage: deno run --allow-read --allow-run lab/matches/try_engine.ts [options] PROGRAM [ARGUMENT ...]

Lets an engine play a game against itself and compares its bench with that of the sources.

  --nodes=N           nodes for each move (2000)
  --plies=N           end a game after so many plies (400)
  --games=N           play so many games, from random openings after the first (1)
  --seed=N            the openings (1)
  --game-only         leave the bench out
  --help              print this`;

/** Share of the random openings that are of Chess960. */
const CHESS960_SHARE = 0.25;

/** A game that an engine played against itself. */
export interface TrialGame {
  /** The moves as the engine wrote them. */
  readonly moves: readonly string[];
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` if it was not over after the plies that were asked for. */
  readonly result: string;
}

/**
 * Lets an engine play a game against itself.
 *
 * @param command Program and arguments.
 * @param nodes Nodes for each move.
 * @param plies After so many plies the game ends without a result.
 * @param opening FEN of the position that it starts from, with the castling moves of Chess960; `null` for the usual
 *   game.
 * @throws Error if it does not answer, plays a move that is not legal, prints on standard error, or ends with an exit
 *   code other than 0.
 */
export async function playTrialGame(
  command: readonly string[],
  nodes: number,
  plies: number,
  opening: string | null = null,
): Promise<TrialGame> {
  const position = parseFen(opening ?? START_FEN, { chess960: opening !== null });
  const moves: string[] = [];
  await using engine = new UciEngine(command, "piped");
  await engine.send("uci");
  await engine.until(/^uciok$/);
  if (opening !== null) await engine.send("setoption name UCI_Chess960 value true");
  await engine.send("ucinewgame");
  let result = resultByRule(position);
  while (result === null && moves.length < plies) {
    const start = opening === null ? "startpos" : `fen ${opening}`;
    await engine.send(`position ${start}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`);
    await engine.send(`go nodes ${nodes}`);
    const [, move] = await engine.until(/^bestmove (\S+)/);
    position.make(parseUci(position, move));
    moves.push(move);
    result = resultByRule(position);
  }
  await engine.send("isready");
  await engine.until(/^readyok$/);
  const code = await engine.quit();
  const errors = (await engine.errors).trim();
  if (errors !== "") throw new Error(`Expected nothing on standard error, but got:\n${errors}`);
  if (code !== 0) throw new Error(`Expected the engine to end with exit code 0, but it ended with ${code}`);
  return { moves, result: result === null ? "*" : nameOfResult(result) };
}

function nameOfResult(result: number): string {
  if (result === WHITE_WON) return "1-0";
  return result === BLACK_WON ? "0-1" : "1/2-1/2";
}

/** What the command line asks for. */
interface TryOptions {
  readonly help: boolean;
  readonly command: readonly string[];
  readonly nodes: number;
  readonly plies: number;
  readonly games: number;
  readonly seed: bigint;
  readonly bench: boolean;
}

function readTryOptions(args: readonly string[]): TryOptions {
  const flags = parseArgs(args, {
    string: ["nodes", "plies", "games", "seed", "_"],
    boolean: ["game-only", "help"],
    // What follows the program belongs to it.
    stopEarly: true,
    default: { nodes: "2000", plies: "400", games: "1", seed: "1" },
    unknown: refuseUnknown,
  });
  const command = flags._.map(String);
  if (flags.help !== true && command.length === 0) throw new RangeError("Expected a program to try, but got none");
  return {
    help: flags.help === true,
    command,
    nodes: readCount("nodes", flags.nodes, 1),
    plies: readCount("plies", flags.plies, 1),
    games: readCount("games", flags.games, 1),
    seed: readSeed(`${flags.seed}`),
    bench: flags["game-only"] !== true,
  };
}

async function run({ help, command, nodes, plies, games, seed, bench }: TryOptions): Promise<void> {
  if (help) return console.log(USAGE);
  for (let game = 0; game < games; game++) {
    const opening = game === 0 ? null : drawOpening(new Random(seed, 0, game), CHESS960_SHARE);
    const { moves, result } = await playTrialGame(command, nodes, plies, opening);
    const from = opening === null ? "" : ` from ${opening}`;
    console.log(`A game of ${moves.length} plies${from}, ${result}: ${moves.join(" ")}`);
  }
  if (!bench) return;
  const [program, ...args] = command;
  const built = readSignature(await outputOf(program, [...args, "bench"]));
  const sources = await measureSignature();
  if (built !== sources) {
    throw new Error(`Expected the signature ${sources} of the sources, but "bench" gives ${built}`);
  }
  console.log(`Signature ${built}, as that of the sources`);
}

if (import.meta.main) await runTool(USAGE, readTryOptions, run);
