/**
 * How long an engine that learns keeps its user waiting: the answer of a `go` on a clock right after a long search, and
 * `isready` and `stop` while a file is read, with files of different sizes.
 *
 * How long a search chooses to think depends on the table, on how far the compiler has come, and on earlier delays
 * (learning_choice.ts). So each `go` is for another position, all engines answer it in turns, and the table has two
 * figures: the whole time to the answer, and the part that the search did not choose, which begins at the time in its
 * last line.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { parseFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { drawOpening, isBalanced } from "../../engine/games/random_openings.ts";
import { Experience } from "../../experience/experience.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { Player } from "../games/player.ts";
import type { UciEngine } from "../uci_engine.ts";
import { connectedRecords, fileWith, growTree, startWith } from "./learning_files.ts";

/** Milliseconds of the search before: long enough for its histories to be written. */
const LONG_MS = 6000;
/** Records of the files. 2.8 million are the most. */
const SIZES = [0, 300_000, 2_796_202];
/** The positions that are timed, and the true records around each: as many as an engine looks up in its millisecond. */
const POSITIONS = 50;
export const RECORDS_AROUND = 500;
const SEED = 65n;

/** An engine that is timed, with its texts for the table. */
interface Timed {
  readonly engine: UciEngine;
  readonly row: readonly (string | number)[];
  /** Milliseconds to each answer, and the milliseconds that the search did not choose. */
  readonly answers: number[];
  readonly delays: number[];
}

/** What is timed, and with which files. */
export interface TimesPlan {
  /** The first position, from 0. */
  readonly from: number;
  /** How many positions. */
  readonly times: number;
  /** A folder with the files, which are written if they are missing; `undefined` for a temporary one. */
  readonly folder: string | undefined;
}

/** Prints a row for each position, and one for each size. The engines take turns, so other work slows all of them. */
export async function measureTimes(bundle: string, { from, times, folder }: TimesPlan): Promise<void> {
  const place = folder ?? await Deno.makeTempDir();
  const positions = balancedOpenings();
  const files = await filesIn(place, positions);
  await using engines = new AsyncDisposableStack();
  const all: Timed[] = [];
  for (const file of [null, ...files]) {
    const engine = engines.use(await startWith(bundle, "", "off"));
    const about = file === null ? ["off", 0, "–", "–", "–"] : [file.records, file.bytes];
    const load = file === null ? [] : await measureLoad(engine, file.path);
    all.push({ engine, row: [...about, ...load], answers: [], delays: [] });
  }
  console.log("Time to the answer, and the part of it that the search has not chosen:");
  for (const [i, fen] of positions.slice(from, from + times).entries()) {
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
    "| records | bytes | loaded after | longest isready meanwhile | stop meanwhile | answer: median | worst | not chosen: median | worst |",
  );
  console.log(`| ${Array(9).fill("---").join(" | ")} |`);
  for (const { row, answers, delays } of all) {
    const [median, worst, medianDelay, worstDelay] = [answers, delays].flatMap((values) => {
      const sorted = values.toSorted((a, b) => a - b);
      return [inMs(sorted[sorted.length >> 1]), inMs(sorted[sorted.length - 1])];
    });
    console.log(`| ${[...row, median, worst, medianDelay, worstDelay].join(" | ")} |`);
  }
  if (folder === undefined) await Deno.remove(place, { recursive: true });
}

/** The positions that are timed: different openings in which neither side is far ahead. */
export function balancedOpenings(): string[] {
  const random = new Random(SEED);
  const player = new Player(new Evaluator(embeddedNetwork()), 1);
  const openings: string[] = [];
  while (openings.length < POSITIONS) {
    const fen = drawOpening(random, 0);
    if (isBalanced(player.judge(parseFen(fen)))) openings.push(fen);
  }
  return openings;
}

/** The files in a folder: true records around the positions, and further records around the initial position. */
async function filesIn(folder: string, positions: readonly string[]) {
  const files = SIZES.map((records) => ({ records, path: `${folder}/${records}.learned` }));
  if (!files.every(({ path }) => existsSync(path))) {
    const near = new Experience();
    for (const root of positions) near.addAll(growTree({ count: RECORDS_AROUND, depth: 3, width: 4, root }).records);
    for (const { records, path } of files) {
      const all = new Experience();
      if (records > 0) [near.written, connectedRecords(records - near.size)].forEach((each) => all.addAll(each));
      await Deno.writeFile(path, await fileWith(all.records));
    }
  }
  // The engines learn into copies.
  for (const { path } of files) Deno.copyFileSync(path, `${path}.copy`);
  return files.map(({ records, path }) => ({ records, path: `${path}.copy`, bytes: Deno.statSync(path).size }));
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

/** Milliseconds from sending some lines to the answer. */
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
