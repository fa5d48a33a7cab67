/**
 * How long an engine that learns keeps its user waiting: the answer of a `go` on a clock right after a long search, and
 * `isready` and `stop` while a file is read, with files of different sizes.
 *
 * @module
 */

import type { UciEngine } from "../uci_engine.ts";
import { connectedRecords, fileWith, startWith } from "./learning_files.ts";

/** Milliseconds of the previous search: long enough for its histories to be written. */
const LONG_MS = 6000;
/** Records of the files; `null` for learning off. 2.8 million is the maximum. */
const SIZES = [null, 0, 300_000, 2_796_202];
/** A legal game; after each long search the clock is asked for another position of it. */
const MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5"
  .split(" ");

/** An engine that is timed, with what the table says about it. */
interface Timed {
  readonly engine: UciEngine;
  readonly row: readonly (string | number)[];
  readonly answers: number[];
}

/** Prints a row for each size. The engines take turns, so other work of the machine slows all of them. */
export async function measureTimes(bundle: string, times: number): Promise<void> {
  const folder = await Deno.makeTempDir();
  await using engines = new AsyncDisposableStack();
  const all: Timed[] = [];
  for (const size of SIZES) {
    const file = `${folder}/${size}.learned`;
    const bytes = size === null ? new Uint8Array(0) : await fileWith(connectedRecords(size));
    if (size !== null) await Deno.writeFile(file, bytes);
    const engine = engines.use(await startWith(bundle, "", "off"));
    const load = size === null ? ["–", "–", "–"] : await measureLoad(engine, file);
    all.push({ engine, row: [size ?? "off", bytes.length, ...load], answers: [] });
  }
  for (let i = 0; i < times; i++) {
    const position = `position startpos moves ${MOVES.slice(0, i % MOVES.length).join(" ")}`;
    for (const { engine, answers } of all) {
      await timeOf(engine, /^bestmove/, position, `go movetime ${LONG_MS}`);
      answers.push(await timeOf(engine, /^bestmove/, position, "go wtime 1000 btime 1000"));
    }
  }
  console.log(
    "| records | bytes | loaded after | longest isready meanwhile | stop meanwhile | go on a clock: median | worst |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const { row, answers } of all) {
    answers.sort((a, b) => a - b);
    const [median, worst] = [answers[answers.length >> 1], answers[answers.length - 1]];
    console.log(`| ${[...row, inMs(median), inMs(worst)].join(" | ")} |`);
  }
  await Deno.remove(folder, { recursive: true });
}

/** When a file is loaded, and how long `isready` and `stop` take meanwhile. */
async function measureLoad(engine: UciEngine, file: string): Promise<string[]> {
  const start = performance.now();
  let isLoaded = false;
  const visit = (line: string): boolean => isLoaded ||= / is read: \d+ positions? known$/.test(line);
  await engine.send("setoption name Learning value learn", `setoption name Learning File value ${file}`);
  let longest = 0;
  await timeOf(engine, /^readyok$/, "isready", visit);
  const stop = await timeOf(engine, /^bestmove/, "go infinite", "stop", visit);
  while (!isLoaded) {
    longest = Math.max(longest, await timeOf(engine, /^readyok$/, "isready", visit));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return [inMs(performance.now() - start), inMs(longest), inMs(stop)];
}

/** Milliseconds from some lines to an answer. */
async function timeOf(
  engine: UciEngine,
  answer: RegExp,
  ...input: readonly (string | ((line: string) => unknown))[]
): Promise<number> {
  const start = performance.now();
  await engine.send(...input.filter((each) => typeof each === "string"));
  const visit = input.find((each) => typeof each === "function");
  await engine.until(answer, visit === undefined ? undefined : (line) => void visit(line));
  return performance.now() - start;
}

function inMs(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}
