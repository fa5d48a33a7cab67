/**
 * Tries the tests: puts one small fault at a time into the sources and reports which ones no test finds.
 *
 * All of it happens in a copy of the project in a folder for temporary files; the project itself is only read. A mutant
 * runs the tests of its own source first, then the bench signature and some common tests, up to the first that fails.
 * A test that takes several times as long as it does without a fault has failed, too: many faults make a loop endless.
 * The sample depends on the seed alone, so a run that was stopped goes on with `--from`.
 *
 * The signature notices every difference, but cannot say what is right. `--without-signature` shows what the other
 * tests find.
 *
 * @module
 */

import { Random } from "../../core/random.ts";
import { readOptions, refuseWords, seedOf, textsOf, wholeOf, wordsOf } from "../../shell/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { describeMutant, drawMutants, mutantsOf } from "./mutants.ts";
import { ownTestsOf, SIGNATURE_TEST } from "./mutation_tests.ts";
import { type MutantResult, ProjectCopy } from "./project_copy.ts";

const USAGE = `Usage: deno task mutate [options]

Puts one small fault at a time into a copy of the sources and reports those that no test finds.

  --sample=N          how many faults (20)
  --seed=N            which ones (1)
  --folder=NAME       core, learning or search, may be repeated (all three)
  --without-signature leave out the test of the bench signature
  --from=N            begin with mutant N of the sample (1), as after a run that was stopped
  --list              print the faults and try none
  --help              print this`;

const FOLDERS = ["core", "learning", "search"] as const;

/** Reads the command line. Throws a RangeError if it is wrong. */
export function readMutateOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const folders = textsOf(flags, "folder");
  for (const folder of folders) {
    if (FOLDERS.some((known) => known === folder)) continue;
    throw new RangeError(`Expected --folder to be one of ${FOLDERS.join(", ")}, but got "${folder}"`);
  }
  const sample = wholeOf(flags, "sample", 1) ?? 20;
  const seed = seedOf(flags) ?? 1n;
  return {
    list: flags.list === true,
    withoutSignature: flags["without-signature"] === true,
    sample,
    seed,
    from: wholeOf(flags, "from", 1, sample) ?? 1,
    folders: folders.length === 0 ? FOLDERS : FOLDERS.filter((folder) => folders.includes(folder)),
  };
}

/** The summary of a run: the survivors and the share that tests found. */
export function summarise(results: readonly MutantResult[]): string {
  const survivors = results.filter(({ killedBy }) => killedBy === null);
  const killed = results.length - survivors.length;
  const share = results.length === 0 ? 0 : 100 * killed / results.length;
  const own = results.filter(({ isOwn }) => isOwn).length;
  const signature = results.filter(({ killedBy }) => killedBy === SIGNATURE_TEST).length;
  const late = results.filter(({ isLate }) => isLate).length;
  const lines = survivors.map(({ mutant }) => `  ${describeMutant(mutant)}\n`);
  const head = survivors.length === 0 ? "No survivors.\n" : "Survivors:\n";
  return `${head}${lines.join("")}${killed} of ${results.length} killed, ${share.toFixed(1)} %: ${own} by tests of ` +
    `their source, ${signature} by the signature, ${killed - own - signature} by others; ${late} by the limit of time`;
}

async function tryMutants(copy: ProjectCopy, options: ReturnType<typeof readMutateOptions>): Promise<void> {
  const { sample, seed, folders, list, withoutSignature, from } = options;
  const mutants = Array.from(await copy.readSources(folders), ([path, text]) => mutantsOf(path, text)).flat();
  const drawn = drawMutants(mutants, sample, new Random(seed));
  console.log(`${drawn.length} of ${mutants.length} mutants of ${folders.join(", ")}`);
  if (list) return console.log(drawn.map(describeMutant).join("\n"));
  const tests = await copy.readSources(["tests"]);
  const skips = withoutSignature ? SIGNATURE_TEST : null;
  const results: MutantResult[] = [];
  for (const mutant of drawn.slice(from - 1)) {
    const result = await copy.tryMutant(mutant, ownTestsOf(mutant.path, tests), skips);
    results.push(result);
    const verdict = result.killedBy === null
      ? "survives"
      : `killed by ${result.killedBy}${result.isLate ? ", late" : ""}`;
    console.log(`${from - 1 + results.length}/${drawn.length}  ${describeMutant(mutant)}  ${verdict}`);
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
  // The listeners would keep the program going.
  Deno.exit(0);
}

if (import.meta.main) await runTool(USAGE, readMutateOptions, run);
