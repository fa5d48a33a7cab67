/**
 * The hand-crafted evaluation: what a position is worth by rules that people could state.
 *
 * Each term scores one colour for the middlegame and the endgame at once, both halves packed into one integer; the
 * sum is tapered between the two by the material left. Terms run in an order that completes the attack maps before
 * those that read them; `trace` runs the same functions and keeps what each returned.
 *
 * It is the teacher of the first network: clear and sound matter more here than the last Elo.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../core/types.ts";
import { isBareKing, mopUp, scaleFactor, strongSide } from "./handcrafted_endgame.ts";
import { kingSafety } from "./handcrafted_king.ts";
import { MAP_WORDS, popcount64, startMaps } from "./handcrafted_maps.ts";
import { passedPawns, pawnScore, pawnStructure } from "./handcrafted_pawns.ts";
import { pieces } from "./handcrafted_pieces.ts";
import { space, threats } from "./handcrafted_threats.ts";
import { endgameOf, middlegameOf, PHASE, SCALE_FULL, SPACE_PHASE, TEMPO } from "./handcrafted_weights.ts";

/** Greatest absolute value of an evaluation, centipawns. */
const MAX_SCORE = 20000;

/** One row of a trace: what a term gives each colour, centipawns. */
export interface EvaluationTerm {
  /** What the term judges. */
  name: string;
  /** White's middlegame part. */
  whiteMiddlegame: number;
  /** White's endgame part. */
  whiteEndgame: number;
  /** Black's middlegame part. */
  blackMiddlegame: number;
  /** Black's endgame part. */
  blackEndgame: number;
}

/** Evaluates positions by hand-written terms. Two instances are independent of each other. */
export class HandCraftedEvaluation {
  /** Scratch memory and pawn table; see handcrafted_maps.ts. */
  private readonly maps = new Int32Array(MAP_WORDS);

  /** Empties the pawn table. No result changes by it. */
  clear(): void {
    this.maps.fill(0);
  }

  /**
   * Judges a position by its pieces; clocks and repetitions are not looked at.
   *
   * @param position The position, which is left as it is.
   * @returns Centipawns from the side to move, −20000 … 20000.
   */
  evaluate(position: Position): number {
    const bits = position.bits;
    const maps = this.maps;
    const kings = position.kings;
    const white = kings[WHITE];
    const black = kings[BLACK];
    let score = pawnScore(maps, position);
    startMaps(maps, bits, white, black);
    score += pieces(bits, maps, WHITE, white) - pieces(bits, maps, BLACK, black);
    score += kingSafety(bits, maps, WHITE, white) - kingSafety(bits, maps, BLACK, black);
    score += threats(bits, maps, WHITE) - threats(bits, maps, BLACK);
    score += passedPawns(position, maps, WHITE) - passedPawns(position, maps, BLACK);
    const left = materialLeft(bits);
    const phase = phaseBy(bits, left);
    if (phase >= SPACE_PHASE) score += space(bits, maps, WHITE) - space(bits, maps, BLACK);
    const endgame = finalEndgame(position, maps, endgameOf(score), left);
    return taper(position, middlegameOf(score), endgame, phase);
  }

  /**
   * Judges a position term by term, for people.
   *
   * @param position The position, which is left as it is.
   * @returns Rows whose sums, tapered as `taper` does, are what `evaluate` returns.
   */
  trace(position: Position): EvaluationTerm[] {
    const bits = position.bits;
    const maps = this.maps;
    const kings = position.kings;
    const rows: EvaluationTerm[] = [];
    const add = (name: string, term: (colour: number) => number): void => {
      const white = term(WHITE);
      const black = term(BLACK);
      rows.push({
        name,
        whiteMiddlegame: middlegameOf(white),
        whiteEndgame: endgameOf(white),
        blackMiddlegame: middlegameOf(black),
        blackEndgame: endgameOf(black),
      });
    };
    pawnScore(maps, position);
    startMaps(maps, bits, kings[WHITE], kings[BLACK]);
    add("Pawns", (colour) => pawnStructure(bits, colour));
    add("Pieces", (colour) => pieces(bits, maps, colour, kings[colour]));
    add("King", (colour) => kingSafety(bits, maps, colour, kings[colour]));
    add("Threats", (colour) => threats(bits, maps, colour));
    add("Passed pawns", (colour) => passedPawns(position, maps, colour));
    const left = materialLeft(bits);
    add("Space", (colour) => phaseBy(bits, left) >= SPACE_PHASE ? space(bits, maps, colour) : 0);
    const before = rows.reduce((sum, row) => sum + row.whiteEndgame - row.blackEndgame, 0);
    const change = finalEndgame(position, maps, before, left) - before;
    rows.push({
      name: "Winning chances",
      whiteMiddlegame: 0,
      whiteEndgame: Math.max(0, change),
      blackMiddlegame: 0,
      blackEndgame: Math.max(0, -change),
    });
    const hasMove = position.sideToMove === WHITE;
    rows.push({
      name: "Tempo",
      whiteMiddlegame: hasMove ? TEMPO : 0,
      whiteEndgame: hasMove ? TEMPO : 0,
      blackMiddlegame: hasMove ? 0 : TEMPO,
      blackEndgame: hasMove ? 0 : TEMPO,
    });
    return rows;
  }
}

/** The endgame score, White's less Black's, scaled by what can be won, with the guidance for mating a lone king. */
function finalEndgame(position: Position, maps: Int32Array, endgame: number, left: number): number {
  const strong = strongSide(endgame);
  const scale = scaleFactor(position, maps, strong, left);
  let scaled = scale === SCALE_FULL ? endgame : (endgame * scale / SCALE_FULL) | 0;
  if (isBareKing(position.bits, strong ^ 1)) {
    const bonus = mopUp(position, strong);
    scaled += strong === WHITE ? bonus : 0 - bonus;
  }
  return scaled;
}

/** What is left of both sides, 0 … 24: 1 for a minor piece, 2 for a rook, 4 for a queen. */
function materialLeft(bits: Int32Array): number {
  const minors = popcount64(
    bits[KNIGHT << 1] | bits[BISHOP << 1] | bits[16 | KNIGHT << 1] | bits[16 | BISHOP << 1],
    bits[KNIGHT << 1 | 1] | bits[BISHOP << 1 | 1] | bits[16 | KNIGHT << 1 | 1] | bits[16 | BISHOP << 1 | 1],
  );
  const rooks = popcount64(
    bits[ROOK << 1] | bits[16 | ROOK << 1],
    bits[ROOK << 1 | 1] | bits[16 | ROOK << 1 | 1],
  );
  const queens = popcount64(
    bits[QUEEN << 1] | bits[16 | QUEEN << 1],
    bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1],
  );
  return Math.min(24, minors + rooks * 2 + queens * 4);
}

/** The share of the middlegame, 0 … 256, by the material left; without pawns every position is an endgame. */
function phaseBy(bits: Int32Array, left: number): number {
  const pawns = bits[PAWN << 1] | bits[PAWN << 1 | 1] | bits[16 | PAWN << 1] | bits[16 | PAWN << 1 | 1];
  return pawns === 0 ? 0 : PHASE[left];
}

/**
 * The game's phase: the share of the middlegame in a score.
 *
 * @param position The position.
 * @returns 0 … 256.
 */
export function phaseOf(position: Position): number {
  return phaseBy(position.bits, materialLeft(position.bits));
}

/** Blends the halves of a score (White's less Black's) by the phase and turns it to the side to move. */
function taper(position: Position, middlegame: number, endgame: number, phase: number): number {
  // Shifting would round differently for the two colours; truncation is symmetric.
  const score = ((middlegame * phase + endgame * (256 - phase)) / 256) | 0;
  const turned = (position.sideToMove === WHITE ? score : 0 - score) + TEMPO;
  return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, turned));
}
