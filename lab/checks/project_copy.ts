/** A copy of the project in which one source file at a time gets a fault, which may crash or hang a test. @module */

import { outputOf } from "../../tools/output.ts";
import { projectPath } from "../../tools/paths.ts";
import { readSignature } from "../../tools/build/signature.ts";
import { applyMutant, type Mutant } from "./mutants.ts";

/** A stage may take `TIME_FACTOR` times its usual time, plus `TIME_MORE_MS`, before it counts as hung. */
const TIME_FACTOR = 3, TIME_MORE_MS = 15_000;
const TIME_MAX_MS = 900_000;

const TEST_ARGS: readonly string[] = [
  ...["test", "--quiet", "--no-check", "--no-prompt", "--fail-fast", "--allow-read", "--allow-write", "--allow-run"],
  ...["--allow-env", "--allow-net=127.0.0.1"],
];
const BENCH_ARGS: readonly string[] = ["run", "--quiet", "--no-prompt", "--allow-read=.", "main.ts", "bench"];

/** Together, these exercise every part of the rules, the search and the learning. */
export const COMMON_TESTS: readonly string[] = [
  "tests/core/perft_test.ts",
  "tests/core/repetition_test.ts",
  "tests/search/mates_and_draws_test.ts",
  "tests/search/search_test.ts",
  "tests/search/tablebases_test.ts",
  "tests/search/weaker_play_test.ts",
  "tests/search/threads/thread_pool_process_test.ts",
  "tests/uci/protocol_process_test.ts",
];

export const STAGES = ["its own tests", "the signature", "common tests"] as const;
export type Stage = typeof STAGES[number];

export interface MutantResult {
  readonly mutant: Mutant;
  /** `null` if no stage found the fault. */
  readonly killedBy: Stage | null;
  readonly isLate: boolean;
}

/** `outcome` is `late` if the process had to be killed. */
type Ended = { readonly outcome: "passed" | "failed" | "late"; readonly output: string; readonly ms: number };

/** Returns the tests named after the source, then the tests in its folder that import it, directly or indirectly. */
export function ownTestsOf(source: string, tests: ReadonlyMap<string, string>): string[] {
  const name = `tests/${source.replace(/\.ts$/, "")}`;
  const mirror = [`${name}_test.ts`, `${name}_process_test.ts`].filter((path) => tests.has(path));
  const floor = `tests/${source.split("/")[0]}/`;
  const found = new Set([source]);
  // The loop also visits the elements that it adds.
  for (const imported of found) {
    for (const [path, text] of tests) if (importsOf(path, text).includes(imported)) found.add(path);
  }
  const importing = Array.from(found).filter((path) => path.startsWith(floor) && path.endsWith("_test.ts")).sort();
  return Array.from(new Set([...mirror, ...importing]));
}

function importsOf(path: string, text: string): string[] {
  const specifiers = Array.from(text.matchAll(/\bfrom "(\.[^"]*)";/g), (match) => match[1]);
  return specifiers.map((specifier) => new URL(specifier, `file:///${path}`).href.slice("file:///".length));
}

export class ProjectCopy {
  private readonly usual = new Map<string, Ended>();
  private running: Deno.ChildProcess | null = null;

  private constructor(readonly folder: string, readonly paths: readonly string[]) {}

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

  async readSources(folders: readonly string[]): Promise<Map<string, string>> {
    const isBelow = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
    const sources = new Map<string, string>();
    for (const path of this.paths) {
      if (path.endsWith(".ts") && isBelow(path)) sources.set(path, await Deno.readTextFile(`${this.folder}/${path}`));
    }
    return sources;
  }

  /** Runs these stages on a mutant until one of them fails. */
  async tryMutant(mutant: Mutant, own: readonly string[], stages: readonly Stage[]): Promise<MutantResult> {
    const path = `${this.folder}/${mutant.path}`;
    const text = await Deno.readTextFile(path);
    for (const stage of stages) {
      const tests = stage === STAGES[0] ? own : COMMON_TESTS;
      const args = stage === STAGES[1] ? BENCH_ARGS : [...TEST_ARGS, ...tests];
      if (tests.length === 0) continue;
      const usual = await this.runUsual(args);
      await Deno.writeTextFile(path, applyMutant(text, mutant));
      const { outcome, output } = await this.run(args, TIME_FACTOR * usual.ms + TIME_MORE_MS);
      await Deno.writeTextFile(path, text);
      const isFound = outcome !== "passed" ||
        (stage === STAGES[1] && readSignature(output) !== readSignature(usual.output));
      if (isFound) return { mutant, killedBy: stage, isLate: outcome === "late" };
    }
    return { mutant, killedBy: null, isLate: false };
  }

  remove(): void {
    if (this.running !== null) endWithChildren(this.running);
    Deno.removeSync(this.folder, { recursive: true });
  }

  private async runUsual(args: readonly string[]): Promise<Ended> {
    const key = args.join(" ");
    const ended = this.usual.get(key) ?? await this.run(args, TIME_MAX_MS);
    if (ended.outcome !== "passed") throw new Error(`Expected "deno ${key}" to succeed without a fault`);
    this.usual.set(key, ended);
    return ended;
  }

  private async run(args: readonly string[], limit: number): Promise<Ended> {
    const startedAt = performance.now();
    const child = new Deno.Command(Deno.execPath(), {
      ...{ args: [...args], cwd: this.folder, stdin: "null", stdout: "piped", stderr: "null", detached: true },
    }).spawn();
    this.running = child;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endWithChildren(child);
    }, limit);
    const { success, stdout } = await child.output();
    clearTimeout(timer);
    endWithChildren(child);
    this.running = null;
    const ms = performance.now() - startedAt;
    return { outcome: isLate ? "late" : success ? "passed" : "failed", output: new TextDecoder().decode(stdout), ms };
  }
}

function endWithChildren(child: Deno.ChildProcess): void {
  try {
    // A negative number stands for a process group.
    if (Deno.build.os === "windows") child.kill("SIGKILL");
    else Deno.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}
