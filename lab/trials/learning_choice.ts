/**
 * Measures how long a search thinks right after an analysis, with and without records. The search's clock counts nodes.
 *
 * @module
 */

import { parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { drawOpening, isBalanced } from "../../engine/games/random_openings.ts";
import { Experience } from "../../experience/experience.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { neighbourhood, plant, recordOfKey } from "../../search/experience.ts";
import { unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { allotTime } from "../../search/time.ts";
import { Player } from "../games/player.ts";
import { growTree } from "./learning_files.ts";

/** The number of nodes in the analysis, and the number of nodes that count as a millisecond. */
const ANALYSIS_NODES = 400_000, NODES_PER_MS = 850;
const HASH_MEGABYTES = 16;
/** The size of a tree: more records than an engine looks up. */
const RECORDS_AROUND = 500;
const SEED = 65n;
/**
 * How many records an engine looks up before a search: in 20 ms if it is an analysis, or in 1 ms if there is a clock.
 */
const LOOKED_UP = { analysis: 240, clock: 12 };
/** The searches that get records: the analysis, and the search with a clock after it. */
const CASES = { "neither": "", "the clock": "clock", "both": "analysis clock" };

/** The index of the first opening, from 0, and the number of openings. */
export type Range = Readonly<Record<"from" | "count", number>>;

/** Draws openings in which neither side is far ahead. They are the same in each run. */
export function balancedOpenings(from: number, count: number): string[] {
  const random = new Random(SEED);
  const player = new Player(new Evaluator(embeddedNetwork()), 1);
  const openings: string[] = [];
  while (openings.length < from + count) {
    const fen = drawOpening(random, 0);
    if (isBalanced(player.judge(parseFen(fen)))) openings.push(fen);
  }
  return openings.slice(from);
}

export function compareChoices({ from, count }: Range): void {
  const evaluator = new Evaluator(embeddedNetwork());
  const player = new Player(evaluator, HASH_MEGABYTES);
  const all = Object.values(CASES).map((): number[] => []);
  console.log(`| position | records for ${Object.keys(CASES).join(" | ")} |`);
  for (const [i, fen] of balancedOpenings(from, count).entries()) {
    const known = new Experience();
    known.addAll(growTree({ count: RECORDS_AROUND, depth: 3, width: 4, root: fen }).records);
    for (const [at, which] of Object.values(CASES).entries()) {
      all[at].push(chosenMs(player, parseFen(fen), known, which));
    }
    console.log(`| ${[from + i, ...all.map((each) => each[i].toFixed(1))].join(" | ")} |`);
  }
  const found = all.map(medianAndGreatest);
  for (const [i, name] of ["median", "greatest"].entries()) {
    console.log(`| ${name} | ${found.map((each) => each[i].toFixed(1)).join(" | ")} |`);
  }
}

/** The list must have at least one value. */
export function medianAndGreatest(values: readonly number[]): [median: number, greatest: number] {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
}

/** `which` names the searches (`analysis`, `clock`) that get records. */
function chosenMs(player: Player, position: Position, known: Experience, which: string): number {
  const around = (search: keyof typeof LOOKED_UP): Int32Array | null => {
    let count = 0;
    const isOver = (): boolean => ++count > LOOKED_UP[search];
    return which.includes(search) ? neighbourhood(position, (...key) => recordOfKey(known, ...key), isOver) : null;
  };
  player.forget();
  const analysis = { ...unlimited(), nodes: ANALYSIS_NODES };
  runSearch(player.search, position, analysis, () => {}, around("analysis"));
  plant(player.search.tt, around("clock") ?? new Int32Array(0));
  const bounds = allotTime({ wtime: 1000, btime: 1000 }, position.sideToMove, 10, position.gamePly);
  return player.think(position, { ...bounds, isOnClock: true, nodesPerMs: NODES_PER_MS }).nodes / NODES_PER_MS;
}
