/** Searches positions again and again, and fails if any search differs from the first one in that position. @module */

import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { engineOf } from "../options.ts";
import { type Engine, engineCommand, setUp, UciEngine } from "../uci_engine.ts";
import { readOptions, refuseWords, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";

const USAGE = `Usage: deno task reprosearch [options]

Searches positions of the bench with one thread: in order, in reverse order, after changes of Hash, and in fresh
processes. Then runs the bench in two processes. Exit code 1 if anything but the times differs.

  --nodes=N           nodes for each search (20000)
  --positions=N       number of positions (20)
  --engine=FILE       executable or bundle (dist/hindsight.js)
  --help              print this`;

const HASH = 16;
const NODES_BETWEEN = 500;
const OWN_PROCESSES = 3;
/** Matches lines that depend on the clock: progress, and bounds in long searches. */
const BY_CLOCK = /^info (?:depth \d+ )?(?:time \d+|currmove \S+ currmovenumber \d+)$|^info .* (?:lower|upper)bound /;

/** Compares searches with the first search of the same position. Throws an Error if the engine does not answer. */
export async function repeatSearches(
  startEngine: () => Engine,
  { positions, nodes }: { readonly positions: readonly string[]; readonly nodes: number },
) {
  const first = new Map<string, string>();
  const differences: string[] = [];
  let compared = 0;
  const compare = async (engine: Engine, fen: string, when: string): Promise<void> => {
    compared++;
    if (await searchNewGame(engine, fen, nodes) !== first.get(fen)) differences.push(`${when}: ${fen}`);
  };

  await using engine = await start(startEngine);
  for (const fen of positions) first.set(fen, await searchNewGame(engine, fen, nodes));
  for (const fen of positions.toReversed()) await compare(engine, fen, "in another order");
  for (const [i, fen] of positions.entries()) {
    const notice = (line: string) => differences.push(`a change to Hash prints '${line}': ${fen}`);
    await setHash(engine, 1 + i % HASH, notice);
    await engine.send(`go nodes ${NODES_BETWEEN}`);
    await engine.until(/^bestmove /);
    await setHash(engine, HASH, notice);
    await compare(engine, fen, "after a change to Hash");
  }
  await engine.quit();
  for (const fen of positions.slice(0, OWN_PROCESSES)) {
    await using own = await start(startEngine);
    await compare(own, fen, "in its own process");
    await own.quit();
  }
  await using fresh = await start(startEngine);
  for (const fen of positions) await compare(fresh, fen, "in a fresh process");
  await fresh.quit();
  return { compared, differences };
}

async function benchNodes(startEngine: () => Engine): Promise<string> {
  await using engine = await start(startEngine);
  await engine.send("bench");
  const [, nodes] = await engine.until(/^(\d+) nodes \d+ nps$/);
  await engine.quit();
  return nodes;
}

async function start(startEngine: () => Engine): Promise<Engine> {
  const engine = startEngine();
  await setUp(engine, { Hash: HASH });
  return engine;
}

/** Calls `notice` for each line that the engine prints before `readyok`. Any such line is a fault. */
async function setHash(engine: Engine, megabytes: number, notice: (line: string) => void): Promise<void> {
  await engine.send(`setoption name Hash value ${megabytes}`);
  await engine.ready(notice);
}

/** Returns the lines of the search, without the parts that depend on the clock. */
async function searchNewGame(engine: Engine, fen: string, nodes: number): Promise<string> {
  await engine.send("ucinewgame", `position fen ${fen}`);
  await engine.ready();
  await engine.send(`go nodes ${nodes}`);
  const lines: string[] = [];
  const [best] = await engine.until(/^bestmove .*/, (line) => {
    if (!BY_CLOCK.test(line)) lines.push(line.replace(/ (?:time|nps) \d+/g, ""));
  });
  if (lines.length === 0) throw new Error(`The engine printed no analysis of ${fen}`);
  return [...lines, best].join("\n");
}

export function readReproOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const count = wholeOf(flags, "positions", 1, BENCH_POSITIONS.length) ?? 20;
  return {
    engine: engineOf(flags),
    nodes: wholeOf(flags, "nodes", 1) ?? 20000,
    positions: BENCH_POSITIONS.slice(0, count),
  };
}

async function run({ engine, ...search }: ReturnType<typeof readReproOptions>): Promise<void> {
  const startEngine = () => new UciEngine(engineCommand(engine));
  const { compared, differences } = await repeatSearches(startEngine, search);
  console.log(
    `${search.positions.length} positions, ${search.nodes} nodes: ${compared} searches compared, ` +
      `${differences.length} differences`,
  );
  for (const difference of differences) console.log(`  ${difference}`);
  const benches = [await benchNodes(startEngine), await benchNodes(startEngine)];
  console.log(`Bench: ${benches.join(" and ")} nodes`);
  if (differences.length > 0 || benches[0] !== benches[1]) throw new Error("Searches are not reproducible");
}

if (import.meta.main) await runTool(USAGE, readReproOptions, run);
