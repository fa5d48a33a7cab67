/**
 * Plays games of the engine against itself, one after the other, for a network to learn from.
 *
 * One search plays both sides. It forgets everything before each game, including the judgement of the opening. So with
 * the same engine, network and number of nodes, a game depends on the seed alone, and can be reproduced. The search for
 * a move completes the iteration in which it reaches a number of nodes: a clock would make games depend on the machine,
 * and an iteration that is cut off has a poorer score.
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

/** The hard limit of nodes as a multiple of the soft limit. */
const HARD_PER_SOFT = 20;
/** Nodes per move for each MiB of the transposition table, so that a game fills a part of the table. */
const NODES_PER_MEGABYTE = 500;
/** Nodes of the search that judges a start. With 1000 nodes it would take as long as half a game at 60 nodes a move. */
export const JUDGE_NODES = 250;
/** Size of the largest table, in MiB: emptying it before each game takes time. */
const TABLE_MEGABYTES_MAX = 8;

/**
 * Maximum number of starts that are drawn to find an allowed start; the last is used in any case. With a weak network,
 * few starts are allowed.
 */
const STARTS_MAX = 50;

/** A game is won if both sides agree on the winner for this many plies in a row. */
const WIN_PLIES = 4;
/** A game is drawn if neither side sees more than this many centipawns … */
const DRAW_SCORE = 10;
/** … for this many plies in a row. */
const DRAW_PLIES = 10;

/** Share of the whole games that start with one side ahead. */
const LOPSIDED_SHARE = 0.25;
/**
 * Greatest advantage at the start of a game in which one side is ahead, in centipawns; the least is just above the
 * limit of an even position.
 */
const LOPSIDED_MAX = 300;

/** Greatest score of either side at the start of an endgame, in centipawns: the result is still open. */
const ENDGAME_MAX = 400;

/** The conditions under which the scores of both sides end a game. */
export interface AdjudicationRules {
  /** The score at which a game counts as won, in centipawns. */
  readonly winScore: number;
  /** No game is drawn before this many plies since the initial position. */
  readonly drawAfterPly: number;
}

/**
 * The rules for whole games to learn from. Positions with a large advantage teach little, and the ends of dead draws
 * teach nothing. In 1800 games of network 13 with 350 nodes a move, which were played on to 2500 centipawns: once the
 * score had reached 600 in four plies in a row, the side ahead won 98.9 to 100 % of the games with any material (at a
 * score of 300: 91 to 99 %).
 */
export const SELF_PLAY_RULES: AdjudicationRules = { winScore: 600, drawAfterPly: 60 };
/**
 * The rules for endgames to learn from. A position that looks won may be a fortress, and the network should learn how
 * to win.
 */
export const ENDGAME_RULES: AdjudicationRules = { winScore: 1000, drawAfterPly: 60 };
export const RULES_ALONE: AdjudicationRules = { winScore: Infinity, drawAfterPly: Infinity };
/** The rules for games in which only the result counts. */
export const MATCH_RULES: AdjudicationRules = { winScore: 400, drawAfterPly: 60 };

export interface SelfPlayOptions {
  /** Nodes after which a move starts no new iteration. */
  readonly nodes: number;
  /** Probability of a Chess960 start, 0 … 1. */
  readonly chess960: number;
  readonly network: Network;
  /** Endgames from which play continues, `undefined` for whole games. */
  readonly endgames?: Endgames;
  /** Whether the network knows nothing yet, so that its scores neither choose openings nor end games. */
  readonly isUntaught?: boolean;
}

/** A kind of game: its starts, and the conditions under which it ends. */
interface GameKind {
  /** Draws the FEN of a start that no search has judged yet. */
  draw(random: Random): string;
  /** Whether a game may begin with either side this many centipawns ahead. */
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

  /** A player without a game; `control` is described at `Player`. */
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
   * Plays a game. Late move pruning is off, because it is made for deep searches. In searches of a few hundred nodes it
   * hides good replies, so scores are too good for the side to move, and a network would learn these scores.
   *
   * @param random Decides the opening, and with it the game.
   * @returns The game in viriformat, or `null` if it was stopped.
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

  /** Draws starts until one has an allowed score; returns false if the search was stopped. */
  private setUpStart(kind: GameKind, random: Random): boolean {
    const { position, player } = this;
    for (let drawn = 1;; drawn++) {
      const fen = kind.draw(random);
      // A position that is loaded from a FEN has no previous moves. The file does not have them either, so repetitions
      // of earlier positions must not count.
      loadFen(position, fen, false);
      if (resultByRule(position) !== null) continue;
      const advantage = player.judge(position, JUDGE_NODES);
      if (player.isStopped) return false;
      if (kind.allows(advantage) || drawn >= STARTS_MAX) return true;
    }
  }
}

/** Whether one side is ahead, but the game is still open. */
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

/** The result of a position by the rules of chess; `null` if the game continues. */
export function resultByRule(position: Position): number | null {
  if (!hasLegalMove(position)) {
    if (!position.inCheck) return DRAWN;
    return position.sideToMove === WHITE ? BLACK_WON : WHITE_WON;
  }
  return isThreefold(position) || isFiftyMoves(position) || isInsufficientMaterial(position) ? DRAWN : null;
}

/**
 * Plays a game from a position on until it is over.
 *
 * @param choose Chooses the next move; `null` aborts the game.
 * @param end Returns the result, given the score of the last move from White's side; `null` if the game continues.
 * @returns The game in viriformat and its result, or `null` if it was aborted.
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

/** Ends games with a clear result, by the scores of both sides. */
export class Adjudicator {
  private winPlies = 0;
  private drawPlies = 0;
  private lastWinner: number = DRAWN;

  constructor(private readonly rules: AdjudicationRules) {}

  /**
   * Receives the score of a move that was made.
   *
   * @param score Its score in centipawns from White's side.
   * @param gamePly Plies since the initial position.
   * @returns The result if the game ends here, otherwise `null`.
   */
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
