/**
 * A copy of the project, in which one source at a time has a fault and the tests run.
 *
 * Each file of tests runs in its own process, so that a fault that ends or hangs the process stays there. In place
 * of the test of the signature the bench is compared position by position, up to the first that has other nodes: for
 * most faults that is one of the first.
 *
 * @module
 */

import { outputOf } from "../../tools/output.ts";
import { projectPath } from "../../tools/paths.ts";
import { applyMutant, type Mutant } from "./mutants.ts";
import { orderTests, SIGNATURE_TEST } from "./mutation_tests.ts";

/** What a test may take: so many times what it takes without a fault … */
const TIME_FACTOR = 3;
/** … and so many milliseconds more. */
const TIME_MORE_MS = 15_000;
/** What a test may take without a fault, in milliseconds. */
const TIME_MAX_MS = 600_000;

const TEST_ARGS: readonly string[] = [
  ...["test", "--quiet", "--no-check", "--no-prompt", "--fail-fast", "--allow-read", "--allow-write", "--allow-run"],
  ...["--allow-env", "--allow-net=127.0.0.1"],
];
const BENCH_ARGS: readonly string[] = ["run", "--quiet", "--no-prompt", "--allow-read=.", "main.ts", "bench"];

/** What became of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** The test that failed, or `null` if none did. */
  readonly killedBy: string | null;
  /** Whether that is one of the mutant's source. */
  readonly isOwn: boolean;
  /** Whether that test failed because it took too long. */
  readonly isLate: boolean;
}

/** What a test came to; `late` if it had to be ended. */
type Outcome = "passed" | "failed" | "late";

/** A copy of the project in a folder for temporary files. */
export class ProjectCopy {
  /** Milliseconds that each file of tests takes without a fault. */
  private readonly durations = new Map<string, number>();
  /** What the bench prints without a fault, up to its last position. */
  private bench = "";
  private running: Deno.ChildProcess | null = null;

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

  /** Path and text of every TypeScript file below some folders. */
  async readSources(folders: readonly string[]): Promise<Map<string, string>> {
    const isBelow = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
    const sources = new Map<string, string>();
    for (const path of this.paths) if (path.endsWith(".ts") && isBelow(path)) sources.set(path, await this.read(path));
    return sources;
  }

  /** Tries a mutant with its tests but for `skips`, up to the first that fails. Without the fault each must pass. */
  async tryMutant(mutant: Mutant, own: readonly string[], skips: string | null): Promise<MutantResult> {
    for (const test of own) await this.measure(test);
    const tests = orderTests(own, (test) => this.durations.get(test) ?? TIME_MAX_MS);
    const path = `${this.folder}/${mutant.path}`;
    const text = await Deno.readTextFile(path);
    for (const test of tests.filter((test) => test !== skips)) {
      const limit = TIME_FACTOR * await this.measure(test) + TIME_MORE_MS;
      await Deno.writeTextFile(path, applyMutant(text, mutant));
      const outcome = await this.runTest(test, limit);
      await Deno.writeTextFile(path, text);
      if (outcome !== "passed") {
        return { mutant, killedBy: test, isOwn: own.includes(test), isLate: outcome === "late" };
      }
    }
    return { mutant, killedBy: null, isOwn: false, isLate: false };
  }

  /** Ends a test that runs and removes the copy. */
  remove(): void {
    if (this.running !== null) endWithChildren(this.running);
    Deno.removeSync(this.folder, { recursive: true });
  }

  private read(path: string): Promise<string> {
    return Deno.readTextFile(`${this.folder}/${path}`);
  }

  /** Milliseconds that a file of tests takes without a fault. */
  private async measure(test: string): Promise<number> {
    const known = this.durations.get(test);
    if (known !== undefined) return known;
    const start = performance.now();
    if (await this.runTest(test, TIME_MAX_MS) !== "passed") throw new Error(`Expected ${test} to pass without a fault`);
    const duration = performance.now() - start;
    this.durations.set(test, duration);
    return duration;
  }

  /** Runs a file of tests, or the bench in place of that of the signature, for so many milliseconds at most. */
  private async runTest(test: string, limit: number): Promise<Outcome> {
    const isBench = test === SIGNATURE_TEST;
    const child = new Deno.Command(Deno.execPath(), {
      args: isBench ? [...BENCH_ARGS] : [...TEST_ARGS, test],
      cwd: this.folder,
      stdin: "null",
      stdout: isBench ? "piped" : "null",
      stderr: "null",
      detached: true,
    }).spawn();
    this.running = child;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endWithChildren(child);
    }, limit);
    const keepsBench = !isBench || await this.keepsBench(child.stdout);
    if (!keepsBench) endWithChildren(child);
    const { success } = await child.status;
    clearTimeout(timer);
    // A test that fails may leave an engine behind that never ends.
    endWithChildren(child);
    this.running = null;
    if (isLate) return "late";
    return success && keepsBench ? "passed" : "failed";
  }

  /** Whether a bench has the nodes of the first one for each position; `false` at the first that differs. */
  private async keepsBench(output: ReadableStream<Uint8Array>): Promise<boolean> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of output) {
      text += decoder.decode(chunk, { stream: true });
      if (this.bench !== "" && !this.bench.startsWith(text.slice(0, this.bench.length))) return false;
    }
    // The line after those of the positions has the speed.
    if (this.bench === "") this.bench = text.slice(0, text.lastIndexOf("position"));
    return text.length >= this.bench.length;
  }
}

/** Ends a process and those that it started. */
function endWithChildren(child: Deno.ChildProcess): void {
  try {
    // The number of a group of processes is that of its first, with a minus.
    if (Deno.build.os === "windows") child.kill("SIGKILL");
    else Deno.kill(-child.pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}
