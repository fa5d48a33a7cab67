/** Lets the engine solve mate problems, and fails on any mate that is not there. @module */

import { projectPath } from "../../tools/paths.ts";
import { engineOf } from "../options.ts";
import { engineCommand, setUp, UciEngine } from "../uci_engine.ts";
import { parseWhole, readOptions, textOf, wholeOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { type AnalysisLine, mateFault, type MateProblem, readAnalysisLine, readMateProblems } from "./mate_check.ts";

const USAGE = `Usage: deno task mates [options] [FILE]

Searches mate problems at fixed nodes. Exit code 1 if the engine reports a mate that is not there.

  FILE                a problem in each line: FEN and "dm N;", mate in N moves (trials/mates.epd)
  --nodes=N           nodes for each problem (200000)
  --threads=N,...     numbers of threads, one after the other (1,4)
  --multipv=N,...     numbers of lines, one after the other (1,3)
  --engine=FILE       executable or bundle (dist/hindsight.js)
  --help              print this`;

/** How problems are searched. */
export interface MateSearch {
  readonly nodes: number;
  readonly threads: number;
  /** Lines of analysis. */
  readonly multiPv: number;
}

/**
 * Lets an engine search problems.
 *
 * @returns How many have a mate in the end, how many the shortest one, and everything that was wrong, in words.
 * @throws Error if the engine ends or does not answer.
 */
export async function solveMates(
  command: readonly string[],
  problems: readonly MateProblem[],
  { nodes, threads, multiPv }: MateSearch,
) {
  await using engine = new UciEngine(command);
  await setUp(engine, { Threads: threads, MultiPV: multiPv });
  const faults: string[] = [];
  let found = 0;
  let shortest = 0;
  for (const problem of problems) {
    await engine.send("ucinewgame");
    await engine.ready();
    await engine.send(`position fen ${problem.fen}`, `go nodes ${nodes}`);
    let best: AnalysisLine | null = null;
    const [, move] = await engine.until(/^bestmove (\S+)/, (text) => {
      const line = readAnalysisLine(text);
      if (line === null) return;
      if (line.rank === 1) best = line;
      const fault = mateFault(problem, line);
      if (fault !== null && !faults.includes(fault)) faults.push(fault);
    });
    // The type checker does not see that the function above assigns it.
    const last = best as AnalysisLine | null;
    if (last === null || last.moves[0] !== move) faults.push(`The best move ${move} of ${problem.fen} heads no line`);
    if (last !== null && last.mate !== null) found++;
    if (last?.mate === problem.mate) shortest++;
  }
  await engine.quit();
  return { found, shortest, faults };
}

/** Reads the command line. Throws a RangeError if it is wrong. */
export function readMateOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  if (flags._.length > 1) throw new RangeError(`Expected one file at most, but got ${flags._.join(", ")}`);
  const counts = (name: string, fallback: string) =>
    (textOf(flags, name) ?? fallback).split(",").map((text) => parseWhole(text, `--${name}`, 1));
  const nodes = wholeOf(flags, "nodes", 1) ?? 200000;
  const searches = counts("threads", "1,4").flatMap((threads) =>
    counts("multipv", "1,3").map((multiPv) => ({ nodes, threads, multiPv }))
  );
  return {
    file: flags._.length > 0 ? `${flags._[0]}` : projectPath("lab/trials/mates.epd"),
    engine: engineOf(flags),
    searches,
  };
}

async function run({ file, engine, searches }: ReturnType<typeof readMateOptions>): Promise<void> {
  const problems = readMateProblems(await Deno.readTextFile(file));
  let faults = 0;
  for (const search of searches) {
    const tally = await solveMates(engineCommand(engine), problems, search);
    const { nodes, threads, multiPv } = search;
    console.log(
      `Threads ${threads}, MultiPV ${multiPv}, ${nodes} nodes: ${problems.length} problems, ${tally.found} mates found, ` +
        `${tally.shortest} of them shortest, ${tally.faults.length} faults`,
    );
    for (const fault of tally.faults) console.log(`  ${fault}`);
    faults += tally.faults.length;
  }
  if (faults > 0) throw new Error(`${faults} faults`);
}

if (import.meta.main) await runTool(USAGE, readMateOptions, run);
