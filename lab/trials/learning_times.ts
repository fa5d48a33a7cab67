/**
 * Measures how long users wait for a learning engine after `go`, `isready` and `stop`. In each position, the engines
 * take turns. The table also shows the time from the search's last line to `bestmove`, a delay that the search did not
 * choose.
 *
 * @module
 */

import type { UciEngine } from "../uci_engine.ts";
import { balancedOpenings, medianAndGreatest, type Range } from "./learning_choice.ts";
import { connectedRecords, fileWith, startWith } from "./learning_files.ts";

/** Long enough for histories to be written. */
const LONG_MS = 6000;
/** The number of records in each file, up to the maximum. `null` means that learning is off. */
const SIZES = [null, 0, 300_000, 2_796_202];

/** `row` holds the first cells of the engine's row in the table. */
interface Timed {
  readonly engine: UciEngine;
  readonly row: readonly (string | number)[];
  /** Milliseconds. */
  readonly answers: number[];
  readonly delays: number[];
}

export async function measureTimes(bundle: string, { from, count }: Range): Promise<void> {
  const folder = await Deno.makeTempDir();
  await using engines = new AsyncDisposableStack();
  const all: Timed[] = [];
  for (const size of SIZES) {
    const file = `${folder}/${size}.learned`;
    const bytes = size === null ? new Uint8Array(0) : await fileWith(connectedRecords(size));
    if (size !== null) await Deno.writeFile(file, bytes);
    const engine = engines.use(await startWith(bundle, "", "off"));
    const load = size === null ? ["–", "–", "–"] : await measureLoad(engine, file);
    all.push({ engine, row: [size ?? "off", bytes.length, ...load], answers: [], delays: [] });
  }
  console.log("Time to the answer, and the part of it that the search did not choose:");
  for (const [i, fen] of balancedOpenings(from, count).entries()) {
    const position = `position fen ${fen}`;
    for (const { engine, answers, delays } of all) {
      await timeOf(engine, /^bestmove/, position, `go movetime ${LONG_MS}`);
      let chosen = 0;
      const note = (line: string): void => void (chosen = Number(/ time (\d+) pv /.exec(line)?.[1] ?? chosen));
      const answer = await timeOf(engine, /^bestmove/, position, "go wtime 1000 btime 1000", note);
      answers.push(answer);
      delays.push(answer - chosen);
    }
    console.log([from + i, ...all.map(({ answers, delays }) => `${inMs(answers[i])} (${inMs(delays[i])})`)].join("  "));
  }
  console.log(
    "| records | bytes | loaded after | longest isready while loading | stop while loading | answer: median | worst | not chosen: median | worst |",
  );
  console.log(`| ${Array(9).fill("---").join(" | ")} |`);
  for (const { row, answers, delays } of all) {
    const times = [answers, delays].flatMap((values) => medianAndGreatest(values).map(inMs));
    console.log(`| ${[...row, ...times].join(" | ")} |`);
  }
  await Deno.remove(folder, { recursive: true });
}

async function measureLoad(engine: UciEngine, file: string): Promise<string[]> {
  const start = performance.now();
  let isLoaded = false;
  const visit = (line: string): boolean => isLoaded ||= / was read: \d+ positions? known$/.test(line);
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
  return `${ms.toFixed(1)} ms`;
}
