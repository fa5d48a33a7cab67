/**
 * Lets the engine play games against itself. One search plays both sides and forgets everything before each game, so a
 * game depends only on the seed, the engine, the network and the number of nodes.
 *
 * @module
 */

import { loadFen } from "../../core/fen.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/draws.ts";
import { MAX_MOVES, WHITE } from "../../core/types.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";
import type { SearchLimits } from "../../search/limits.ts";
import { P, setParameter } from "../../search/params.ts";
import type { Random } from "../../core/random.ts";
import { drawOpening, isBalanced } from "../../engine/games/random_openings.ts";
import { drawEndgame, type Endgames } from "./endgame_starts.ts";
import { type ChosenMove, Player } from "./player.ts";
import { BLACK_WON, DRAWN, encodeGame, packStart, WHITE_WON } from "./viriformat.ts";

const HARD_PER_SOFT = 20;
/** A game should fill only part of the transposition table. */
const NODES_PER_MEGABYTE = 500;
/** Nodes for judging a start. With 1000, judging would take as long as half a game with 60 nodes per move. */
export const JUDGE_NODES = 250;
/** The table is emptied before each game, and emptying a larger one would take too long. */
const TABLE_MEGABYTES_MAX = 8;

/** A weak network may reject nearly every start, so after this many, the last one is used anyway. */
const STARTS_MAX = 50;

/** A game is won if both sides agree on the winner for this many plies in a row. */
const WIN_PLIES = 4;
/** A game is drawn if the score stays within `DRAW_SCORE` centipawns for `DRAW_PLIES` plies in a row. */
const DRAW_SCORE = 10, DRAW_PLIES = 10;

const LOPSIDED_SHARE = 0.25;
/** Centipawns. */
const LOPSIDED_MAX = 300;

/** Centipawns. */
const ENDGAME_MAX = 400;

export interface AdjudicationRules {
  /** Centipawns. */
  readonly winScore: number;
  /** The ply from which draws are adjudicated, counted from the initial position. */
  readonly drawAfterPly: number;
}

/**
 * For whole games. These limits come from 1800 games that network 13 played with 350 nodes per move, until a score
 * reached 2500 centipawns. Once the score had been at least 600 for four plies in a row, the side ahead won 98.9 to 100
 * % of the games; with 300 instead of 600, it won 91 to 99 %.
 */
export const SELF_PLAY_RULES: AdjudicationRules = { winScore: 600, drawAfterPly: 60 };
/** For endgames: a position that looks won may be a fortress. */
export const ENDGAME_RULES: AdjudicationRules = { winScore: 1000, drawAfterPly: 60 };
export const RULES_ALONE: AdjudicationRules = { winScore: Infinity, drawAfterPly: Infinity };
/** For games in which only the result counts. */
export const MATCH_RULES: AdjudicationRules = { winScore: 400, drawAfterPly: 60 };

export interface SelfPlayOptions {
  /** After this many nodes, a search starts no new iteration. */
  readonly nodes: number;
  /** The probability of a Chess960 start, 0 … 1. */
  readonly chess960: number;
  readonly network: Network;
  /** `undefined` for whole games. */
  readonly endgames?: Endgames;
  /** True for an untrained network, whose scores must not choose openings or end games. */
  readonly isUntaught?: boolean;
}

interface GameKind {
  /** Draws a start, and returns its FEN. */
  draw(random: Random): string;
  /** `advantage` is in centipawns. */
  allows(advantage: number): boolean;
  readonly rules: AdjudicationRules;
}

export class SelfPlay {
  private readonly limits: Partial<SearchLimits>;
  private readonly player: Player;
  private readonly even: GameKind;
  private readonly lopsided: GameKind;
  private readonly endgame: GameKind | null;
  private readonly position: Position = new Position();

  constructor({ nodes, chess960, network, endgames, isUntaught }: SelfPlayOptions, control?: Int32Array) {
    this.limits = { softNodes: nodes, nodes: nodes * HARD_PER_SOFT };
    const draw = (random: Random) => drawOpening(random, chess960);
    const untaught = { draw, allows: () => true, rules: RULES_ALONE };
    this.even = isUntaught ? untaught : { draw, allows: isBalanced, rules: SELF_PLAY_RULES };
    this.lopsided = isUntaught ? untaught : { draw, allows: isLopsided, rules: SELF_PLAY_RULES };
    this.endgame = endgames === undefined ? null : endgameKind(endgames);
    const megabytes = Math.min(TABLE_MEGABYTES_MAX, Math.ceil(nodes / NODES_PER_MEGABYTE));
    this.player = new Player(new Evaluator(network), megabytes, control);
  }

  /**
   * Returns a game in viriformat, or `null` if it was stopped. Late move pruning is off, because in small searches it
   * hides good replies, so scores would be too optimistic.
   */
  play(random: Random): Uint8Array<ArrayBuffer> | null {
    const { lmpBase } = P;
    setParameter("lmpBase", MAX_MOVES);
    try {
      const kind = this.endgame ?? (random.chance(LOPSIDED_SHARE) ? this.lopsided : this.even);
      return this.setUpStart(kind, random) ? this.playGame(kind.rules) : null;
    } finally {
      setParameter("lmpBase", lmpBase);
    }
  }

  private playGame(rules: AdjudicationRules): Uint8Array<ArrayBuffer> | null {
    const { position, player } = this;
    player.forget();
    const verdict = new Adjudicator(rules);
    const end = (score: number) => verdict.afterMove(score, position.gamePly);
    return playOut(position, () => player.choose(position, this.limits), end)?.game ?? null;
  }

  /** Returns false if the search was stopped. */
  private setUpStart(kind: GameKind, random: Random): boolean {
    const { position, player } = this;
    for (let drawn = 1;; drawn++) {
      const fen = kind.draw(random);
      // The recorded game begins here, so earlier positions must not count as repetitions.
      loadFen(position, fen, false);
      if (resultByRule(position) !== null) continue;
      const advantage = player.judge(position, JUDGE_NODES);
      if (player.isStopped) return false;
      if (kind.allows(advantage) || drawn >= STARTS_MAX) return true;
    }
  }
}

function isLopsided(advantage: number): boolean {
  return !isBalanced(advantage) && advantage <= LOPSIDED_MAX;
}

function endgameKind(endgames: Endgames): GameKind {
  return {
    draw: (random) => drawEndgame(endgames, random),
    allows: (advantage) => advantage <= ENDGAME_MAX,
    rules: ENDGAME_RULES,
  };
}

/** `null` if the game continues. */
export function resultByRule(position: Position): number | null {
  if (!hasLegalMove(position)) {
    if (!position.inCheck) return DRAWN;
    return position.sideToMove === WHITE ? BLACK_WON : WHITE_WON;
  }
  return isThreefold(position) || isFiftyMoves(position) || isInsufficientMaterial(position) ? DRAWN : null;
}

/**
 * Returns a game in viriformat, or `null` if `choose` aborted it by returning `null`.
 *
 * @param end Gets the last move's score from White's point of view. Returns the result, or `null` if the game
 * continues.
 */
export function playOut(
  position: Position,
  choose: () => ChosenMove | null,
  end: (score: number) => number | null,
): { game: Uint8Array<ArrayBuffer>; result: number } | null {
  const start = packStart(position);
  const moves: number[] = [];
  const scores: number[] = [];
  let result = resultByRule(position);
  while (result === null) {
    const chosen = choose();
    if (chosen === null) return null;
    moves.push(chosen.move);
    scores.push(chosen.score);
    position.make(chosen.move);
    result = resultByRule(position) ?? end(chosen.score);
  }
  return { game: encodeGame(start, moves, scores, result), result };
}

export class Adjudicator {
  private winPlies = 0;
  private drawPlies = 0;
  private lastWinner: number = DRAWN;

  constructor(private readonly rules: AdjudicationRules) {}

  /** Returns the result if a move ends the game, else `null`. `score` is in centipawns from White's point of view. */
  afterMove(score: number, gamePly: number): number | null {
    const { winScore, drawAfterPly } = this.rules;
    const winner = score >= winScore ? WHITE_WON : score <= -winScore ? BLACK_WON : DRAWN;
    this.winPlies = winner === DRAWN ? 0 : winner === this.lastWinner ? this.winPlies + 1 : 1;
    this.lastWinner = winner;
    if (this.winPlies >= WIN_PLIES) return winner;
    this.drawPlies = Math.abs(score) <= DRAW_SCORE ? this.drawPlies + 1 : 0;
    return this.drawPlies >= DRAW_PLIES && gamePly >= drawAfterPly ? DRAWN : null;
  }
}
