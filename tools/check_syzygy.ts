/**
 * Checks the tables of a folder, or rather what is read from them.
 *
 *     deno run --allow-read tools/check_syzygy.ts FOLDER [--positions=N] [--retrograde=KPvK,...] [--play=N] [--seed=N]
 *
 * Random positions of every table are compared with the positions a move away; endings named by `--retrograde` are
 * solved (a second for three men, minutes for four) and compared, four men in every 97th position; and KBNvK, KQvKR,
 * KRvK and KPvK are played out from so many random positions each, with 1000 nodes a move. Exits with 1 if anything is
 * wrong.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { formatFen } from "../core/fen.ts";
import { Random } from "../search/random.ts";
import { createCatalog } from "../tablebase/catalog.ts";
import { Prober } from "../tablebase/prober.ts";
import { findTables, openTableFile } from "../uci/table_files.ts";
import { Ending } from "./retrograde.ts";
import { compareWithRetrograde, inconsistency, PlayOuts, randomPosition } from "./syzygy_checks.ts";
import { readCount, refuseUnknown } from "./usage.ts";

/** Of an ending of four men, which positions are compared. */
const STEP_OF_FOUR = 97;
/** Endings that are played out. */
const PLAYED = ["KBNvK", "KQvKR", "KRvK", "KPvK"];
/** Nodes for each move of a game. */
const NODES = 1000;
/** Faults of a kind that are printed in full. */
const SHOWN = 5;

let faults = 0;

function report(what: string, found: readonly string[]): void {
  faults += found.length;
  console.log(found.length === 0 ? `${what}: right` : `${what}: ${found.length} faults`);
  for (const fault of found.slice(0, SHOWN)) console.log(`  ${fault}`);
}

function checkPositions(prober: Prober, name: string, count: number, random: Random): void {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const position = randomPosition(name, random);
    const fault = inconsistency(prober, position);
    if (fault !== "") found.push(`${formatFen(position)}: ${fault}`);
  }
  report(`${name}, ${count} random positions`, found);
}

function checkGames(prober: Prober, name: string, count: number, random: Random): void {
  const found: string[] = [];
  const games = new PlayOuts(prober, NODES);
  let longest = 0;
  let wins = 0;
  for (let i = 0; i < count; i++) {
    const position = randomPosition(name, random);
    const fen = formatFen(position);
    const { promised, reached, plies } = games.play(position);
    longest = Math.max(longest, plies);
    if (promised !== 0) wins++;
    if (promised !== reached) found.push(`${fen}: promised ${promised}, reached ${reached} after ${plies} plies`);
  }
  report(`${name}, ${count} games, ${wins} won by one side, up to ${longest} plies`, found);
}

const flags = parseArgs(Deno.args, {
  string: ["positions", "retrograde", "play", "seed"],
  default: { positions: "1000", retrograde: "", play: "0", seed: "1" },
  unknown: refuseUnknown,
});
const { tables, message } = findTables(String(flags._[0] ?? ""));
console.log(message);
const prober = new Prober(tables, openTableFile, (fault) => report("a table", [fault]));
const random = new Random(BigInt(readCount("seed", flags.seed, 0)));
const names = createCatalog(tables.flatMap(({ wdl, dtz }) => [wdl, dtz].filter((path) => path !== null)));
for (const { name } of names) checkPositions(prober, name, readCount("positions", flags.positions, 0), random);
const solved = new Map<string, Ending>();
for (const name of String(flags.retrograde).split(",").filter((text) => text !== "")) {
  const ending = solved.get(name) ?? new Ending(name, solved);
  const { positions, oneTooLow, faults: found } = compareWithRetrograde(
    prober,
    ending,
    name.length > 4 ? STEP_OF_FOUR : 1,
  );
  report(`${name}, ${positions} positions by retrograde analysis, ${oneTooLow} distances one too low`, found);
}
for (const name of PLAYED) checkGames(prober, name, readCount("play", flags.play, 0), random);
const { openFiles, headerBytes, cache } = prober.tables;
console.log(
  `${openFiles} files open, ${headerBytes} bytes of headers, ${cache.byteLength} of pages, ${cache.pageReads} read`,
);
Deno.exit(faults === 0 ? 0 : 1);
