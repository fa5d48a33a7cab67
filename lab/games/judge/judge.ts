/**
 * Compares networks by what a strong engine says of quiet positions: in minutes, and more exactly than a thousand games.
 *
 *     deno task judge ask data/first --out=data/judged.txt --engine=stockfish
 *     deno task judge compare data/judged.txt ../nnue/hindsight.net data/first.hnet
 *
 * The engine judges only; no network learns from what it says. lab/docs/training.md says what the error is worth in
 * Elo, and from which games the positions must not be.
 *
 * @module
 */

import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { loadNetwork } from "../../../uci/load_network.ts";
import { type Estimate, estimateMean } from "../../estimate.ts";
import { formatDuration, Progress } from "../../progress.ts";
import { StateFile } from "../../state_file.ts";
import { engineCommand, UciEngine } from "../../uci_engine.ts";
import { readOptions, refuseOthers, seedOf, textOf, wholeOf, wordsOf } from "../../../shell/command_line.ts";
import { runTool } from "../../../tools/usage.ts";
import { gameFilesOf, isThere } from "../game_files.ts";
import { indexGames } from "../game_index.ts";
import { drawPositions, formatJudged, type JudgedPosition, type Origin, readJudged } from "./judged_positions.ts";
import { quietOnes, squaredErrors } from "./network_error.ts";

const USAGE = `Usage: deno task judge ask <games ...> --out=FILE --engine=FILE [options]
       deno task judge compare <file> <network ...>

'ask' draws positions from games of self-play and from the trees of searches, and asks a UCI engine for the score of
each. 'compare' prints how wrong networks are in those that are quiet: the mean squared error of expected results, times
1000, and the difference from the first network. No network should have learned from the games.

  --out=FILE      where the positions and scores go; a new file
  --engine=FILE   the engine: a program, or a bundle that ends with .js
  --nodes=N       nodes that it searches in each position (8000)
  --games=N       positions from games (16000)
  --trees=N       positions from trees (9000)
  --seed=N        seed of the positions (1)
  --help          print this`;

/** Megabytes of the engine's table. */
const HASH_MEGABYTES = 8;
/** Milliseconds between two progress lines. */
const TICK_MS = 1000;
/** Origins in the order of the table's columns. */
const ORIGINS: readonly Origin[] = ["game", "tree"];

/** What the command line asks for. */
export interface JudgeOptions {
  /** `undefined` if only help is wanted. */
  readonly action: "ask" | "compare" | undefined;
  /** What follows the action: games, or a file of positions and networks. */
  readonly paths: readonly string[];
  /** File to write. */
  readonly out: string;
  /** Executable or bundle. */
  readonly engine: string;
  /** Nodes for each position. */
  readonly nodes: number;
  /** Positions of games. */
  readonly games: number;
  /** Positions of trees. */
  readonly trees: number;
  /** Seed of the positions. */
  readonly seed: bigint;
}

/**
 * Reads the command line.
 *
 * @throws RangeError if something in it is unknown, missing or makes no sense.
 */
export function readJudgeOptions(args: readonly string[]): JudgeOptions {
  const flags = readOptions(USAGE, args);
  const [action, ...paths] = wordsOf(flags);
  const options = {
    paths,
    out: textOf(flags, "out") ?? "",
    engine: textOf(flags, "engine") ?? "",
    nodes: wholeOf(flags, "nodes", 1) ?? 8000,
    games: wholeOf(flags, "games", 0) ?? 16_000,
    trees: wholeOf(flags, "trees", 0) ?? 9000,
    seed: seedOf(flags) ?? 1n,
  };
  if (flags.help === true) return { action: undefined, ...options };
  if (action === "ask") {
    if (paths.length === 0) throw new RangeError("Expected folders or files of games, but got none");
    if (options.games + options.trees === 0) throw new RangeError("Expected --games or --trees to be above 0");
    if (options.out === "") throw new RangeError("Expected --out=FILE, but got none");
    if (options.engine === "") throw new RangeError("Expected --engine=FILE, but got none");
  } else if (action === "compare") {
    refuseOthers(flags, [], ["_"], "'compare' to have no options");
    if (paths.length < 2) throw new RangeError("Expected a file of positions and networks, but got too few files");
  } else {
    throw new RangeError(`Expected 'ask' or 'compare', but got ${action === undefined ? "nothing" : `"${action}"`}`);
  }
  return { action, ...options };
}

async function run(options: JudgeOptions): Promise<void> {
  if (options.action === undefined) return console.log(USAGE);
  if (options.action === "compare") return console.log(compareNetworks(options.paths[0], options.paths.slice(1)));
  console.log(await askEngine(options));
}

/**
 * Draws positions, asks the engine, and writes the file once all are judged.
 *
 * @returns What was written, for people.
 * @throws RangeError if the file is there or there are too few games; Error if the engine fails or it cannot be written.
 */
export async function askEngine(options: JudgeOptions): Promise<string> {
  const { paths, out, nodes, games, trees, seed } = options;
  if (isThere(out)) throw new RangeError(`Expected --out to be a new file, but there is ${out}`);
  const file = new StateFile("the verdicts");
  file.prepare(out);
  // Before the long work: a wrong name shows at once.
  await using engine = new UciEngine(engineCommand(options.engine));
  await engine.send("uci");
  await engine.until(/^uciok$/);
  const drawn = drawPositions(indexGames(gameFilesOf(paths)), games, trees, embeddedNetwork(), seed);
  await engine.send(`setoption name Hash value ${HASH_MEGABYTES}`);
  const progress = new Progress();
  const started = performance.now();
  let shown = started;
  const lines: string[] = [];
  for (const position of drawn) {
    const verdict = await verdictOf(engine, position.fen, nodes);
    // Some engines give no score where there is no move.
    if (verdict !== null) lines.push(formatJudged(position, verdict));
    const now = performance.now();
    if (now - shown < TICK_MS) continue;
    shown = now;
    const left = (now - started) / 1000 * (drawn.length / lines.length - 1);
    progress.show(`${lines.length} of ${drawn.length} positions, ${formatDuration(left)} left`);
  }
  progress.clear();
  await engine.quit();
  file.write(out, lines.join("\n") + "\n");
  return `${lines.length} positions in ${out}`;
}

/** The engine's score of a position, `cp N` or `mate N`; `null` if it gives none. */
async function verdictOf(engine: UciEngine, fen: string, nodes: number): Promise<string | null> {
  await engine.send("ucinewgame");
  await engine.ready();
  await engine.send(`position fen ${fen}`, `go nodes ${nodes}`);
  let verdict: string | null = null;
  await engine.until(/^bestmove /, (line) => {
    // A bound says less than the score of the iteration before it.
    const found = /^info .*\bscore (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound)/.exec(line);
    if (found !== null) verdict = `${found[1]} ${found[2]}`;
  });
  return verdict;
}

/**
 * A table of the errors of networks, and of how far they are from that of the first.
 *
 * @param path File of positions.
 * @param files Files of networks; the first decides which positions are quiet.
 * @throws Error if a file cannot be read, SyntaxError or RangeError if it holds something else.
 */
export function compareNetworks(path: string, files: readonly string[]): string {
  const judged = readJudged(Deno.readTextFileSync(path));
  const networks = files.map(loadNetwork);
  const quiet = quietOnes(judged, networks[0]);
  if (quiet.length === 0) throw new RangeError(`Expected quiet positions in ${path}, but there are none`);
  const rows = networks.map((network, i) => ({ file: files[i], errors: squaredErrors(quiet, network) }));
  const width = Math.max(...files.map((file) => file.length));
  const counts = ORIGINS.map((origin) => `${quiet.filter((each) => each.origin === origin).length} of ${origin}s`);
  const lines = rows.map(({ file, errors }) => {
    const cells = [undefined, ...ORIGINS].map((origin) => cell(quiet, errors, rows[0].errors, origin));
    return `${file.padEnd(width)}  ${cells.join("  ")}`.trimEnd();
  });
  const head = ["all", "games", "trees"].map((name) => name.padEnd(CELL_WIDTH)).join("  ");
  const title = `${quiet.length} of ${judged.length} positions are quiet (${counts.join(", ")})`;
  return [title, `${"".padEnd(width)}  ${head}`.trimEnd(), ...lines].join("\n");
}

/** Columns that a cell of the table takes. */
const CELL_WIDTH = 25;

/** Error and difference of the positions of one origin, or of all. */
function cell(
  positions: readonly JudgedPosition[],
  errors: Float64Array,
  first: Float64Array,
  origin: Origin | undefined,
): string {
  const members = positions.map((_, i) => i).filter((i) => origin === undefined || positions[i].origin === origin);
  if (members.length === 0) return "–".padEnd(CELL_WIDTH);
  const { value } = estimateMean(members.map((i) => errors[i]));
  const difference = estimateMean(members.map((i) => errors[i] - first[i]));
  return `${value.toFixed(3)} ${signed(difference)}`.padEnd(CELL_WIDTH);
}

function signed({ value, error }: Estimate): string {
  return `(${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)} ± ${error.toFixed(3)})`;
}

if (import.meta.main) await runTool(USAGE, readJudgeOptions, run);
