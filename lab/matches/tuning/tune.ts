/**
 * Tunes numbers of params.ts by SPSA: plays the engine against itself with slightly different values and follows what
 * scores better. spsa.ts has the method, lab/docs/tuning.md is the guide.
 *
 * The same file starts as main thread and as thread that plays, so the task runs one bundle.
 *
 * @module
 */

import { isThread } from "../../job_thread.ts";
import { runTool } from "../../../tools/usage.ts";
import { createThreads, servePlayer } from "../players.ts";
import { type RunProgram, runProgram } from "../run.ts";
import { describeProgress, describeRun, describeSettings } from "./spsa_report.ts";
import { type TuneAssignment, type TuneSettings, TuneState } from "./spsa_state.ts";
import { describeGroups } from "./tune_groups.ts";
import { readTuneOptions, USAGE } from "./tune_options.ts";

const TUNE: RunProgram<TuneState, TuneAssignment, TuneSettings> = {
  name: "tune",
  parse: TuneState.parse,
  create: (settings) => new TuneState(settings),
  start: (state, control, threads) => {
    const { settings, batches, finished } = state;
    const count = Math.min(threads, batches - finished);
    if (count > 0) console.error(describeSettings(settings));
    const parameters = settings.parameters.map(({ name }) => name);
    const startWorker = () => new Worker(import.meta.url, { type: "module", name: "tune" });
    return createThreads({ ...settings, parameters }, settings.book, control, count, startWorker);
  },
  progress: describeProgress,
  result: describeRun,
  goOn: (state) => state.isComplete ? null : "",
};

/** Does what a command line asks for. */
export async function runTune(options: ReturnType<typeof readTuneOptions>): Promise<void> {
  if (options === "list") console.log(describeGroups());
  else await runProgram(TUNE, options);
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readTuneOptions, runTune);
