/**
 * Tries the tests: puts one small fault at a time into the sources and reports which ones no test finds.
 *
 *     deno task mutate --sample=200 --seed=1
 *
 * All of it happens in a copy of the project in a folder for temporary files; the project itself is only read. A mutant
 * runs the tests that belong to its source first and then some common ones, up to the first that fails. A test that
 * takes several times as long as it does without a fault has failed, too: many faults make a loop endless. The record
 * has each result, so that a run which is stopped goes on where it was.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { Random } from "../../core/random.ts";
import { outputOf } from "../build/bundle.ts";
import { projectPath } from "../paths.ts";
import { readCount, readSeed, refuseUnknown, runTool, textOf } from "../usage.ts";
import { applyMutant, describeMutant, drawMutants, type Mutant, mutantsOf } from "./mutants.ts";
import { appendResult, type MutantResult, openRecord } from "./mutation_record.ts";
import { testsOf } from "./mutation_tests.ts";

const USAGE = `Usage: deno task mutate [options]

Puts one small fault at a time into a copy of the sources and reports those that no test finds.

  --sample=N          how many faults (20)
  --seed=N            which ones (1)
  --folder=NAME       core, learning or search, may be repeated (all three)
  --record=FILE       where results are kept (dist/mutants-SAMPLE-SEED.jsonl)
  --list              print the faults and try none
  --help              print this`;

/** The folders whose sources get faults. */
const FOLDERS = ["core", "learning", "search"] as const;
/** What a test may take: so many times what it takes without a fault … */
const TIME_FACTOR = 3;
/** … and so many milliseconds more. */
const TIME_MORE_MS = 30_000;
/** What a test may take without a fault, in milliseconds. */
const TIME_MAX_MS = 600_000;

/** What the command line asks for. */
export interface MutateOptions {
  readonly help: boolean;
  readonly list: boolean;
  readonly sample: number;
  readonly seed: bigint;
  readonly folders: readonly string[];
  readonly record: string;
}

/**
 * Reads the command line.
 *
 * @throws RangeError if it is wrong.
 */
export function readMutateOptions(args: readonly string[]): MutateOptions {
  const folders: string[] = [];
  const flags = parseArgs(
    args.filter((argument) => {
      const folder = /^--folder=(.*)$/.exec(argument)?.[1];
      if (folder !== undefined) folders.push(folder);
      return folder === undefined;
    }),
    {
      string: ["sample", "seed", "record"],
      boolean: ["help", "list"],
      default: { sample: "20", seed: "1" },
      unknown: refuseUnknown,
    },
  );
  if (flags._.length > 0) throw new RangeError(`Expected options only, but got "${flags._[0]}"`);
  for (const folder of folders) {
    if (FOLDERS.some((known) => known === folder)) continue;
    throw new RangeError(`Expected --folder to be one of ${FOLDERS.join(", ")}, but got "${folder}"`);
  }
  const sample = readCount("sample", flags.sample, 1);
  const seed = readSeed(`${flags.seed}`);
  return {
    help: flags.help === true,
    list: flags.list === true,
    sample,
    seed,
    folders: folders.length === 0 ? FOLDERS : FOLDERS.filter((folder) => folders.includes(folder)),
    record: textOf(flags, "record") ?? projectPath(`dist/mutants-${sample}-${seed}.jsonl`),
  };
}

/** A copy of the project, in which a source can have a fault. */
class ProjectCopy {
  /** Milliseconds that each file of tests takes without a fault. */
  private readonly durations = new Map<string, number>();

  /**
   * A copy.
   *
   * @param folder Where it is.
   * @param paths Its files, as paths from there, sorted.
   */
  private constructor(readonly folder: string, readonly paths: readonly string[]) {}

  /** Copies every file of the project that git knows or would add. */
  static async make(): Promise<ProjectCopy> {
    const root = projectPath();
    const listed = await outputOf("git", ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "hindsight-mutants-" }));
    const paths: string[] = [];
    for (const path of Array.from(new Set(listed.split("\0"))).sort()) {
      const info = path === "" ? null : await Deno.stat(`${root}/${path}`).catch(() => null);
      if (info?.isFile !== true) continue;
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(`${root}/${path}`, `${folder}/${path}`);
      paths.push(path);
    }
    return new ProjectCopy(folder, paths);
  }

  /** The text of a file. */
  read(path: string): Promise<string> {
    return Deno.readTextFile(`${this.folder}/${path}`);
  }

  /** Path and text of every TypeScript file below some folders. */
  async readSources(folders: readonly string[]): Promise<Map<string, string>> {
    const isBelow = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
    const sources = new Map<string, string>();
    for (const path of this.paths) if (path.endsWith(".ts") && isBelow(path)) sources.set(path, await this.read(path));
    return sources;
  }

  /** A digest of every TypeScript file. */
  async digest(): Promise<string> {
    const texts: string[] = [];
    for (const path of this.paths) if (path.endsWith(".ts")) texts.push(path, await this.read(path));
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(texts)));
    return new Uint8Array(hash).toHex().slice(0, 16);
  }

  /**
   * Tries a mutant.
   *
   * @param tests Files of tests, in the order in which they run.
   * @returns The first that fails, or `null`.
   * @throws Error if one of them fails without the fault, too.
   */
  async tryMutant(mutant: Mutant, tests: readonly string[]): Promise<string | null> {
    const path = `${this.folder}/${mutant.path}`;
    const text = await Deno.readTextFile(path);
    for (const test of tests) {
      const limit = TIME_FACTOR * await this.durationOf(test) + TIME_MORE_MS;
      await Deno.writeTextFile(path, applyMutant(text, mutant));
      const passes = await this.passes(test, limit);
      await Deno.writeTextFile(path, text);
      if (!passes) return test;
    }
    return null;
  }

  /** Milliseconds that a file of tests takes without a fault. */
  private async durationOf(test: string): Promise<number> {
    const known = this.durations.get(test);
    if (known !== undefined) return known;
    const start = performance.now();
    if (!await this.passes(test, TIME_MAX_MS)) throw new Error(`Expected ${test} to pass without a fault`);
    const duration = performance.now() - start;
    this.durations.set(test, duration);
    return duration;
  }

  /** Whether a file of tests passes in so many milliseconds. */
  private async passes(test: string, limit: number): Promise<boolean> {
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--quiet",
        "--no-check",
        "--no-prompt",
        "--fail-fast",
        "--allow-read",
        "--allow-write",
        "--allow-run",
        "--allow-env",
        "--allow-net=127.0.0.1",
        test,
      ],
      cwd: this.folder,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    const { success } = await child.status;
    clearTimeout(timer);
    return success;
  }
}

/** The summary of a run: the survivors and the share that tests found. */
export function summarise(results: readonly MutantResult[]): string {
  const survivors = results.filter(({ killedBy }) => killedBy === null);
  const killed = results.length - survivors.length;
  const share = results.length === 0 ? 0 : 100 * killed / results.length;
  const lines = survivors.map(({ mutant }) => `  ${describeMutant(mutant)}\n`);
  const head = survivors.length === 0 ? "No survivors.\n" : "Survivors:\n";
  return `${head}${lines.join("")}${killed} of ${results.length} killed, ${share.toFixed(1)} %`;
}

async function tryMutants(copy: ProjectCopy, options: MutateOptions): Promise<void> {
  const { sample, seed, folders, list, record } = options;
  const mutants = Array.from(await copy.readSources(folders), ([path, text]) => mutantsOf(path, text)).flat();
  const drawn = drawMutants(mutants, sample, new Random(seed));
  console.log(`${drawn.length} of ${mutants.length} mutants of ${folders.join(", ")}`);
  if (list) return console.log(drawn.map(describeMutant).join("\n"));
  const tests = await copy.readSources(["tests"]);
  const draw = { sample, seed: `${seed}`, folders, sources: await copy.digest() };
  const results = await openRecord(record, draw);
  for (const mutant of drawn.slice(results.length)) {
    const killedBy = await copy.tryMutant(mutant, testsOf(mutant.path, tests));
    const result = { mutant, killedBy };
    await appendResult(record, result);
    results.push(result);
    const verdict = killedBy === null ? "survives" : `killed by ${killedBy}`;
    console.log(`${results.length}/${drawn.length}  ${describeMutant(mutant)}  ${verdict}`);
  }
  console.log(summarise(results));
}

async function run(options: MutateOptions): Promise<void> {
  if (options.help) return console.log(USAGE);
  const copy = await ProjectCopy.make();
  const removeCopy = (): void => Deno.removeSync(copy.folder, { recursive: true });
  for (const signal of Deno.build.os === "windows" ? ["SIGINT"] as const : ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      removeCopy();
      Deno.exit(130);
    });
  }
  try {
    await Deno.mkdir(projectPath("dist"), { recursive: true });
    await tryMutants(copy, options);
  } finally {
    removeCopy();
  }
  // The listeners would keep the program going.
  Deno.exit(0);
}

if (import.meta.main) await runTool(USAGE, readMutateOptions, run);
