/**
 * Games between two sets of values of the search's parameters: pairs of games, one opening with both colours.
 *
 * Both sides play in one thread. Each has its own search, with table and histories, and they share the evaluator.
 * Before a move, the values of the side to move are written to where the search reads them. The compiler treats such a
 * number as a constant until it changes for the first time, and reads it from memory from then on. So only the first change
 * costs speed: changing the values before every move costs no more than changing them once, and a thread for each side
 * would gain nothing. lab/docs/tuning.md has the measurement.
 *
 * @module
 */

import { loadFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import type { Random } from "../../../core/random.ts";
import { WHITE } from "../../../core/types.ts";
import type { Evaluator } from "../../../search/evaluate.ts";
import { type SearchLimits, unlimited } from "../../../search/limits.ts";
import { type ParameterName, parameterValues, setParameter } from "../../../search/params.ts";
import { runSearch } from "../../../search/run.ts";
import { Search } from "../../../search/search.ts";
import { CONTROL_STOP } from "../../../search/thread_slot.ts";
import { allotTime } from "../../../search/time.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { drawOpening, judgeLimits } from "../../../engine/games/random_openings.ts";
import { Adjudicator, type ChosenMove, MATCH_RULES, playOut } from "../../games/self_play.ts";
import { DRAWN, WHITE_WON } from "../../games/viriformat.ts";
import type { Game } from "../tally.ts";

/** A game is a draw after this many plies. */
const MAX_PLIES = 500;
/** Greatest advantage of either side in an opening drawn at random, centipawns. */
const BALANCE_MAX = 100;
/** Milliseconds of a move that a side sets aside, as with a GUI; between these sides nothing is lost. */
const OVERHEAD_MS = 10;

/**
 * What ends a move: a number of nodes, or a clock. The clock counts milliseconds or, if `nodesPerMs` is given, nodes,
 * of which this many pass for one: such games do not depend on how busy the machine is.
 */
export type Pace =
  | { readonly nodes: number }
  | { readonly baseMs: number; readonly incrementMs: number; readonly nodesPerMs?: number };

export interface GameOptions {
  readonly pace: Pace;
  /** Transposition table of each side, MB. */
  readonly hash: number;
  /** Share of the random openings that are of Chess960, 0 … 1. */
  readonly chess960: number;
  /** Whether games that both sides see as decided or drawn end early. */
  readonly adjudicate: boolean;
}

export type Values = ReadonlyMap<ParameterName, number>;

/** One of the two players. */
class Side {
  readonly search: Search;
  readonly table: TranspositionTable;
  /** Milliseconds left on the clock. */
  leftMs = 0;
  values: Values = new Map();

  constructor(hash: number, control: Int32Array, evaluator: Evaluator) {
    this.table = new TranspositionTable(TranspositionTable.allocate(hash));
    this.search = new Search(this.table, control, evaluator);
  }

  /** Makes the search read this side's values. */
  applyValues(): void {
    for (const [name, value] of this.values) setParameter(name, value);
  }

  forget(): void {
    this.search.newGame();
    this.table.clear();
  }
}

export class PairPlayer {
  private readonly plus: Side;
  private readonly minus: Side;
  private readonly position: Position = new Position();

  /**
   * A player that has not played yet.
   *
   * @param control Shared control words of the search: `CONTROL_STOP` breaks a game off.
   */
  constructor(
    private readonly options: GameOptions,
    private readonly control: Int32Array,
    evaluator: Evaluator,
  ) {
    this.plus = new Side(options.hash, control, evaluator);
    this.minus = new Side(options.hash, control, evaluator);
  }

  /** The FEN of an opening that a short search finds about even; `null` if that was broken off. */
  drawOpening(random: Random): string | null {
    while (true) {
      const fen = drawOpening(random, this.options.chess960);
      loadFen(this.position, fen, false);
      this.plus.forget();
      const { score } = runSearch(this.plus.search, this.position, judgeLimits(), () => {});
      if (this.isStopped()) return null;
      if (Math.abs(score) <= BALANCE_MAX) return fen;
    }
  }

  /**
   * Plays an opening twice, with exchanged colours. The values in use are as before when this returns.
   *
   * @param minus Values of the minus side, of the same parameters.
   * @returns The game in which the plus side has White, then the other; `null` if one was broken off.
   */
  playPair(plus: Values, minus: Values, fen: string): [asWhite: Game, asBlack: Game] | null {
    const before = parameterValues();
    this.plus.values = plus;
    this.minus.values = minus;
    try {
      const first = this.playGame(this.plus, this.minus, fen);
      const second = first === null ? null : this.playGame(this.minus, this.plus, fen);
      return first === null || second === null ? null : [first, { ...second, points: 1 - second.points }];
    } finally {
      for (const name of Object.keys(before) as ParameterName[]) setParameter(name, before[name]);
    }
  }

  /** Plays a game, as White sees it; `null` if it was broken off. */
  private playGame(white: Side, black: Side, fen: string): Game | null {
    const { position } = this;
    loadFen(position, fen, false);
    for (const side of [white, black]) {
      side.forget();
      side.leftMs = "nodes" in this.options.pace ? Infinity : this.options.pace.baseMs;
    }
    const adjudicator = new Adjudicator(MATCH_RULES);
    const lastPly = position.gamePly + MAX_PLIES;
    let lost: Game | null = null;
    const choose = (): ChosenMove | null => {
      const isWhite = position.sideToMove === WHITE;
      const side = isWhite ? white : black;
      const { move, score } = this.think(side, white, black);
      if (side.leftMs < 0) lost = { points: isWhite ? 0 : 1, isTimeLoss: true };
      return lost !== null || this.isStopped() ? null : { move, score: isWhite ? score : -score };
    };
    const end = (score: number): number | null => {
      const verdict = adjudicator.afterMove(score, position.gamePly);
      if (this.options.adjudicate && verdict !== null) return verdict;
      return position.gamePly >= lastPly ? DRAWN : null;
    };
    const played = playOut(position, choose, end);
    if (played === null) return this.isStopped() ? null : lost;
    return { points: played.result === WHITE_WON ? 1 : played.result === DRAWN ? 0.5 : 0 };
  }

  /** The move of a side; its clock runs. */
  private think(side: Side, white: Side, black: Side): { move: number; score: number } {
    const { pace } = this.options;
    side.applyValues();
    const limits = this.limitsOf(pace, white, black);
    const { bestMove, score } = runSearch(side.search, this.position, limits, () => {});
    if ("baseMs" in pace) {
      side.leftMs -= side.search.clock.spent();
      // A side that overstepped its time has lost and gets no increment.
      if (side.leftMs >= 0) side.leftMs += pace.incrementMs;
    }
    return { move: bestMove, score };
  }

  private limitsOf(pace: Pace, white: Side, black: Side): SearchLimits {
    if ("nodes" in pace) return { ...unlimited(), nodes: pace.nodes };
    const clock = { wtime: white.leftMs, btime: black.leftMs, winc: pace.incrementMs, binc: pace.incrementMs };
    const { sideToMove, gamePly } = this.position;
    const bounds = allotTime(clock, sideToMove, OVERHEAD_MS, gamePly);
    const { nodesPerMs = 0 } = pace;
    // The search looks at its clock now and then, at its nodes exactly.
    const nodes = nodesPerMs > 0 ? Math.max(1, Math.floor(bounds.hardMs * nodesPerMs)) : Infinity;
    return { ...unlimited(), ...bounds, isOnClock: true, nodes, nodesPerMs };
  }

  private isStopped(): boolean {
    return Atomics.load(this.control, CONTROL_STOP) !== 0;
  }
}
