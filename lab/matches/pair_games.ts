/**
 * Plays pairs of games in one thread: two sides play the same opening twice, with colours reversed. Before each move,
 * the values of the side to move are written into the variables that the search reads. Only the first change to each
 * variable costs speed.
 *
 * @module
 */

import { loadFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import type { Random } from "../../core/random.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { WHITE } from "../../core/types.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";
import type { SearchLimits } from "../../search/limits.ts";
import { parameterValues, setParameters, type Setting } from "../../search/params.ts";
import { allotTime } from "../../search/time.ts";
import { type ChosenMove, Player } from "../games/player.ts";
import { Adjudicator, MATCH_RULES, playOut } from "../games/self_play.ts";
import { DRAWN, WHITE_WON } from "../games/viriformat.ts";
import type { Game } from "./statistics.ts";

/** A weak player may never finish a won game. */
const MAX_PLIES = 400;
/** The allowed advantage in a random opening, in centipawns. */
const EVEN: Range = [0, 100], AHEAD: Range = [30, 90];
/** The default of `Move Overhead`. */
const OVERHEAD_MS = 10;

type Range = readonly [least: number, most: number];

/** With `nodesPerMs`, the clock counts this many nodes as a millisecond. */
export type Pace =
  | { readonly nodes: number }
  | { readonly baseMs: number; readonly incrementMs: number; readonly nodesPerMs?: number };

export interface GameOptions {
  readonly pace: Pace;
  /** MB. */
  readonly hash: number;
  /** The share of Chess960 openings, 0 … 1. */
  readonly chess960: number;
  readonly adjudicate: boolean;
  /**
   * By default, random openings are used if a short search finds them about even. Strong players draw most games from
   * such openings. With "ahead", one side stands so much better that a win is about as likely as a draw. With
   * "material", both sides have the same material.
   */
  readonly openings?: "ahead" | "material";
}

/** A player with a level (weaker_play.ts) ignores `pace`. A player without a network makes random legal moves. */
export type Contestant = { readonly network: Network; readonly level?: number } | { readonly network: null };

class Side {
  readonly player: Player | null;
  private readonly level: number | undefined;
  leftMs = 0;
  values: Setting = {};

  constructor(who: Contestant, evaluator: Evaluator | null, hash: number, control: Int32Array) {
    this.player = evaluator && new Player(evaluator, hash, control);
    this.level = who.network === null ? undefined : who.level;
  }

  /** `null` if the search was aborted. */
  move(position: Position, limits: Partial<SearchLimits>, random: Random): ChosenMove | null {
    if (this.player === null) {
      const moves = legalMoves(position);
      return { move: moves[random.below(moves.length)], score: 0 };
    }
    setParameters(this.values);
    const weak = this.level === undefined ? limits : { weakness: { level: this.level, seed: random.next() } };
    const chosen = this.player.choose(position, weak);
    this.leftMs -= this.player.search.clock.spent();
    return chosen;
  }
}

export class PairPlayer {
  private readonly sides: readonly [plus: Side, minus: Side];
  private readonly position: Position = new Position();

  /** Setting `control[CONTROL_STOP]` aborts games. */
  constructor(
    private readonly options: GameOptions,
    control: Int32Array,
    [plus, minus]: readonly [plus: Contestant, minus: Contestant],
  ) {
    // V8 makes faster code for one evaluator than for two.
    const evaluator = plus.network && new Evaluator(plus.network);
    const other = minus.network === plus.network ? evaluator : minus.network && new Evaluator(minus.network);
    const { hash } = options;
    this.sides = [new Side(plus, evaluator, hash, control), new Side(minus, other, hash, control)];
  }

  /** `null` if the search was aborted. The sides take turns to judge openings. */
  drawOpening(random: Random, pair: number): string | null {
    const { chess960, openings } = this.options;
    const { player } = this.sides[pair % 2];
    const [least, most] = openings === "ahead" ? AHEAD : EVEN;
    while (true) {
      const fen = drawOpening(random, chess960);
      loadFen(this.position, fen, false);
      if (player === null || openings === "material") {
        if (balanceOf(this.position) === 0) return fen;
        continue;
      }
      const advantage = player.judge(this.position);
      if (player.isStopped) return null;
      if (advantage >= least && advantage <= most) return fen;
    }
  }

  /** Plays an opening with both colours. The results are from the plus side's point of view; `null` if aborted. */
  playPair(plus: Setting, minus: Setting, fen: string, random: Random): [asWhite: Game, asBlack: Game] | null {
    const before = parameterValues();
    const [first, second] = this.sides;
    first.values = plus;
    second.values = minus;
    try {
      const asWhite = this.playGame(first, second, fen, random);
      const asBlack = asWhite === null ? null : this.playGame(second, first, fen, random);
      return asWhite === null || asBlack === null ? null : [asWhite, { ...asBlack, points: 1 - asBlack.points }];
    } finally {
      setParameters(before);
    }
  }

  /** Returns the result from White's point of view; `null` if the game was aborted. */
  private playGame(white: Side, black: Side, fen: string, random: Random): Game | null {
    const { position, options: { pace, adjudicate } } = this;
    loadFen(position, fen, false);
    for (const side of [white, black]) {
      side.player?.forget();
      side.leftMs = "nodes" in pace ? Infinity : pace.baseMs;
    }
    const adjudicator = new Adjudicator(MATCH_RULES);
    const lastPly = position.gamePly + MAX_PLIES;
    let lost: Game | null = null;
    const choose = (): ChosenMove | null => {
      const isWhite = position.sideToMove === WHITE;
      const side = isWhite ? white : black;
      const chosen = side.move(position, this.limitsOf(pace, white, black), random);
      if (chosen === null) return null;
      if (side.leftMs < 0) {
        lost = { points: isWhite ? 0 : 1, isTimeLoss: true };
        return null;
      }
      if ("baseMs" in pace) side.leftMs += pace.incrementMs;
      return chosen;
    };
    const end = (score: number): number | null => {
      const verdict = adjudicator.afterMove(score, position.gamePly);
      if (adjudicate && verdict !== null) return verdict;
      return position.gamePly >= lastPly ? DRAWN : null;
    };
    const played = playOut(position, choose, end);
    if (played === null) return lost;
    return { points: played.result === WHITE_WON ? 1 : played.result === DRAWN ? 0.5 : 0 };
  }

  private limitsOf(pace: Pace, white: Side, black: Side): Partial<SearchLimits> {
    if ("nodes" in pace) return { nodes: pace.nodes };
    const clock = { wtime: white.leftMs, btime: black.leftMs, winc: pace.incrementMs, binc: pace.incrementMs };
    const { sideToMove, gamePly } = this.position;
    const bounds = allotTime(clock, sideToMove, OVERHEAD_MS, gamePly);
    const { nodesPerMs = 0 } = pace;
    // The search checks its clock only from time to time, but counts its nodes exactly.
    const nodes = nodesPerMs > 0 ? Math.max(1, Math.floor(bounds.hardMs * nodesPerMs)) : Infinity;
    return { ...bounds, isOnClock: true, nodes, nodesPerMs };
  }
}

function balanceOf({ mailbox }: Position): number {
  return mailbox.reduce((sum, piece) => sum + (piece >> 3 === WHITE ? 1 : -1) * SEE_VALUES[piece], 0);
}
