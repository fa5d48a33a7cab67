/**
 * Weaker play on purpose: chooses the move that a weaker player would play.
 *
 * Weaker human players are not strong players who blunder now and then. They see less far ahead, judge positions less
 * well, and overlook moves. They hardly ever overlook the capture of a piece that has just moved, but they often
 * overlook a quiet move backwards or across the whole board. Each fault is modelled separately:
 *
 *  - the search compares many moves with few nodes, and ends early (`weakLimits`);
 *  - a move may be overlooked, with a probability that depends on its kind;
 *  - the opponent's best answer may be overlooked, so that a move looks better than it is. The same random number
 *    decides about all answers: with separate numbers, the player would overlook some answer in almost every position,
 *    and blunder;
 *  - from the remaining moves, one is drawn at random; a move that seems to lose more is less likely (softmax).
 *
 * The constants are guesses at what looks natural, but the resulting strength is measured (see `ELO_OF_LEVEL`).
 * @module
 */

import { givesCheck } from "../core/gives_check.ts";
import type { Position } from "../core/position.ts";
import { SEE_VALUES, victimType } from "../core/see.ts";
import { BLACK, CASTLING, moveFrom, moveKind, moveTo, NO_MOVE } from "../core/types.ts";
import type { SearchInfo } from "./info.ts";
import type { SearchLimits, Weakness } from "./limits.ts";
import { Random } from "../core/random.ts";
import { MATE, MATE_IN_MAX } from "../core/score.ts";

/** The level with full strength. */
export const FULL_LEVEL = 20;

/** A move that the search has looked at. */
export interface Candidate {
  readonly move: number;
  /** The score of the move at the smallest depth at which it was reported. */
  readonly firstScore: number;
  /** The score of the move at the greatest depth. */
  readonly score: number;
  /** Principal variation at that depth, starting with the move. */
  readonly pv: readonly number[];
}

/** The number of nodes at level 0. It doubles every `NODES_DOUBLE` levels. */
const NODES = 80;
const NODES_DOUBLE = 2.2;
/**
 * From this level on, a player overlooks almost nothing. In the lower half of the range above this level, fewer and
 * fewer moves are compared; in the upper half, the number of nodes doubles `MASTER_DOUBLES` times.
 */
const MASTER_LEVEL = 19, MASTER_DOUBLES = 4;
/**
 * Below full strength, the requested depth is reduced by `PLIES_LOST`, and by another ply for every `LEVELS_PER_PLY`
 * levels below full strength. Half a ply means one ply for half of the moves.
 */
const PLIES_LOST = 0.5, LEVELS_PER_PLY = 5;
/** The search stops after `HARD_PER_SOFT` times the level's nodes, plus enough nodes to search every move once. */
const HARD_PER_SOFT = 5, FIRST_LOOK_NODES = 5000;
/** At the highest level, `LINES` root moves are compared; at level 0, `MORE_LINES` more. */
const LINES = 4, MORE_LINES = 26;
/** The temperature of the softmax at level 0, in centipawns. */
const TEMPERATURE = 55;
/** The probability that a player of level 0 overlooks an ordinary quiet move. */
const BLINDNESS = 0.18;
/** If the chosen move seems to lose more than this many centipawns, the player looks a second time. */
const ALARM = 150;
/** The maximum probability that a move is overlooked. */
const BLINDNESS_MAX = 0.9;
/** The exponent in the formula by which weakness falls from level 0 to the highest level. */
const FADE = 1.5;
/** Scores are limited to this many centipawns. */
const CLEAR_SCORE = 1500;
/** The probability that a player of level 0 sees a mate in one. Each level adds `MATE_SEEN_STEP`. */
const MATE_SEEN = 0.6;
const MATE_SEEN_STEP = 0.08;

/** Factors that multiply `BLINDNESS` for some kinds of moves. */
const OVERLOOKED = {
  takesMovedPiece: 0.03,
  noisy: 0.3,
  check: 0.4,
  castling: 0.4,
  quiet: 1,
  backward: 1.7, // additional factor for a move away from the opponent
  long: 1.4, // additional factor for a move across the board
};
/** Number of squares that a move must cross to count as long. */
const LONG_MOVE = 4;

/**
 * Pairs of a level and its Elo on the scale of Stockfish 19, in rising order. From 1320 to 2800, they are fitted to
 * games against Stockfish 19 lite at the same limit, with an error of about 90 (lab/README.md). Below 1320, the numbers
 * are only labels: games between levels put level 0 at about 800.
 */
export const ELO_OF_LEVEL: readonly (readonly [level: number, elo: number])[] = [
  [0, 600],
  [3, 960],
  [6.2, 1320],
  [9.75, 1600],
  [11.25, 1900],
  [12.1, 2200],
  [13.3, 2500],
  [16, 2800],
  [MASTER_LEVEL, 2950],
  [FULL_LEVEL, 3190],
];

/** The range of Elo ratings that can be set. The maximum stands for full strength. */
export const ELO_MIN: number = ELO_OF_LEVEL[0][1], ELO_MAX: number = ELO_OF_LEVEL[ELO_OF_LEVEL.length - 1][1];

/** The level for an Elo rating, by linear interpolation between the measured levels. */
export function levelOfElo(elo: number): number {
  const within = Math.max(ELO_MIN, Math.min(ELO_MAX, elo));
  const next = Math.max(1, ELO_OF_LEVEL.findIndex(([, top]) => within <= top));
  const [[levelBefore, bottom], [level, top]] = ELO_OF_LEVEL.slice(next - 1);
  return levelBefore + (level - levelBefore) * (within - bottom) / (top - bottom);
}

/** A level's weakness, which falls from 1 at level 0 to 0 at the highest level. */
function weaknessOf(level: number): number {
  return Math.pow(Math.max(0, FULL_LEVEL - level) / FULL_LEVEL, FADE);
}

/** The limits of a search for a player of this level: less depth, fewer nodes, and more moves to compare. */
export function weakLimits(limits: SearchLimits, { level, seed }: Weakness): SearchLimits {
  // This becomes 0 halfway from `MASTER_LEVEL` to full strength.
  const beyond = 2 * (level - MASTER_LEVEL) - 1;
  const doubles = Math.min(level, MASTER_LEVEL) / NODES_DOUBLE + MASTER_DOUBLES * Math.max(0, beyond);
  const nodes = Math.round(NODES * Math.pow(2, doubles));
  const lines = level < MASTER_LEVEL ? LINES + MORE_LINES * weaknessOf(level) : 1 - (LINES - 1) * Math.min(0, beyond);
  // This random number has its own seed, so that it does not change the numbers that choose the move.
  const luck = uniform(new Random(BigInt(seed) + 1n));
  const pliesLost = level < FULL_LEVEL ? Math.floor(PLIES_LOST + (FULL_LEVEL - level) / LEVELS_PER_PLY + luck) : 0;
  return {
    ...limits,
    depth: Math.max(1, limits.depth - pliesLost),
    softNodes: Math.min(limits.softNodes, nodes),
    nodes: Math.min(limits.nodes, nodes * HARD_PER_SOFT + FIRST_LOOK_NODES),
    multiPv: Math.max(limits.multiPv, Math.round(lines)),
    threads: 1,
    // A player who overlooks recaptures would not know endings perfectly.
    tablebaseMen: 0,
  };
}

/** Collects the moves that were reported at the latest depth of a search. All other moves were refuted. */
export class CandidateList {
  candidates: Candidate[] = [];
  private readonly firstScores: Map<number, number> = new Map();

  /** Receives a line. The first line begins a new depth. */
  note({ multipv, score, pv }: SearchInfo): void {
    if (multipv === 1) this.candidates = [];
    if (pv.length === 0) return;
    const move = pv[0];
    const firstScore = this.firstScores.get(move) ?? score;
    this.firstScores.set(move, firstScore);
    this.candidates.push({ move, firstScore, score, pv });
  }
}

/** The move that a player of this level chooses at the root. There must be at least one candidate. */
export function chooseCandidate(position: Position, candidates: readonly Candidate[], weak: Weakness): Candidate {
  const { level, seed } = weak;
  const random = new Random(BigInt(seed));
  const weakness = weaknessOf(level);
  const ranked = Array.from(candidates).sort((a, b) => b.score - a.score);
  const mate = ranked[0].score === MATE - 1 && random.chance(MATE_SEEN + MATE_SEEN_STEP * level);
  if (mate || weakness === 0) return ranked[0];

  const attention = uniform(random);
  const moves = ranked.map((candidate) => {
    const seeming = seemingScore(position, candidate, weakness, attention);
    // Choosing the highest sum of score and Gumbel noise is the same as drawing from a softmax.
    const value = seeming + TEMPERATURE * weakness * gumbel(random);
    const overlooked = chanceToOverlook(position, candidate.move, weakness);
    return { candidate, seeming, value, overlooked, luck: uniform(random) };
  });
  const expected = clearScore(ranked[0].score);
  let chosen = moves[0];
  for (const looks of [1, 2]) {
    const seen = moves.filter(({ overlooked, luck }) => luck >= Math.pow(overlooked, looks));
    if (seen.length === 0) continue;
    chosen = seen.reduce((best, each) => each.value > best.value ? each : best);
    if (chosen.seeming >= expected - ALARM) break;
  }
  return chosen.candidate;
}

/** The probability that the side to move overlooks a move. */
export function chanceToOverlook(position: Position, move: number, weakness: number): number {
  return Math.min(BLINDNESS_MAX, BLINDNESS * weakness * inconspicuousness(position, move));
}

/** How easily a move is overlooked: 1 for an ordinary quiet move, less for captures, more for retreats. */
function inconspicuousness(position: Position, move: number): number {
  const from = moveFrom(move);
  const to = moveTo(move);
  const { lastMove } = position;
  if (position.isNoisy(move)) {
    return lastMove !== NO_MOVE && moveTo(lastMove) === to ? OVERLOOKED.takesMovedPiece : OVERLOOKED.noisy;
  }
  if (moveKind(move) === CASTLING) return OVERLOOKED.castling;
  const ranks = (to >> 3) - (from >> 3);
  const files = (to & 7) - (from & 7);
  let factor = givesCheck(position, move) ? OVERLOOKED.check : OVERLOOKED.quiet;
  if ((position.sideToMove === BLACK ? -ranks : ranks) < 0) factor *= OVERLOOKED.backward;
  if (Math.max(Math.abs(ranks), Math.abs(files)) >= LONG_MOVE) factor *= OVERLOOKED.long;
  return factor;
}

/**
 * The apparent value of a move in centipawns. If the player overlooks the best answer, a piece that this answer takes
 * seems safe, and the value is at least the score at the first depth.
 */
function seemingScore(position: Position, candidate: Candidate, weakness: number, attention: number): number {
  const score = clearScore(candidate.score);
  const [move, reply] = candidate.pv;
  if (reply === undefined) return score;
  position.make(move);
  const isOverlooked = attention < chanceToOverlook(position, reply, weakness);
  const loss = position.isNoisy(reply) ? SEE_VALUES[victimType(position, reply)] : 0;
  position.undo();
  if (!isOverlooked) return score;
  return Math.max(score + loss, clearScore(candidate.firstScore));
}

function clearScore(score: number): number {
  // A mate is better than any material, and a shorter mate is better than a longer one.
  if (score >= MATE_IN_MAX) return CLEAR_SCORE + score - MATE_IN_MAX;
  if (score <= -MATE_IN_MAX) return score + MATE_IN_MAX - CLEAR_SCORE;
  return Math.max(-CLEAR_SCORE, Math.min(CLEAR_SCORE, score));
}

function gumbel(random: Random): number {
  return -Math.log(-Math.log(uniform(random)));
}

/** A random number between 0 and 1, both excluded, so that the logarithms in `gumbel` are finite. */
function uniform(random: Random): number {
  return (random.next() + 0.5) / 0x100000000;
}
