/**
 * Finds moves that deserve praise: the only good move, one of two good moves, or a sound sacrifice.
 *
 * Searches prove this: the other moves must be far worse, or the captures that accept the sacrifice must not help. A
 * short search comes first, so most moves cost little. Moves that any player would find get no praise: recaptures,
 * captures of undefended pieces, immediate mates.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import { CASTLING, EMPTY, moveKind, moveTo, POINTS, WHITE } from "../../core/types.ts";
import type { Line } from "../line.ts";
import { firstBalance } from "../mistakes/gain.ts";
import { PlayedLine } from "../mistakes/played_line.ts";
import { textOf } from "../mistakes/texts.ts";
import { listOf } from "../mistakes/wording.ts";
import { describeEvaluation, evaluationOf, winChance } from "./evaluation.ts";
import { positionAfter } from "./replay.ts";

/** Percentage points of the chance to win that the other moves must cost, the same as for a blunder. */
const COST = 15;
/** Maximum difference between moves that count as equally good. */
const EQUAL = 3;
/** Minimum chance to win after a praised move. */
const KEPT = 35;
/** Minimum chance to win after a move that counts as winning. */
const WON = 70;
/** Below the first chance, a move is worse than even; below the second, it no longer wins. */
const EVEN = 50;
const ADVANTAGE = 55;
/** Minimum number of other moves. */
const CHOICE = 3;
/** Minimum material that a sacrifice gives up, in points. */
const GIVEN = 2;
/** Maximum material lead that a side may have before its sacrifice, in points. */
const AHEAD = 2;
/** Number of moves to show from a line. */
const SHOWN_MOVES = 3;

/** The best move of a position, if it was played, with the searches of the positions before and after it. */
export interface FoundMove {
  /** The game up to the position before the move. */
  readonly record: GameRecord;
  /** The move. */
  readonly move: number;
  /** The chance to win, in per cent, after the move, for the side that made it. */
  readonly chance: number;
  /** The lines that the search of the position before the move found. */
  readonly lines: readonly Line[];
  /**
   * The lines of the analysis after the move: the best line, and the line that begins with the next move of the game,
   * if they exist.
   */
  readonly replies: readonly Line[];
}

/** Searches only these moves of a position. Returns the best lines; none if the search was interrupted. */
export type Ask = (record: GameRecord, moves: readonly string[], lines: number, isShort: boolean) => Promise<
  readonly Line[]
>;

/** A sentence that praises a move; "" for no praise. */
export async function praiseOf(found: FoundMove, ask: Ask): Promise<string> {
  const { record, chance, lines: [{ score }] } = found;
  if (chance < KEPT || (score.type === "mate" && score.value === 1)) return "";
  const position = positionAfter(record);
  return await sacrificeText(found, ask) || await onlyText(found, position, ask);
}

/** The sentence about the only good move, or about one of two good moves. */
async function onlyText({ record, move, chance, lines }: FoundMove, position: Position, ask: Ask): Promise<string> {
  const others = legalMoves(position).filter((each) => each !== move).map((each) => formatUci(each, position.chess960));
  if (others.length < CHOICE || isPlain(position, move, record)) return "";
  const isWhite = position.sideToMove === WHITE;
  const isWorse = (line: Line | undefined): boolean => line !== undefined && chance - chanceOf(line) >= COST;
  // The search before the move may have found the other moves already. A new search must not contradict it.
  let found = lines.slice(1);
  const isKnown = found.length > 1;
  for (const isShort of [true, false]) {
    if (!isKnown) found = [...await ask(record, others, 2, isShort)];
    if (!isWorse(found[0]) && !isWorse(found[1])) return "";
  }
  const [second, third] = found;
  const words = (line: Line): Record<string, string> => ({
    next: line.san[0],
    evaluation: describeEvaluation(evaluationOf(line.score, isWhite)),
  });
  if (isWorse(second)) return chanceOf(second) < (chance < WON ? EVEN : ADVANTAGE) ? textOf("only", words(second)) : "";
  const isOneOfTwo = third !== undefined && chance - chanceOf(second) < EQUAL && chanceOf(third) < KEPT;
  return isOneOfTwo ? textOf("oneOfTwo", { ...words(third), other: second.san[0] }) : "";
}

/** Whether a move is obvious: it recaptures, or captures a piece that is not sufficiently defended. */
function isPlain(position: Position, move: number, { moves }: GameRecord): boolean {
  if (moveKind(move) === CASTLING) return false;
  const last = moves.at(-1);
  const takesBack = victimType(position, move) !== EMPTY && last !== undefined && moveTo(last) === moveTo(move);
  return takesBack || seeAtLeast(position, move, SEE_VALUES[1]);
}

/** The sentence about a sound sacrifice: the opponent can capture more than it lost, but that does not help. */
async function sacrificeText({ record, move, chance, replies }: FoundMove, ask: Ask): Promise<string> {
  const position = positionAfter(record);
  const isWhite = position.sideToMove === WHITE;
  if (leadOf(position) > AHEAD) return "";
  const taken = moveKind(move) === CASTLING ? EMPTY : victimType(position, move);
  position.make(move);
  const takers = legalMoves(position).filter((each) =>
    moveKind(each) !== CASTLING && victimType(position, each) !== EMPTY &&
    seeAtLeast(position, each, SEE_VALUES[taken] + GIVEN * SEE_VALUES[1])
  );
  if (takers.length === 0) return "";
  const game = { ...record, moves: [...record.moves, move] };
  const taking = takers.map((each) => formatUci(each, position.chess960));
  // The new search must not contradict the existing analysis of the sacrifice.
  const known = replies.find(({ moves }) => taking.includes(moves[0]));
  const [line] = known === undefined ? await ask(game, taking, 1, false) : [known];
  if (line === undefined || 100 - chanceOf(line) < chance - COST) return "";
  const accepted = PlayedLine.of(position, line.moves);
  const [first, second] = accepted.steps;
  // Material that is recaptured, or won back before the exchanges end, was not sacrificed.
  const isTakenBack = second !== undefined && second.captured !== EMPTY && second.victim === first.to;
  if (isTakenBack || firstBalance(accepted) - POINTS[taken] < GIVEN) return "";
  return textOf("sacrifice", {
    given: listOf([first.captured]),
    line: line.san.slice(0, SHOWN_MOVES).join(" "),
    evaluation: describeEvaluation(evaluationOf(line.score, !isWhite)),
  });
}

/** The points of the pieces of the side to move, minus the opponent's. */
function leadOf({ mailbox, sideToMove }: Position): number {
  return mailbox.reduce((sum, piece) => sum + (piece >> 3 === sideToMove ? 1 : -1) * POINTS[piece & 7], 0);
}

/** The chance to win, in per cent, for the side that makes the first move of a line. */
function chanceOf({ score }: Line): number {
  return winChance(evaluationOf(score, true));
}
