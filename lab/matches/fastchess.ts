/** Plays matches between two bundles with fastchess, an arbiter: https://github.com/Disservin/fastchess. @module */

import { linesOf } from "../../tools/output.ts";

/** A sequential test (SPRT) of whether the gain in normalised Elo is `elo0` (no better) or `elo1` (better). */
export interface SprtBounds {
  readonly elo0: number;
  readonly elo1: number;
  /** Probability of accepting `elo1` if `elo0` is true. */
  readonly alpha: number;
  /** Probability of accepting `elo0` if `elo1` is true. */
  readonly beta: number;
}

export const GAIN_BOUNDS: SprtBounds = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1 };

/** `clock` uses fastchess's notation, such as `8+0.08`. */
export type MoveLimit = { readonly nodes: number } | { readonly clock: string };

export interface MatchPlan {
  /** The match tests whether the first engine is stronger. */
  readonly engines: readonly [name: string, bundle: string][];
  readonly limit: MoveLimit;
  /** MB. */
  readonly hash: number;
  readonly book: string;
  /** The seed for the order of the openings. */
  readonly seed: number;
  /** The number of openings; each is played twice, with colours reversed. */
  readonly rounds: number;
  readonly concurrency: number;
  readonly adjudicate: boolean;
  readonly bounds: SprtBounds;
  readonly pgn?: string;
}

export interface MatchResult {
  /** All games, including those of incomplete pairs. */
  readonly games: number;
  readonly timeLosses: number;
  readonly broken: number;
  /** `null` if the test ended without a decision. */
  readonly accepted: "H0" | "H1" | null;
}

function afterLine(result: MatchResult, line: string): MatchResult {
  const [, accepted] = /^SPRT .* completed - (H[01]) was accepted/.exec(line) ?? [];
  if (accepted === "H0" || accepted === "H1") return { ...result, accepted };
  const [, reason] = /^Finished game \d+ \(.+\): (?:1-0|0-1|1\/2-1\/2) \{(.*)\}\s*$/.exec(line) ?? [];
  if (reason === undefined) return result;
  const isLate = reason.includes("loses on time");
  const isBroken = /illegal move|disconnects|stalls|crash/.test(reason);
  return {
    ...result,
    games: result.games + 1,
    timeLosses: result.timeLosses + Number(isLate),
    broken: result.broken + Number(isBroken),
  };
}

/** OpenBench uses the same rules. */
const ADJUDICATION: readonly string[] = [
  ...["-resign", "movecount=3", "score=400", "twosided=true"],
  ...["-draw", "movenumber=40", "movecount=8", "score=10"],
];

/** Finds fastchess through the environment variable FASTCHESS or in the PATH. Throws an Error if there is none. */
export async function findFastchess(): Promise<string> {
  const given = Deno.env.get("FASTCHESS");
  const program = given ?? "fastchess";
  try {
    const { stdout } = await new Deno.Command(program, { args: ["-version"], stdin: "null" }).output();
    const output = new TextDecoder().decode(stdout).trim();
    if (!output.startsWith("fastchess")) {
      throw new Error(`Expected "${program}" to be fastchess, but it prints: ${output}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(
      `Found no fastchess${given === undefined ? " in the PATH" : ` at "${given}"`}: get it from ` +
        "https://github.com/Disservin/fastchess/releases (or build it: git clone, make), then put it in the PATH, or " +
        "set the variable FASTCHESS to its path",
    );
  }
  return given === undefined ? program : await Deno.realPath(given);
}

export function fastchessArguments(plan: MatchPlan, deno: string): string[] {
  const limit = "nodes" in plan.limit ? ["tc=inf", `nodes=${plan.limit.nodes}`] : [`tc=${plan.limit.clock}`];
  const { elo0, elo1, alpha, beta } = plan.bounds;
  const args = [
    ...plan.engines.flatMap((engine) => ["-engine", ...engineArguments(engine, deno)]),
    ...["-each", ...limit, `option.Hash=${plan.hash}`, "option.Threads=1"],
    ...["-openings", `file=${plan.book}`, "format=epd", "order=random"],
    ...["-srand", `${plan.seed}`],
    ...["-rounds", `${plan.rounds}`, "-games", "2", "-repeat"],
    ...["-concurrency", `${plan.concurrency}`, "-recover", "-ratinginterval", "10"],
    ...["-sprt", `elo0=${elo0}`, `elo1=${elo1}`, `alpha=${alpha}`, `beta=${beta}`, "model=normalized"],
  ];
  if (plan.adjudicate) args.push(...ADJUDICATION);
  if (plan.pgn !== undefined) args.push("-pgnout", `file=${plan.pgn}`, "nodes=true", "nps=true");
  return args;
}

function engineArguments([name, bundle]: MatchPlan["engines"][number], deno: string): string[] {
  const cut = Math.max(bundle.lastIndexOf("/"), bundle.lastIndexOf("\\")) + 1;
  const file = bundle.slice(cut);
  // fastchess splits `args` at spaces, so the folder's path, which may contain spaces, goes into `dir`.
  return [
    `name=${name}`,
    `cmd=${deno}`,
    `dir=${bundle.slice(0, cut) || "."}`,
    `args=run --quiet --no-prompt --no-config --no-lock --allow-read=${file} ${file}`,
  ];
}

/** fastchess suggests resuming from a file, but the folder of that file will be removed. */
const WRONG_ADVICE = /^\s*To resume the tournament|-config file=/;

/** Throws an Error with the last lines of output if fastchess fails. */
export async function playMatch(
  fastchess: string,
  plan: MatchPlan,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<MatchResult> {
  let result: MatchResult = { games: 0, timeLosses: 0, broken: 0, accepted: null };
  if (signal.aborted) return result;
  // fastchess leaves a config.json in its working folder.
  const folder = await Deno.makeTempDir({ prefix: "hindsight-match-" });
  const recent: string[] = [];
  try {
    await using child = new Deno.Command(fastchess, {
      args: fastchessArguments(plan, Deno.execPath()),
      cwd: folder,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const interrupt = () => child.kill("SIGINT");
    signal.addEventListener("abort", interrupt);
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const line of linesOf(stream)) {
        if (WRONG_ADVICE.test(line)) continue;
        if (recent.push(line) > 8) recent.shift();
        onLine(line);
        // Ctrl-C also stops the engines, so games that end afterwards do not count.
        if (!signal.aborted) result = afterLine(result, line);
      }
    };
    await Promise.all([read(child.stdout), read(child.stderr)]);
    signal.removeEventListener("abort", interrupt);
    const { success, code } = await child.status;
    // A stopped match always ends with an error code.
    if (!success && !signal.aborted) throw new Error(`fastchess failed with exit code ${code}:\n${recent.join("\n")}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return result;
}
