/** Tests the tests: puts small faults into a copy of the sources, and reports those that no test finds. @module */

import { Random } from "../../core/random.ts";
import { readOptions, refuseWords, seedOf, textsOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { describeMutant, drawMutants, mutantsOf } from "./mutants.ts";
import { type MutantResult, ownTestsOf, ProjectCopy, STAGES } from "./project_copy.ts";

const USAGE = `Usage: deno task mutate [options]

Puts one small fault at a time into a copy of the sources and reports the faults that no test finds.

  --sample=N          how many faults (20)
  --seed=N            seed of the random choice (1)
  --folder=NAME       core, learning or search, may be repeated (all three)
  --without-signature do not compare the bench signature
  --list              print the faults without trying them
  --help              print this`;

const FOLDERS: readonly string[] = ["core", "learning", "search"];

export function readMutateOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const folders = textsOf(flags, "folder");
  const unknown = folders.find((folder) => !FOLDERS.includes(folder));
  if (unknown !== undefined) {
    throw new RangeError(`Expected --folder to be one of ${FOLDERS.join(", ")}, but got "${unknown}"`);
  }
  return {
    list: flags.list === true,
    stages: STAGES.filter((stage) => stage !== "the signature" || flags["without-signature"] !== true),
    sample: wholeOf(flags, "sample", 1) ?? 20,
    seed: seedOf(flags) ?? 1n,
    folders: FOLDERS.filter((folder) => folders.length === 0 || folders.includes(folder)),
  };
}

export function summarise(results: readonly MutantResult[]): string {
  const survivors = results.filter(({ killedBy }) => killedBy === null);
  const killed = results.length - survivors.length;
  const share = results.length === 0 ? 0 : 100 * killed / results.length;
  const counts = STAGES.map((stage) => `${results.filter(({ killedBy }) => killedBy === stage).length} by ${stage}`);
  const late = results.filter(({ isLate }) => isLate).length;
  const lines = survivors.map(({ mutant }) => `  ${describeMutant(mutant)}\n`);
  const head = survivors.length === 0 ? "No survivors.\n" : "Survivors:\n";
  return `${head}${lines.join("")}${killed} of ${results.length} killed, ${share.toFixed(1)} %: ${
    counts.join(", ")
  }; ` +
    `${late} by the time limit`;
}

async function tryMutants(copy: ProjectCopy, options: ReturnType<typeof readMutateOptions>): Promise<void> {
  const { sample, seed, folders, list, stages } = options;
  const mutants = Array.from(await copy.readSources(folders), ([path, text]) => mutantsOf(path, text)).flat();
  const drawn = drawMutants(mutants, sample, new Random(seed));
  console.log(`${drawn.length} of ${mutants.length} mutants of ${folders.join(", ")}`);
  if (list) return console.log(drawn.map(describeMutant).join("\n"));
  const tests = await copy.readSources(["tests"]);
  const results: MutantResult[] = [];
  for (const mutant of drawn) {
    const result = await copy.tryMutant(mutant, ownTestsOf(mutant.path, tests), stages);
    results.push(result);
    const verdict = result.killedBy === null
      ? "survives"
      : `killed by ${result.killedBy}${result.isLate ? ", late" : ""}`;
    console.log(`${results.length}/${drawn.length}  ${describeMutant(mutant)}  ${verdict}`);
  }
  console.log(summarise(results));
}

async function run(options: ReturnType<typeof readMutateOptions>): Promise<void> {
  const copy = await ProjectCopy.make();
  for (const signal of Deno.build.os === "windows" ? ["SIGINT"] as const : ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      copy.remove();
      Deno.exit(130);
    });
  }
  try {
    await tryMutants(copy, options);
  } finally {
    copy.remove();
  }
  // Without this, the signal listeners would keep the program running.
  Deno.exit(0);
}

if (import.meta.main) await runTool(USAGE, readMutateOptions, run);
