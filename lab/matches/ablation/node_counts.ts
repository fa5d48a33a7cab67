/**
 * How many nodes a search to a fixed depth costs with a system and without: a quick look at what it does for move
 * ordering.
 *
 * Fewer nodes for the same depth mean better ordering, or more pruning; only games show which. The ratio over the
 * bench positions is a geometric mean, so that every position counts alike, and not the one with the largest tree
 * alone.
 *
 * @module
 */

import type { Setting } from "../../../search/params.ts";
import { outputOf } from "../../../tools/output.ts";
import { engineCommand } from "../../uci_engine.ts";

/** Nodes of each bench position, in order. */
export type NodeCounts = readonly number[];

const POSITION = /^(?:info string )?position (\d+)\/\d+ nodes (\d+)/;

/**
 * Runs the `bench` of a tunable bundle.
 *
 * @param bundle Path of the bundle.
 * @param setting Values for its parameters.
 * @param depth Depth of each search.
 * @throws Error if the engine refuses something or prints no counts.
 */
export async function countNodes(bundle: string, setting: Setting, depth: number): Promise<NodeCounts> {
  const options = Object.entries(setting).map(([name, value]) => `setoption name ${name} value ${value}`);
  const [program, ...args] = engineCommand(bundle);
  const output = await outputOf(program, [...args, ...options, `bench ${depth}`]);
  const counts = readNodeCounts(output);
  if (counts.length === 0) throw new Error(`Expected "bench ${depth}" to print node counts, but it prints:\n${output}`);
  return counts;
}

/** The node counts in what `bench` prints. */
export function readNodeCounts(output: string): NodeCounts {
  return output.split("\n").flatMap((line) => {
    const found = POSITION.exec(line);
    return found === null ? [] : [Number(found[2])];
  });
}

/** Nodes of all positions. */
export function totalOf(counts: NodeCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * By which factor one search is larger than another, as the geometric mean over positions.
 *
 * @throws RangeError if they are of different positions.
 */
export function nodeRatio(counts: NodeCounts, reference: NodeCounts): number {
  if (counts.length !== reference.length || counts.length === 0) {
    throw new RangeError(`Expected counts of the same positions, but got ${counts.length} and ${reference.length}`);
  }
  const logs = counts.reduce((sum, count, index) => sum + Math.log(count / reference[index]), 0);
  return Math.exp(logs / counts.length);
}
