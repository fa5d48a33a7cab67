/**
 * The phases of a game: opening, middlegame, endgame. A phase that is over does not return.
 *
 * The middlegame begins when ten or fewer knights, bishops, rooks and queens are left, or when a side has fewer than
 * four men on its first rank. The endgame begins when six or fewer of these pieces are left. A move belongs to the
 * phase of the position before it. The idea is from lichess, which also uses other criteria.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, EMPTY, KING, PAWN, pieceColour, pieceType, WHITE } from "../../core/types.ts";
import { accuracyOf, type Chances, type JudgedMoves, type PlayerSummary } from "./judgement.ts";
import { positionAfter } from "./replay.ts";

/** A phase of a game. */
export type Phase = "opening" | "middlegame" | "endgame";
/** The phases, first to last. */
export const PHASES: readonly Phase[] = ["opening", "middlegame", "endgame"];

/** Maximum number of knights, bishops, rooks and queens in this phase. */
const MIDDLEGAME_PIECES = 10;
const ENDGAME_PIECES = 6;
/** A side is undeveloped while at least this many of its men are on its first rank. */
const UNDEVELOPED_MEN = 4;

/** The number and the accuracy of a player's moves in a phase. */
export type PhaseSummary = Pick<PlayerSummary, "moves" | "accuracy">;

/** A player's summary for each phase. */
export type PhaseSummaries = Readonly<Record<Phase, PhaseSummary>>;

/** The phase of each move. */
export function phasesOf(record: GameRecord): Phase[] {
  const position = positionAfter(record, 0);
  let phase = 0;
  return record.moves.map((move) => {
    phase = Math.max(phase, phaseNow(position));
    position.make(move);
    return PHASES[phase];
  });
}

/** The index of the phase that the pieces on the board suggest. */
function phaseNow({ mailbox }: Position): number {
  const pieces = mailbox.filter((piece) => pieceType(piece) > PAWN && pieceType(piece) < KING).length;
  if (pieces <= ENDGAME_PIECES) return 2;
  const white = mailbox.slice(0, 8).filter((piece) => piece !== EMPTY && pieceColour(piece) === WHITE);
  const black = mailbox.slice(56).filter((piece) => piece !== EMPTY && pieceColour(piece) === BLACK);
  const leastMen = Math.min(white.length, black.length);
  return pieces <= MIDDLEGAME_PIECES || leastMen < UNDEVELOPED_MEN ? 1 : 0;
}

/** Totals for a player's moves in each phase. The other parameters are those of `summarizePlayer`. */
export function summarizePhases(moves: JudgedMoves, chances: Chances, parity: number, phases: Phase[]): PhaseSummaries {
  const summaryOf = (phase: Phase): PhaseSummary => {
    const plies = moves.flatMap((move, ply) => move !== null && ply % 2 === parity && phases[ply] === phase ? ply : []);
    return { moves: plies.length, accuracy: accuracyOf(moves, chances, plies) };
  };
  return { opening: summaryOf("opening"), middlegame: summaryOf("middlegame"), endgame: summaryOf("endgame") };
}
