/**
 * Sends correct lines, wrong lines and noise to an engine without waiting. Every answer must be right.
 *
 * @module
 */

import * as fc from "fast-check";
import { messageOf } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { readOptions, refuseWords, seedOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { describeOptions } from "../../uci/options.ts";
import { tokenize } from "../../uci/parse.ts";
import { engineOf } from "../options.ts";
import { type Engine, engineCommand, UciEngine } from "../uci_engine.ts";
import { expectClearMessage } from "./fuzz_target.ts";
import { FENS } from "./fuzz_text.ts";

const USAGE = `Usage: deno task protocol [options]

Sends random lines to an engine, and fails if an answer is late, missing, superfluous or illegal.

  --lines=N           lines in all (5000)
  --seed=N            seed of the lines (1)
  --late=MS           maximum time until a readyok, in milliseconds (3000)
  --engine=FILE       executable or bundle (dist/hindsight.js)
  --help              print this`;

/** At most this many lines are sent before the answers are counted. */
const BURST_MAX = 12;
/** The longest pause after a line. Half of the lines have no pause after them. */
const PAUSE_MAX_MS = 40;
const PATIENCE_MS = 30_000;

/** Commands that start or stop long-running work. */
const LONG_LINES = [
  ...["perft 4", "go perft 4", "bench 3", "go infinite", "go movetime 60", "go wtime 500 btime 500", "go depth 9"],
  ...["setoption name Threads value 1", "setoption name Threads value 3", "setoption name Threads value 8"],
  ...["setoption name Hash value 1", "setoption name Hash value 64", "setoption name Hash value 300"],
  ...["ucinewgame", "setoption name Clear Hash", "isready", "stop", "position startpos", "go depth 0 wtime 90"],
  ...["go depth 2 searchmoves e2e5 a2a3", "setoption name EvalFile value no/such/file", "isready", "isready"],
];

const NUMBERS = ["0", "1", "2", "3", "-1", "1.5", "NaN", "1e3", "+2", "", "true"];
const OPTIONS = [
  ...describeOptions().map((line) => /^option name (.+?) type /.exec(line)![1]),
  "hash ",
  "No Such Option",
  "__proto__",
];
const GO_WORDS = ("depth nodes movetime wtime btime winc movestogo mate infinite ponder searchmoves e2e4 e7e8q " +
  "perft").split(" ");
const WORDS = [
  ...("position startpos fen moves setoption name value isready ucinewgame stop ponderhit debug register d eval flip " +
    "histories uci help version constructor toString \u0000 ü").split(" "),
  "=".repeat(300),
];
const MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "e1g1", "e1h1", "a7a8q", "0000", "e2e5", "x"];

function words(pool: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pool), { maxLength }).map((chosen) => chosen.join(" "));
}

/** Draws lines; about half of them are correct. */
const LINES: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom("depth", "nodes", "movetime", "mate", "wtime"), fc.constantFrom("1", "2", "3")).map((pair) =>
    `go ${pair.join(" ")}`
  ),
  fc.constantFrom(
    ...["go infinite", "go ponder wtime 10 btime 10", "go", "stop", "ponderhit", "isready", "ucinewgame", "d", "eval"],
    ...["flip", "histories 2"],
  ),
  words([...GO_WORDS, ...NUMBERS], 6).map((text) => `go ${text}`),
  words(MOVES, 6).map((moves) => `position startpos moves ${moves}`),
  fc.tuple(FENS, words(MOVES, 3)).map(([fen, moves]) => `position fen ${fen} moves ${moves}`),
  fc.tuple(fc.constantFrom(...OPTIONS), fc.constantFrom(...NUMBERS, "false", "<empty>", "no/such/file"))
    .map(([name, value]) => `setoption name ${name} value ${value}`),
  words([...WORDS, ...GO_WORDS, ...NUMBERS], 6),
  fc.string({ maxLength: 40, unit: "binary" }),
);

export interface ProtocolPlan {
  readonly lines: number;
  readonly seed: bigint;
  /** The time after which a `readyok` counts as late. */
  readonly lateMs: number;
}

function drawLines({ lines, seed }: ProtocolPlan): string[] {
  const random = new Random(seed);
  const short = fc.sample(LINES, { numRuns: lines, seed: random.below(2 ** 31 - 1) });
  return short.map((line) => random.below(3) === 0 ? LONG_LINES[random.below(LONG_LINES.length)] : line)
    // Each input must be a single line, and must not end the engine.
    .map((line) => line.replace(/[\r\n]/g, " ")).filter((line) => tokenize(line)[0] !== "quit");
}

function isSearch(line: string): boolean {
  const [name, ...words] = tokenize(line);
  return name === "go" && !words.includes("perft");
}

/** Throws an Error if the engine exits or hangs. Each fault is shown with the lines before it. */
export async function converse(engine: Engine, plan: ProtocolPlan) {
  const random = new Random(plan.seed + 1n);
  const faults: string[] = [];
  const waiting: number[] = [];
  let [sent, allGoes, goes, best, latestMs, last] = [0, 0, 0, 0, 0, ""];
  let recent: string[] = [];
  const fail = (what: string) => faults.push(`${what}, after these lines:\n  ${recent.join("\n  ")}`);
  const visit = (line: string): void => {
    if (line.startsWith("bestmove")) [best, last] = [best + 1, line.split(" ")[1]];
    if (line.startsWith("info string ")) {
      try {
        expectClearMessage(line.slice("info string ".length));
      } catch (error) {
        fail(messageOf(error));
      }
    }
    if (line !== "readyok") return;
    const ms = performance.now() - (waiting.shift() ?? Infinity);
    latestMs = Math.max(latestMs, ms);
    if (!(ms <= plan.lateMs)) fail(`A readyok came after ${Math.round(ms)} ms`);
  };
  const send = async (line: string): Promise<void> => {
    recent.push(line);
    if (tokenize(line)[0] === "isready") waiting.push(performance.now());
    if (isSearch(line)) goes++;
    await engine.send(line);
    sent++;
  };
  const settle = async (): Promise<void> => {
    await send("isready");
    while (waiting.length > 0) visit((await engine.until(/^readyok$/, visit, PATIENCE_MS))[0]);
    await send("stop");
    while (best < goes) visit((await engine.until(/^bestmove.*/, visit, PATIENCE_MS))[0]);
    await send("isready");
    while (waiting.length > 0) visit((await engine.until(/^readyok$/, visit, PATIENCE_MS))[0]);
    if (best !== goes) fail(`${best} best moves for ${goes} searches`);
    allGoes += goes;
    best = goes = 0;
  };
  const lines = drawLines(plan).filter((line) => !tokenize(line).includes("perft") || /^(go )?perft \d$/.test(line));
  while (lines.length > 0 && faults.length === 0) {
    recent = [];
    for (const line of lines.splice(0, 1 + random.below(BURST_MAX))) {
      await send(line);
      if (random.below(2) === 0) await new Promise((resolve) => setTimeout(resolve, random.below(PAUSE_MAX_MS)));
    }
    await settle();
    // The engine answers isready during a perft, but a search waits until the perft has ended.
    await send("go nodes 30");
    await settle();
    const legal: string[] = [];
    await send("perft 1");
    await engine.until(/^(Nodes searched|info string The latest position was refused)/, (line) => {
      const [, move] = /^(\S+): 1$/.exec(line) ?? [];
      if (move !== undefined) legal.push(move);
      visit(line);
    }, PATIENCE_MS);
    await send("go nodes 30");
    await settle();
    if (legal.length === 0 ? last !== "(none)" : !legal.includes(last)) {
      fail(`${last} is none of the legal moves ${legal.join(" ")}`);
    }
  }
  return { sent, goes: allGoes, latestMs, faults };
}

export function readProtocolOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  return {
    engine: engineOf(flags),
    lines: wholeOf(flags, "lines", 1) ?? 5000,
    seed: seedOf(flags) ?? 1n,
    lateMs: wholeOf(flags, "late", 1) ?? 3000,
  };
}

async function run({ engine: file, ...plan }: ReturnType<typeof readProtocolOptions>): Promise<void> {
  await using engine = new UciEngine(engineCommand(file), "piped");
  const { sent, latestMs, faults } = await converse(engine, plan);
  for (const fault of faults) console.log(fault);
  console.log(`${sent} lines with --seed=${plan.seed}; the latest readyok after ${Math.round(latestMs)} ms`);
  const code = await engine.quit();
  const errors = (await engine.errors).trim();
  if (faults.length > 0 || code !== 0 || errors !== "") throw new Error(`The engine failed: code ${code} ${errors}`);
}

if (import.meta.main) {
  await runTool(USAGE, readProtocolOptions, (options) =>
    run(options).catch((error) => {
      console.log(messageOf(error));
      Deno.exit(1);
    }));
}
