/**
 * Finds moves that deserve praise: the only good move, one of two good moves, or a sound sacrifice.
 *
 * Searches must show that the other moves are far worse, or that accepting the sacrifice does not help. A short search
 * comes first and rejects most moves, which saves time. Obvious moves are not praised: recaptures, captures of
 * undefended pieces, immediate mates.
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

/** The other moves must lower the chance to win by at least this many percentage points, as a blunder does. */
const COST = 15;
/** Moves are equally good if their chances to win differ by less than this. */
const EQUAL = 3;
const KEPT = 35;
/** A move wins if its chance to win is at least this high. */
const WON = 70;
/** A chance to win below `EVEN` is a disadvantage; one below `ADVANTAGE` is not enough to win. */
const EVEN = 50;
const ADVANTAGE = 55;
const CHOICE = 3;
/** A sacrifice gives up at least this much material, in points. */
const GIVEN = 2;
/** Before a sacrifice, the side leads by at most this much material, in points. */
const AHEAD = 2;
const SHOWN_MOVES = 3;

/** A move that was played and is the best one, with search results. */
export type FoundMove = {
  readonly record: GameRecord;
  readonly move: number;
  /** The side's chance to win after the move, as a percentage. */
  readonly chance: number;
  /** The lines found in the position before the move. */
  readonly lines: readonly Line[];
  /** The known lines after the move: the best line, and the game's line. */
  readonly replies: readonly Line[];
};

/** Searches only these moves. Returns the best lines, or none if the search was interrupted. */
export type Ask = (record: GameRecord, moves: readonly string[], lines: number, isShort: boolean) => Promise<
  readonly Line[]
>;

/** Praises a move in a sentence; "" if it deserves no praise. */
export async function praiseOf(found: FoundMove, ask: Ask): Promise<string> {
  const { record, chance, lines: [{ score }] } = found;
  if (chance < KEPT || (score.type === "mate" && score.value === 1)) return "";
  const position = positionAfter(record);
  return await sacrificeText(found, ask) || await onlyText(found, position, ask);
}

async function onlyText({ record, move, chance, lines }: FoundMove, position: Position, ask: Ask): Promise<string> {
  const others = legalMoves(position).filter((each) => each !== move).map((each) => formatUci(each, position.chess960));
  if (others.length < CHOICE || isPlain(position, move, record)) return "";
  const isWhite = position.sideToMove === WHITE;
  const isWorse = (line: Line | undefined): boolean => line !== undefined && chance - chanceOf(line) >= COST;
  // If the search before the move found two alternatives, use them, because a new search could contradict them.
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

/** Whether a move recaptures, or captures a piece that is not sufficiently defended. */
function isPlain(position: Position, move: number, { moves }: GameRecord): boolean {
  if (moveKind(move) === CASTLING) return false;
  const last = moves.at(-1);
  const takesBack = victimType(position, move) !== EMPTY && last !== undefined && moveTo(last) === moveTo(move);
  return takesBack || seeAtLeast(position, move, SEE_VALUES[1]);
}

/** Praises a sacrifice: the opponent can win material, but that does not help. */
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
  // Use a known reply, because a new search could contradict the analysis.
  const known = replies.find(({ moves }) => taking.includes(moves[0]));
  const [line] = known === undefined ? await ask(game, taking, 1, false) : [known];
  if (line === undefined || 100 - chanceOf(line) < chance - COST) return "";
  const accepted = PlayedLine.of(position, line.moves);
  const [first, second] = accepted.steps;
  // Material that is won back immediately was not sacrificed.
  const isTakenBack = second !== undefined && second.captured !== EMPTY && second.victim === first.to;
  if (isTakenBack || firstBalance(accepted) - POINTS[taken] < GIVEN) return "";
  return textOf("sacrifice", {
    given: listOf([first.captured]),
    line: line.san.slice(0, SHOWN_MOVES).join(" "),
    evaluation: describeEvaluation(evaluationOf(line.score, !isWhite)),
  });
}

/** The material lead of the side to move, in points. */
function leadOf({ mailbox, sideToMove }: Position): number {
  return mailbox.reduce((sum, piece) => sum + (piece >> 3 === sideToMove ? 1 : -1) * POINTS[piece & 7], 0);
}

/** The chance to win, as a percentage, for the side that begins the line. */
function chanceOf({ score }: Line): number {
  return winChance(evaluationOf(score, true));
}
