/**
 * Tests learning files: how much they help (in this module), whether they survive, and how long users wait because of
 * them.
 * @module
 */

import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { concatenated, encodeHead, isHistory, readJournal } from "../../experience/journal.ts";
import { readOptions, textOf, wholeOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { RECORD_WORDS } from "../../experience/experience.ts";
import { Progress } from "../../terminal/progress.ts";
import { engineOf } from "../options.ts";
import type { UciEngine } from "../uci_engine.ts";
import { fileWith, growTree, startWith } from "./learning_files.ts";
import { killWriters } from "./learning_kills.ts";
import { compareChoices } from "./learning_choice.ts";
import { measureTimes } from "./learning_times.ts";

const USAGE = `Usage: deno task learning [options]

  --positions=N     number of positions (30)
  --nodes=N         nodes of the first search of each position (100000)
  --kills=N         instead, kill two engines N times while they write to one learning file (0)
  --times=N         instead, time the answers of learning engines in N positions, half a minute each (0)
  --from=N          number of the first of these positions (0)
  --choices=N       instead, show how long a search with a clock chooses to think in N of these positions (0)
  --write=FILE      instead, write a learning file with a tree of positions, and some of its openings to FILE.epd
  --records=N       number of positions in that file (1000000)
  --depth=N         plies to which each of these positions is searched (3)
  --engine=FILE     bundle (dist/hindsight.js)
  --help            print this`;

/** Enough for hundreds of millions of nodes. */
const SEARCH_PATIENCE_MS = 3_600_000;
type Found = { readonly nodesAt: ReadonlyMap<number, number>; readonly depth: number; readonly move: string };

async function search(engine: UciEngine, fen: string, bounds: string): Promise<Found> {
  const nodesAt = new Map<number, number>();
  await engine.send(`position fen ${fen}`, `go ${bounds}`);
  const [, move] = await engine.until(/^bestmove (\S+)/, (line) => {
    const [, depth, nodes] = /^info depth (\d+) .* score .* nodes (\d+)/.exec(line) ?? [];
    if (depth !== undefined) nodesAt.set(Number(depth), Number(nodes));
  }, SEARCH_PATIENCE_MS);
  return { nodesAt, depth: Math.max(...nodesAt.keys()), move };
}

/** Repeats each search in new processes: with the learning file, without its histories, and without the file. */
async function goOn(bundle: string, positions: number, nodes: number): Promise<void> {
  const folder = await Deno.makeTempDir();
  console.log(
    "| depth reached | nodes | to the same depth | to the next depth: file | without histories | without file | move: first, file, without |",
  );
  for (const [i, fen] of BENCH_POSITIONS.slice(0, positions).entries()) {
    const [file, bare] = [`${folder}/${i}.learned`, `${folder}/${i}-bare.learned`];
    const learner = await startWith(bundle, file, "learn");
    const first = await search(learner, fen, `nodes ${nodes}`);
    await learner.quit();
    const { blocks } = await readJournal(await Deno.readFile(file));
    const positionBlocks = blocks.filter((block) => !isHistory(block)).map(({ bytes }) => bytes);
    await Deno.writeFile(bare, concatenated([encodeHead("lab", positionBlocks), ...positionBlocks]));
    const found: Found[] = [];
    for (const [mode, path] of [["use", file], ["use", bare], ["off", ""]]) {
      const engine = await startWith(bundle, path, mode);
      found.push(await search(engine, fen, `depth ${first.depth + 1}`));
      await engine.quit();
    }
    const counts = found.map(({ nodesAt }) => nodesAt.get(first.depth + 1) ?? "–");
    const same = found[0].nodesAt.get(first.depth) ?? "–";
    const moves = `${first.move} ${found[0].move} ${found[2].move}`;
    console.log(`| ${[first.depth, nodes, same, ...counts, moves].join(" | ")} |`);
  }
  await Deno.remove(folder, { recursive: true });
}

function readLearningOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  return {
    engine: engineOf(flags),
    positions: wholeOf(flags, "positions", 1, BENCH_POSITIONS.length) ?? Math.min(30, BENCH_POSITIONS.length),
    nodes: wholeOf(flags, "nodes", 1) ?? 100_000,
    kills: wholeOf(flags, "kills", 0) ?? 0,
    times: wholeOf(flags, "times", 0) ?? 0,
    from: wholeOf(flags, "from", 0) ?? 0,
    choices: wholeOf(flags, "choices", 0) ?? 0,
    file: textOf(flags, "write"),
    records: wholeOf(flags, "records", 1) ?? 1_000_000,
    depth: wholeOf(flags, "depth", 1) ?? 3,
  };
}

/** Writes a tree of records to a file, and its openings to a second one. */
async function writeTree(file: string, count: number, depth: number): Promise<void> {
  const progress = new Progress();
  const show = (done: number): void => progress.show(`${done} positions of ${count}`);
  const { records, openings } = growTree({ count, depth, width: 4 }, show);
  progress.clear();
  await Deno.writeFile(file, await fileWith(records));
  await Deno.writeTextFile(`${file}.epd`, openings.map((line) => `${line}\n`).join(""));
  console.log(`${file}: ${records.length / RECORD_WORDS} positions; ${file}.epd: ${openings.length} openings`);
}

async function run(options: ReturnType<typeof readLearningOptions>): Promise<void> {
  const { engine, positions, nodes, kills, times, from, choices, file, records, depth } = options;
  if (file !== undefined) await writeTree(file, records, depth);
  else if (kills > 0) await killWriters(engine, kills);
  else if (times > 0) await measureTimes(engine, { from, count: times });
  else if (choices > 0) compareChoices({ from, count: choices });
  else await goOn(engine, positions, nodes);
}

if (import.meta.main) await runTool(USAGE, readLearningOptions, run);
