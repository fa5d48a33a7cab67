/**
 * Mate problems, and what is wrong with an engine's answers to them.
 *
 * An engine that is stopped early may miss a mate, or find a longer one. Wrong is a mate that is not there: one that is
 * shorter than the shortest, one for the other side, or one whose line of moves does not end in mate.
 *
 * @module
 */

import { formatFen, parseFen } from "../../core/fen.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { parseUci } from "../../core/notation.ts";

/** A position and how far its mate is. */
export interface MateProblem {
  readonly fen: string;
  /** Moves to the mate with best play, negative if the side to move is mated. */
  readonly mate: number;
}

/** A line of analysis with a score that is not a bound. */
export interface AnalysisLine {
  /** Its place among the lines of MultiPV, from 1. */
  readonly rank: number;
  /** Moves to the mate, negative if the side to move is mated; `null` for any other score. */
  readonly mate: number | null;
  readonly moves: readonly string[];
}

/**
 * Reads a file of problems: a line each, a FEN of four or six fields and `dm N;` (direct mate in N) after it, as EPD
 * has it. Empty lines and those that begin with `#` are skipped.
 *
 * @throws SyntaxError if a line is not a problem; the message shows it.
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

/** Reads an `info` line; `null` if it has no moves, or a score that is a bound only. */
export function readAnalysisLine(line: string): AnalysisLine | null {
  const moves = / pv (.+)$/.exec(line)?.[1].split(" ");
  if (moves === undefined || !line.startsWith("info ") || /\b(lower|upper)bound\b/.test(line)) return null;
  const mate = / score mate (-?\d+)/.exec(line)?.[1];
  const rank = Number(/ multipv (\d+)/.exec(line)?.[1] ?? 1);
  return { rank, mate: mate === undefined ? null : Number(mate), moves };
}

/** What is wrong with a line, in words; `null` if nothing is. */
export function mateFault(problem: MateProblem, { rank, mate, moves }: AnalysisLine): string | null {
  if (mate === null) return null;
  const claim = `mate ${mate} for ${problem.fen}, where it is mate ${problem.mate}`;
  // The best line has the sign of the problem. Further lines may lose where the best one wins, but not the reverse.
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
