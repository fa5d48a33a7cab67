/** Trains a network from scratch, in rounds of games and training. All threads run this file. @module */

import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import { numberOf, readOptions, refuseWords, seedOf, wordsOf } from "../../terminal/command_line.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { runTool } from "../../tools/usage.ts";
import { expandGames } from "../games/expand.ts";
import { serveGames } from "../games/generate_data.ts";
import { isThread, serveJobs } from "../job_thread.ts";
import { expectedFolder, threadsOf } from "../options.ts";
import { Progress } from "../../terminal/progress.ts";
import { servePlayer } from "../matches/players.ts";
import { roundsFor, widthFor } from "./plan.ts";
import { type ExpandJob, Run } from "./rounds.ts";
import { describeRound, writeRunReport } from "./run_report.ts";
import { type RunSettings, type RunState, RunStore } from "./run_state.ts";
import { Showcase } from "./showcase.ts";
import { expectTrainer } from "./trainer.ts";

const USAGE = `Usage: deno task from_zero --out=FOLDER [options]

Begins with a network of random weights, lets it play against itself, trains it on its games, and repeats this in
rounds. Writes a report for a browser after each round: FOLDER/report.html. Ctrl-C ends it; the same command continues.

  --out=FOLDER        folder of the run; if it holds a run, that run continues
  --minutes=M         how long it takes in all (60)
  --threads=N         threads that play and train (the number of cores)
  --seed=N            seed of everything that is random (a random one)
  --help              print this`;

/** A round has to be long enough for some games and some training. */
const MIN_MINUTES = 0.1;

export function readFromZeroOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  return {
    out: expectedFolder(flags, "out"),
    minutes: numberOf(flags, "minutes", MIN_MINUTES),
    threads: threadsOf(flags),
    seed: seedOf(flags),
  };
}

type FromZeroOptions = ReturnType<typeof readFromZeroOptions>;

/** Throws a RangeError if the folder holds a run with other settings. */
export function settle({ minutes, seed }: FromZeroOptions, started: RunState | null): RunSettings {
  if (started === null) {
    const length = minutes ?? 60;
    const drawn = BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);
    return { minutes: length, seed: `${seed ?? drawn}`, rounds: roundsFor(length), hidden: widthFor(length) };
  }
  const { settings } = started;
  if ((minutes ?? settings.minutes) !== settings.minutes || `${seed ?? settings.seed}` !== settings.seed) {
    const expected =
      `--minutes=${settings.minutes} and --seed=${settings.seed}, with which the run in that folder was started`;
    throw new RangeError(`Expected ${expected}; to start another run, name another folder`);
  }
  return settings;
}

async function run(options: FromZeroOptions): Promise<void> {
  const { out, threads } = options;
  const store = new RunStore(out);
  const started = store.load();
  const settings = settle(options, started);
  await expectTrainer();
  Deno.mkdirSync(out, { recursive: true });
  const state: RunState = started ?? { version: 1, settings, rounds: [] };
  store.save(state);
  const { rounds, minutes, seed, hidden } = settings;
  const countDone = () => state.rounds.filter(({ phase }) => phase === "done").length;
  const wasFinished = countDone() === rounds;
  console.error(
    `Seed ${seed}: ${rounds} rounds in ${minutes} minutes, networks of ${hidden} neurons, ${threads} threads`,
  );
  const startWorker = (name: string) => new Worker(import.meta.url, { type: "module", name });
  const progress = new Progress();
  const showcase = new Showcase(() => startWorker("search"));
  const path = `${out}/report.html`;
  const report = async () => {
    const html = await writeRunReport(state, await showcase.judge(state.rounds));
    if (html === null) return;
    Deno.writeTextFileSync(`${path}.part`, html);
    Deno.renameSync(`${path}.part`, path);
  };
  await untilInterrupted(async (signal) => {
    const onRound = async (round: number) => {
      progress.clear();
      console.log(describeRound(state, round));
      await report();
    };
    await new Run(store, state, { threads, startWorker, show: (text) => progress.show(text), onRound, signal }).play();
  });
  progress.clear();
  const done = countDone();
  // If the run was already finished, its report may be from an older version of the program, so write it again.
  if (wasFinished) await report();
  if (done > 0) console.log(`The report is in ${path}`);
  if (done < rounds) console.log("Stopped; the same command continues the run");
}

function serve(name: string): void {
  // TypeScript's types describe the main thread's global scope, which has no `postMessage`.
  if (name === "search") serveSearch(globalThis as unknown as WorkerPort);
  else if (name === "self-play") serveGames();
  else if (name === "contest") servePlayer();
  else serveJobs((_: null) => ({ paths, out, options }: ExpandJob) => expandGames(paths, out, options));
}

if (isThread) serve((globalThis as unknown as { readonly name: string }).name);
else if (import.meta.main) await runTool(USAGE, readFromZeroOptions, run);
