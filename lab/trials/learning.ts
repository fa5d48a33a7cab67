/**
 * What a learning file is worth, and whether it survives the end of its engine.
 *
 * The first searches positions, keeps what was learned, and goes on in new processes: with the file, with the file
 * without its histories, and without it. The second ends an engine that learns again and again at any moment, and
 * looks for the searches whose `bestmove` had come.
 *
 * @module
 */

import { parseFen, START_FEN } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { parseUci } from "../../core/notation.ts";
import { settlesWithin } from "../../core/patience.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { concatenated, encodeHead, isHistory, readJournal } from "../../experience/journal.ts";
import { Learning } from "../../engine/learning.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { readOptions, textOf, wholeOf } from "../../shell/command_line.ts";
import { projectPath } from "../../tools/paths.ts";
import { runTool } from "../../tools/usage.ts";
import { setUp, UciEngine } from "../uci_engine.ts";

const USAGE = `Usage: deno task learning [options]

  --positions=N     positions to go on from (30)
  --nodes=N         nodes of the first search of each (100000)
  --kills=N         instead, end the engine N times while it learns (0)
  --engine=FILE     bundle (dist/hindsight.js)
  --help            print this`;

const NETWORK = networkChecksum(embeddedNetwork());

/** Milliseconds that a search may take: hundreds of millions of nodes. */
const SEARCH_PATIENCE_MS = 3_600_000;
/** Milliseconds that an engine lives at most before it is ended. */
const LIFE_MS = 4000;
/** Moves to positions that are searched while the engine is ended. */
const FIRST = ["e2e4", "d2d4", "c2c4", "b2b3", "g2g3", "e2e3", "d2d3", "f2f4", "c2c3", "b2b4"];
const SECOND = ["e7e5", "d7d5", "g8f6"];
const THIRD = ["a2a3", "a2a4", "h2h3", "h2h4", "g1f3", "g1h3", "b1a3"];

/** What a search reported: nodes when a depth was complete, by depth. */
interface Found {
  readonly nodesAt: ReadonlyMap<number, number>;
  readonly depth: number;
  readonly move: string;
}

/** An engine with a learning file. */
async function startWith(bundle: string, file: string, mode: string): Promise<UciEngine> {
  const options = ["run", "--no-config", "--no-prompt", "--allow-read", "--allow-write"];
  const engine = new UciEngine([Deno.execPath(), ...options, bundle]);
  await setUp(engine, { Learning: mode, ...(mode === "off" ? {} : { "Learning File": file }) });
  return engine;
}

async function search(engine: UciEngine, fen: string, bounds: string): Promise<Found> {
  const nodesAt = new Map<number, number>();
  await engine.send(`position fen ${fen}`, `go ${bounds}`);
  const [, move] = await engine.until(/^bestmove (\S+)/, (line) => {
    const [, depth, nodes] = /^info depth (\d+) .* score .* nodes (\d+)/.exec(line) ?? [];
    if (depth !== undefined) nodesAt.set(Number(depth), Number(nodes));
  }, SEARCH_PATIENCE_MS);
  return { nodesAt, depth: Math.max(...nodesAt.keys()), move };
}

/** Searches positions, goes on in new processes, and prints a line for each. */
async function goOn(bundle: string, positions: number, nodes: number): Promise<void> {
  const folder = await Deno.makeTempDir();
  console.log(
    "| depth reached | nodes | to the same depth | one deeper: file | without histories | without file | move: first, file, without |",
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

/** Ends an engine that learns at any moment, so many times. */
async function kill(bundle: string, kills: number): Promise<void> {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/kill.learned`;
  let lost = 0;
  let searches = 0;
  const learned: Position[] = [];
  for (let i = 0; i < kills; i++) {
    await using engine = await startWith(bundle, file, "learn");
    const end = performance.now() + Math.random() * LIFE_MS;
    const done: Position[] = [];
    for (const third of THIRD) {
      const moves = [FIRST[i % FIRST.length], SECOND[i % SECOND.length], third];
      const position = parseFen(START_FEN);
      for (const text of moves) position.make(parseUci(position, text));
      await engine.send(`position startpos moves ${moves.join(" ")}`, "go depth 8");
      const answer = engine.until(/^bestmove/);
      if (!await settlesWithin(answer, Math.max(0, end - performance.now())).catch(() => false)) {
        answer.catch(() => {});
        break;
      }
      done.push(position);
    }
    await engine[Symbol.asyncDispose]();
    // The last one may be lost.
    learned.push(...done.slice(0, -1));
    searches += done.length;
    const learning = new Learning();
    learning.useNetwork(NETWORK);
    await learning.load(await Deno.readFile(file).catch(() => new Uint8Array(0)));
    lost = learned.filter((position) => learning.of(position) === null).length;
    if (lost > 0) throw new Error(`${lost} of ${learned.length} positions are lost after ${i + 1} kills`);
    if ((i + 1) % 10 === 0) {
      console.log(`${i + 1} kills, ${searches} searches, ${learning.size} positions, none lost`);
    }
  }
  await Deno.remove(folder, { recursive: true });
}

function readLearningOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  return {
    engine: textOf(flags, "engine") ?? projectPath("dist/hindsight.js"),
    positions: wholeOf(flags, "positions", 1, BENCH_POSITIONS.length) ?? Math.min(30, BENCH_POSITIONS.length),
    nodes: wholeOf(flags, "nodes", 1) ?? 100_000,
    kills: wholeOf(flags, "kills", 0) ?? 0,
  };
}

async function run(options: ReturnType<typeof readLearningOptions>): Promise<void> {
  const { engine, positions, nodes, kills } = options;
  if (kills > 0) await kill(engine, kills);
  else await goOn(engine, positions, nodes);
}

if (import.meta.main) await runTool(USAGE, readLearningOptions, run);
