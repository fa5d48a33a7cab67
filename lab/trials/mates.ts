/** Gives mate problems to an engine, and fails if it reports a false mate. A missed mate is not a fault. @module */

import { formatFen, parseFen } from "../../core/fen.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { parseUci } from "../../core/notation.ts";
import { projectPath } from "../../tools/paths.ts";
import { engineOf } from "../options.ts";
import { engineCommand, setUp, UciEngine } from "../uci_engine.ts";
import { parseWhole, readOptions, textOf, wholeOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";

const USAGE = `Usage: deno task mates [options] [FILE]

Searches mate problems at fixed nodes. Exit code 1 if the engine reports a false mate.

  FILE                a problem on each line: FEN and "dm N;", mate in N moves (trials/mates.epd)
  --nodes=N           nodes for each problem (200000)
  --threads=N,...     numbers of threads, one after the other (1,4)
  --multipv=N,...     numbers of lines, one after the other (1,3)
  --engine=FILE       executable or bundle (dist/hindsight.js)
  --help              print this`;

interface MateProblem {
  readonly fen: string;
  /** Negative if the side to move is mated. */
  readonly mate: number;
}

interface AnalysisLine {
  /** The line's rank, counted from 1. */
  readonly rank: number;
  /** Negative if the side to move is mated; `null` for any other score. */
  readonly mate: number | null;
  readonly moves: readonly string[];
}

/**
 * Reads one problem per line: a FEN of four or six fields, then `dm N;` (direct mate in N). Throws a SyntaxError for
 * any other form.
 */
export function readMateProblems(text: string): MateProblem[] {
  const problems: MateProblem[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const found = /^\s*((?:\S+\s+){3}\S+(?:\s+\d+\s+\d+)?)\s.*?\bdm\s+(-?\d+)\s*(?:;|$)/.exec(line);
    const mate = Number(found?.[2] ?? 0);
    if (found === null || mate === 0) {
      throw new SyntaxError(`Expected a FEN and 'dm N;' with a number other than 0, but got '${line}'`);
    }
    problems.push({ fen: formatFen(parseFen(found[1])), mate });
  }
  return problems;
}

/** `null` if the line has no moves, or if its score is only a bound. */
export function readAnalysisLine(line: string): AnalysisLine | null {
  const moves = / pv (.+)$/.exec(line)?.[1].split(" ");
  if (moves === undefined || !line.startsWith("info ") || /\b(lower|upper)bound\b/.test(line)) return null;
  const mate = / score mate (-?\d+)/.exec(line)?.[1];
  const rank = Number(/ multipv (\d+)/.exec(line)?.[1] ?? 1);
  return { rank, mate: mate === undefined ? null : Number(mate), moves };
}

/** What is wrong with a line that claims a mate; `null` if nothing is. */
export function mateFault(problem: MateProblem, { rank, mate, moves }: AnalysisLine): string | null {
  if (mate === null) return null;
  const claim = `mate ${mate} in ${problem.fen}, where mate ${problem.mate} is right`;
  // In the best line, the winner must be the same as in the problem. Other lines may lose if the best line wins.
  const isOtherSide = mate > 0 ? problem.mate < 0 : problem.mate > 0 && rank === 1;
  if (isOtherSide) return `A mate for the other side: ${claim}`;
  const isTooShort = Math.sign(mate) === Math.sign(problem.mate) && rank === 1 &&
    Math.abs(mate) < Math.abs(problem.mate);
  if (isTooShort || (mate > 0 && mate < problem.mate)) return `A mate that is too short: ${claim}`;
  const plies = mate > 0 ? 2 * mate - 1 : -2 * mate;
  if (moves.length !== plies) {
    return `A line of ${moves.length} moves instead of ${plies}: ${claim}: ${moves.join(" ")}`;
  }
  const position = parseFen(problem.fen);
  try {
    for (const move of moves) position.make(parseUci(position, move));
  } catch {
    return `A line with a move that is not legal: ${claim}: ${moves.join(" ")}`;
  }
  const isMate = position.inCheck && !hasLegalMove(position);
  return isMate ? null : `A line that does not end in mate: ${claim}: ${moves.join(" ")}`;
}

/** Throws an Error if the engine exits or does not answer. */
export async function solveMates(
  command: readonly string[],
  problems: readonly MateProblem[],
  { nodes, threads, multiPv }: Readonly<Record<"nodes" | "threads" | "multiPv", number>>,
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
    // The callback assigned `best`, but the type checker does not see that.
    const last = best as AnalysisLine | null;
    if (last === null || last.moves[0] !== move) faults.push(`The best move ${move} in ${problem.fen} begins no line`);
    if (last !== null && last.mate !== null) found++;
    if (last?.mate === problem.mate) shortest++;
  }
  await engine.quit();
  return { found, shortest, faults };
}

export function readMateOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  if (flags._.length > 1) throw new RangeError(`Expected at most one file, but got ${flags._.join(", ")}`);
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
        `${tally.shortest} of them the shortest, ${tally.faults.length} faults`,
    );
    for (const fault of tally.faults) console.log(`  ${fault}`);
    faults += tally.faults.length;
  }
  if (faults > 0) throw new Error(`${faults} faults`);
}

if (import.meta.main) await runTool(USAGE, readMateOptions, run);
