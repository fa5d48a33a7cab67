/** Counts, for each first move, the lines of legal moves of a given length. @module */

import { parseFen, START_FEN } from "../core/fen.ts";
import { formatUci } from "../core/notation.ts";
import { divide } from "../core/perft.ts";
import type { Position } from "../core/position.ts";
import { runTool } from "./usage.ts";

const DEFAULT_DEPTH = "5";

const USAGE = `Usage: deno task perft [depth] [FEN]

Counts the lines of legal moves of a given length, by default ${DEFAULT_DEPTH} plies from the initial position.`;

type PerftOptions = { readonly depth: number; readonly position: Position };

function readPerftOptions(args: readonly string[]): PerftOptions {
  const [depth = DEFAULT_DEPTH, ...fenFields] = args;
  if (!/^\d+$/.test(depth)) {
    throw new RangeError(`Expected the depth to be a whole number of plies, but got "${depth}"`);
  }
  return { depth: Number(depth), position: parseFen(fenFields.join(" ") || START_FEN) };
}

function printCounts({ position, depth }: PerftOptions): void {
  const start = performance.now();
  let nodes = 0;
  divide(position, depth, (move, count) => {
    console.log(`${formatUci(move, position.chess960)}: ${count}`);
    nodes += count;
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`\n${nodes} nodes in ${seconds.toFixed(3)} s, ${(nodes / seconds / 1e6).toFixed(1)} Mn/s`);
}

await runTool(USAGE, readPerftOptions, printCounts);
