/** Lets the engine play against itself under many conditions, and counts every fault. @module */

import { measureSignature, readSignature } from "../../tools/build/signature.ts";
import { messageOf } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import { outputOf } from "../../tools/output.ts";
import { engineOf } from "../options.ts";
import { engineCommand, setUp, UciEngine } from "../uci_engine.ts";
import { readOptions, refuseWords, seedOf, textsOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { type TrialFault, TrialGame, type TrialSetting } from "./arbiter.ts";

const USAGE = `Usage: deno task trial [options]

Plays games of the engine against itself at 1+0.01 and 0.1+0.01 (seconds for the game and for each move), with 1 and 4
threads, each without options, with MultiPV, as Chess960 and with pondering. Exit code 1 if anything goes wrong.

  --games=N           games in all, divided among the settings (160)
  --nodes=N           nodes for each move instead of clocks, with one thread: ordinary games and Chess960
  --bench             also compare the node count of the engine's bench with that of the sources
  --engine=FILE       executable or bundle (dist/hindsight.js)
  --seed=N            seed of the openings (1)
  --margin=MS         milliseconds below zero that a clock may show, because the arbiter may be late (20)
  --setting=TEXT      only the setting with this description, such as "1+0.01, 1 thread". May be repeated
  --help              print this`;

const HASH_MEGABYTES = 16;

export const SETTINGS: readonly TrialSetting[] = [1000, 100].flatMap((baseMs) =>
  [1, 4].flatMap((threads) => {
    const plain = { baseMs, incrementMs: 10, nodes: null, threads, multiPv: 1, chess960: false, ponder: false };
    return [plain, { ...plain, multiPv: 3 }, { ...plain, chess960: true }, { ...plain, ponder: true }];
  })
);

function settingsOfNodes(nodes: number): TrialSetting[] {
  const plain = { baseMs: 0, incrementMs: 0, nodes, threads: 1, multiPv: 1, chess960: false, ponder: false };
  return [plain, { ...plain, chess960: true }];
}

export function describeSetting(setting: TrialSetting): string {
  const { baseMs, incrementMs, nodes, threads, multiPv, chess960, ponder } = setting;
  const extras = [multiPv > 1 ? `, MultiPV ${multiPv}` : "", chess960 ? ", Chess960" : "", ponder ? ", ponder" : ""];
  const pace = nodes === null ? `${baseMs / 1000}+${incrementMs / 1000}` : `${nodes} nodes`;
  return `${pace}, ${threads} thread${threads > 1 ? "s" : ""}${extras.join("")}`;
}

/** Plays the games for a setting. If an engine exits or hangs, two new engines play the rest. */
export async function playSetting(plan: ReturnType<typeof readTrialOptions>["plans"][number]) {
  const random = new Random(plan.seed);
  const faults: TrialFault[] = [];
  let games = 0;
  let plies = 0;
  while (games < plan.games) {
    const gamesBefore = games;
    try {
      await using first = new UciEngine(plan.command, "piped");
      await using second = new UciEngine(plan.command, "piped");
      for (const engine of [first, second]) await prepare(engine, plan.setting);
      while (games < plan.games) {
        const pair: [UciEngine, UciEngine] = games % 2 === 0 ? [first, second] : [second, first];
        games++;
        const game = new TrialGame(
          pair,
          plan.setting,
          drawOpening(random, plan.setting.chess960 ? 1 : 0),
          plan.marginMs,
        );
        try {
          await game.play();
        } finally {
          plies += game.plies;
          faults.push(...game.faults);
        }
      }
      for (const engine of [first, second]) faults.push(...await endEngine(engine));
    } catch (error) {
      faults.push({ kind: "disconnect", text: messageOf(error) });
      // Count a game that did not even begin, so that the loop ends.
      if (games === gamesBefore) games++;
    }
  }
  return { games, plies, faults };
}

function prepare(engine: UciEngine, { threads, multiPv, chess960, ponder }: TrialSetting): Promise<void> {
  const options = { Hash: HASH_MEGABYTES, Threads: threads, MultiPV: multiPv, UCI_Chess960: chess960, Ponder: ponder };
  return setUp(engine, options);
}

/** Any output on standard error is a fault. Throws an Error if the exit code is not 0. */
export async function endEngine(engine: UciEngine): Promise<TrialFault[]> {
  const code = await engine.quit();
  if (code !== 0) throw new Error(`Expected the engine to end with exit code 0, but it ended with ${code}`);
  const errors = (await engine.errors).trim();
  return errors === "" ? [] : [{ kind: "warning", text: `Printed on standard error: ${errors}` }];
}

function findSetting(text: string): TrialSetting {
  const found = SETTINGS.find((setting) => describeSetting(setting) === text);
  if (found !== undefined) return found;
  throw new RangeError(
    `Expected --setting to be one of these, but got "${text}":\n${SETTINGS.map(describeSetting).join("\n")}`,
  );
}

export function readTrialOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const engine = engineOf(flags);
  const named = new Set(textsOf(flags, "setting").map(findSetting));
  const nodes = wholeOf(flags, "nodes", 1);
  if (nodes !== undefined && named.size > 0) throw new RangeError("Expected either --nodes or --setting, but got both");
  const settings = nodes === undefined
    ? SETTINGS.filter((setting) => named.size === 0 || named.has(setting))
    : settingsOfNodes(nodes);
  const total = wholeOf(flags, "games", 1) ?? 160;
  const seed = seedOf(flags) ?? 1n;
  const plans = settings.map((setting, index) => ({
    command: engineCommand(engine),
    setting,
    games: Math.ceil((total - index) / settings.length),
    seed: seed + BigInt(index),
    marginMs: wholeOf(flags, "margin", 0) ?? 20,
  })).filter(({ games }) => games > 0);
  return { bench: flags.bench === true, engine, plans };
}

async function hasSignature(engine: string): Promise<boolean> {
  const [program, ...args] = engineCommand(engine);
  const [built, sources] = [readSignature(await outputOf(program, [...args, "bench"])), await measureSignature()];
  console.log(`Signature of the engine: ${built}, of the sources: ${sources}`);
  return built === sources;
}

async function run({ bench, engine, plans }: ReturnType<typeof readTrialOptions>): Promise<void> {
  let faults = 0;
  let games = 0;
  console.log(`Games of ${engine} against itself`);
  for (const plan of plans) {
    const tally = await playSetting(plan);
    const count = (kind: TrialFault["kind"]) => tally.faults.filter((fault) => fault.kind === kind).length;
    console.log(
      `${describeSetting(plan.setting)}: ${tally.games} games, ${tally.plies} plies; losses on time ${
        count("time")
      }, ` +
        `illegal moves ${count("illegal")}, disconnects ${count("disconnect")}, warnings ${count("warning")}`,
    );
    for (const { kind, text } of tally.faults) console.log(`  ${kind}: ${text}`);
    games += tally.games;
    faults += tally.faults.length;
  }
  console.log(`${games} games, ${faults} faults`);
  const isRight = !bench || await hasSignature(engine);
  if (faults > 0 || !isRight) Deno.exit(1);
}

if (import.meta.main) await runTool(USAGE, readTrialOptions, run);
