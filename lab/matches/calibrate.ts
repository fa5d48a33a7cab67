/**
 * Measures how strong the levels of weaker play are, so that `UCI_Elo` means something.
 *
 *     deno task calibrate stockfish:/usr/games/stockfish:1320+-40:UCI_LimitStrength=true,UCI_Elo=1320
 *
 * Levels play each other and opponents whose Elo is given, with its error. The level with the fewest games plays next,
 * against the player that is closest to it in strength, since such games say most. The result is the table for
 * `search/weaker_play.ts`, which fills in what is between two levels by straight lines.
 *
 * The errors that are printed contain those of the opponents. The ratings belong to the time control and the openings
 * that were played.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { untilInterrupted } from "../../system/interrupt.ts";
import { writeBundle } from "../../tools/build/bundle.ts";
import { type Contender, findFastchess, type MatchPlan, type MatchPlayer, playMatch } from "./fastchess.ts";
import { readClock, readMatchSeed } from "./match_options.ts";
import { findBook } from "./openings.ts";
import { absolutePath, projectPath } from "../../tools/paths.ts";
import { Progress } from "../progress.ts";
import { type Encounter, type KnownElo, rate, type Rating } from "./ratings.ts";
import { countGames, reasonToDistrust, type Tally } from "./tally.ts";
import { readCount, readNumber, refuseUnknown, runTool, textOf } from "../../tools/usage.ts";

const USAGE = `Usage: deno task calibrate NAME:PATH:ELO[+-ERROR][:OPTION=VALUE,...] ... [options]

Lets levels of weaker play meet each other and opponents of known strength, and rates them. ERROR is half of the 95 %
interval of ELO (50); with 0 the opponent stays where it is.

  --levels=LIST       levels to rate (0,4,8,12,16,19)
  --tc=CLOCK          seconds for the game and for each move (2+0.02)
  --games=N           games in all (400)
  --chunk=N           games of two players in a row (8)
  --book=FILE         openings, an EPD file (by default one that is made on first use)
  --seed=N            seed of the order of the openings (a random one, which is printed)
  --concurrency=N     games at once (the number of cores)
  --fastchess=PATH    where fastchess is (the variable FASTCHESS, else the PATH)
  --help              print this`;

/** After so many matches that failed, the measurement ends. */
const FAILURES_MAX = 5;
/** A game that was played against an opponent counts like so many points of difference. */
const REPETITION_ELO = 6;

/** Error of an opponent's Elo where none is given: lists of engines seldom agree better. */
const DEFAULT_ERROR = "50";

/** An engine of known strength. */
export interface Opponent extends Contender, KnownElo {}

/** What the command line asks for. */
export interface CalibrateOptions {
  /** Whether only help is wanted. */
  readonly help: boolean;
  /** Engines of known strength. */
  readonly opponents: readonly Opponent[];
  /** Levels to rate. */
  readonly levels: readonly number[];
  /** Clock of each game. */
  readonly clock: string;
  /** Games in all. */
  readonly games: number;
  /** Games of two players in a row. */
  readonly chunk: number;
  /** Path of the book; `undefined` for the one that is made here. */
  readonly book: string | undefined;
  /** Seed of the order of the openings. */
  readonly seed: number;
  /** Games at once. */
  readonly concurrency: number;
  /** Path of fastchess; `undefined` to look for it. */
  readonly fastchess: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws RangeError if something in it is unknown, missing or makes no sense.
 */
export function readCalibrateOptions(args: readonly string[]): CalibrateOptions {
  const flags = parseArgs(args, {
    string: ["_", "levels", "tc", "games", "chunk", "book", "seed", "concurrency", "fastchess"],
    boolean: ["help"],
    default: { levels: "0,4,8,12,16,19", tc: "2+0.02", games: "400", chunk: "8" },
    unknown: refuseUnknown,
  });
  const opponents = flags._.map((text) => readOpponent(String(text)));
  if (flags.help !== true && opponents.length === 0) {
    throw new RangeError("Expected at least one opponent, but got none");
  }
  const levels = String(flags.levels).split(",").map((text) => readNumber("levels", text));
  const names = [...opponents.map(({ name }) => name), ...levels.map(levelName)];
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new RangeError(`Expected players of different names, but "${twice}" occurs twice`);
  if (levels.some((level) => level < 0 || level > 20)) {
    throw new RangeError(`Expected --levels to be within 0 … 20, but got "${flags.levels}"`);
  }
  return {
    help: flags.help === true,
    opponents,
    levels,
    clock: readClock("tc", flags.tc),
    games: readCount("games", flags.games, 2),
    chunk: readCount("chunk", flags.chunk, 2),
    book: textOf(flags, "book"),
    seed: readMatchSeed(flags),
    concurrency: readCount("concurrency", flags.concurrency ?? navigator.hardwareConcurrency, 1),
    fastchess: textOf(flags, "fastchess"),
  };
}

/**
 * Reads `NAME:PATH:ELO[+-ERROR][:OPTION=VALUE,...]`.
 *
 * @throws RangeError if it has another form.
 */
export function readOpponent(text: string): Opponent {
  const found = /^([^:]+):(.+):(\d+)(?:\+-(\d+))?(?::([^:]*=[^:]*))?$/.exec(text);
  if (found === null) {
    throw new RangeError(`Expected an opponent as NAME:PATH:ELO[+-ERROR][:OPTION=VALUE,...], but got "${text}"`);
  }
  const [, name, path, elo, error = DEFAULT_ERROR, settings = ""] = found;
  const options = Object.fromEntries(
    settings.split(",").filter((setting) => setting !== "").map((setting) => {
      const at = setting.indexOf("=");
      if (at < 1) throw new RangeError(`Expected options of an opponent as OPTION=VALUE, but got "${setting}"`);
      return [setting.slice(0, at), setting.slice(at + 1)] as const;
    }),
  );
  // fastchess runs in another folder. A name without a slash is looked for in the PATH.
  const bundle = /[\\/]/.test(path) ? absolutePath(path) : path;
  return { name, bundle, elo: Number(elo), error: Number(error), options };
}

/** The name of a level as a player. */
export function levelName(level: number): string {
  return `level ${level}`;
}

/**
 * The pair that plays next: the level with the fewest games, against the player nearest in strength, where those that
 * it has met less often count as nearer.
 *
 * @param names All players.
 * @param levels Names of those to be rated.
 * @param ratings What is known; players without games are not in it.
 * @param encounters What was played.
 */
export function nextPairing(
  names: readonly string[],
  levels: readonly string[],
  ratings: ReadonlyMap<string, Rating>,
  encounters: readonly Encounter[],
): [first: string, second: string] {
  const gamesOf = (name: string): number => ratings.get(name)?.games ?? 0;
  const first = levels.reduce((least, name) => gamesOf(name) < gamesOf(least) ? name : least);
  const own = ratings.get(first)?.elo;
  const distance = (name: string): number => {
    const met = encounters.filter((each) => [each.first, each.second].includes(first))
      .filter((each) => [each.first, each.second].includes(name)).reduce((sum, { games }) => sum + games, 0);
    const other = ratings.get(name)?.elo;
    return (own === undefined || other === undefined ? 0 : Math.abs(own - other)) + REPETITION_ELO * met;
  };
  const others = names.filter((name) => name !== first);
  return [first, others.reduce((nearest, name) => distance(name) < distance(nearest) ? name : nearest)];
}

/** Ratings as a table, the strongest first. */
export function formatRatings(ratings: ReadonlyMap<string, Rating>): string {
  return Array.from(ratings).sort(([, a], [, b]) => b.elo - a.elo).map(([name, { elo, error, games }]) =>
    `${name.padEnd(20)} ${elo.toFixed(0).padStart(5)} ${error === 0 ? "given" : `± ${error.toFixed(0)}`.padEnd(5)}` +
    `  ${games} games`
  ).join("\n");
}

/** Throws a RangeError if the program of an opponent is missing; the system searches for a name without a folder. */
async function expectOpponents(opponents: readonly Opponent[]): Promise<void> {
  for (const { name, bundle: path } of opponents) {
    if (!/[\\/]/.test(path)) continue;
    const info = await Deno.stat(path).catch(() => null);
    if (info?.isFile !== true) {
      throw new RangeError(`Expected "${name}" to be an engine, but there is no file "${path}"`);
    }
  }
}

async function run(options: CalibrateOptions): Promise<void> {
  if (options.help) return console.log(USAGE);
  await expectOpponents(options.opponents);
  const root = await Deno.realPath(projectPath());
  const fastchess = await findFastchess(options.fastchess);
  const book = await findBook(`${root}/dist`, options.book);
  const folder = await Deno.makeTempDir({ prefix: "hindsight-calibrate-" });
  try {
    await writeBundle(root, "main.ts", `${folder}/engine.js`);
    const levels: Contender[] = options.levels.map((level) => ({
      name: levelName(level),
      bundle: `${folder}/engine.js`,
      options: { "Skill Level": level },
    }));
    const players = new Map([...options.opponents, ...levels].map((player) => [player.name, player]));
    const play: MatchPlayer = (plan, listener, signal) => playMatch(fastchess, plan, listener, signal);
    const progress = new Progress();
    const { ratings, failures } = await untilInterrupted((signal) =>
      measure(players, options, { play, book, progress }, signal)
    );
    progress.clear();
    console.log(formatRatings(ratings));
    if (failures.length >= FAILURES_MAX) {
      throw new Error(`Given up after ${failures.length} matches that failed, the last: ${failures.at(-1)}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a measurement needs besides its options. */
export interface MeasureTools {
  /** Plays a match. */
  readonly play: MatchPlayer;
  /** Path of the book. */
  readonly book: string;
  /** Where it is shown what was played. */
  readonly progress: Pick<Progress, "print" | "show">;
}

/** What a measurement found. */
export interface Measurement {
  /** A rating for each player that is known or has played. */
  readonly ratings: ReadonlyMap<string, Rating>;
  /** Why matches failed, in their order. */
  readonly failures: readonly string[];
}

/**
 * Plays until there are enough games, too many matches failed, or the signal is given.
 *
 * @param players All players by their names.
 * @param signal Ends the running match early; its complete pairs count.
 */
export async function measure(
  players: ReadonlyMap<string, Contender>,
  options: Pick<CalibrateOptions, "opponents" | "levels" | "clock" | "games" | "chunk" | "seed" | "concurrency">,
  { play, book, progress }: MeasureTools,
  signal: AbortSignal,
): Promise<Measurement> {
  const known = new Map(options.opponents.map(({ name, elo, error }) => [name, { elo, error }]));
  const encounters: Encounter[] = [];
  progress.print(`Seed ${options.seed}`);
  const names = Array.from(players.keys());
  const levels = options.levels.map(levelName);
  let ratings = new Map<string, Rating>(Array.from(known, ([name, opponent]) => [name, { ...opponent, games: 0 }]));
  let played = 0;
  const failures: string[] = [];
  let rounds = 0;
  for (
    let opening = 1;
    played < options.games && failures.length < FAILURES_MAX && !signal.aborted;
    opening += rounds
  ) {
    rounds = Math.ceil(Math.min(options.chunk, options.games - played) / 2);
    const [a, b] = nextPairing(names, levels, ratings, encounters);
    const [first, second] = [players.get(a), players.get(b)];
    if (first === undefined || second === undefined) throw new TypeError(`Expected players, but got ${a} and ${b}`);
    const plan: MatchPlan = {
      ...{ first, second, book, opening, seed: options.seed },
      limit: { clock: options.clock },
      // The load of the machine must not decide a game.
      marginMs: 5000,
      hash: 16,
      rounds,
      concurrency: options.concurrency,
      adjudicate: true,
    };
    const tally = await playSoundly(play, plan, signal).catch((error: Error) => {
      // On a busy machine an engine may fail to start in time: the measurement goes on without this match.
      failures.push(error.message);
      progress.print(`${a} – ${b}, not counted: ${error.message}`);
      return null;
    });
    if (tally === null || countGames(tally) === 0) continue;
    const games = countGames(tally);
    played += games;
    encounters.push({ first: a, second: b, points: tally.wins + tally.draws / 2, games });
    ratings = rate(encounters, known);
    progress.print(`${a} – ${b}: ${tally.wins + tally.draws / 2} of ${games}`);
    progress.show(`${played} of ${options.games} games`);
  }
  return { ratings, failures };
}

/**
 * Plays a match whose games count.
 *
 * @returns The games; without a pair only if the signal ended the match before its first one.
 * @throws Error if the match fails, ends by itself without a complete pair, or has games that decide nothing.
 */
async function playSoundly(play: MatchPlayer, plan: MatchPlan, signal: AbortSignal): Promise<Tally> {
  const { tally } = await play(plan, {}, signal);
  const distrust = reasonToDistrust(tally);
  if (distrust !== "") throw new Error(distrust);
  if (countGames(tally) === 0 && !signal.aborted) throw new Error("No pair of games was completed");
  return tally;
}

if (import.meta.main) await runTool(USAGE, readCalibrateOptions, run);
