/**
 * Matches between players of different kinds: a network, the engine at a level below its full strength, a random mover.
 *
 * Every opening is played with both colours. Players that know little begin after some random moves by which neither side
 * has lost material, and games end by the rules, or as a draw after many moves: their scores cannot decide them. Strong
 * players begin with one side ahead by about as much as makes winning and drawing equally likely, since from even openings
 * most of their games are drawn; and games end where both agree.
 *
 * @module
 */

import { loadFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { WHITE } from "../../core/types.ts";
import { drawOpening, judgeLimits } from "../../engine/games/random_openings.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_STOP } from "../../search/thread_slot.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { Adjudicator, type ChosenMove, MATCH_RULES, playOut } from "../games/self_play.ts";
import { DRAWN, WHITE_WON } from "../games/viriformat.ts";
import { JobThread, serveJobs, shareJobs } from "../job_thread.ts";
import { EMPTY_TALLY, type Game, type Tally, withGames } from "./tally.ts";

/** A game is a draw after this many plies: a player that knows little may never bring a win home. */
const MAX_PLIES = 300;
/** Advantage of a side in an opening for strong players, centipawns: about what wins half of the games. */
const ADVANTAGE_MIN = 30, ADVANTAGE_MAX = 90;
/** Streams of random numbers, see `Random`. */
const OPENING_STREAM = 3, MOVE_STREAM = 4;

/** How games are played. */
export interface ContestConditions {
  /** Nodes of a move of a network. */
  readonly nodes: number;
  /** MiB of each side's transposition table. */
  readonly hash: number;
  /** Whether both players are networks that know what their scores say. */
  readonly areStrong: boolean;
}

/** How networks play that may know nothing yet. */
export const WEAK_CONDITIONS: ContestConditions = { nodes: 400, hash: 1, areStrong: false };

/**
 * Who plays: a network with this many nodes a move as the conditions say, the engine at a level (weaker_play.ts), or any
 * legal move.
 */
export type Contestant =
  | { readonly network: Network; readonly level?: number }
  | { readonly network: null };

/** What a thread needs before it can play. */
interface ContestSetup {
  readonly plus: Contestant;
  readonly minus: Contestant;
  readonly conditions: ContestConditions;
  readonly seed: bigint;
  /** Shared control words: `CONTROL_STOP` breaks games off. */
  readonly control: Int32Array;
}

/** One of the two players. */
class Player {
  private readonly table: TranspositionTable;
  private readonly search: Search | null;

  constructor(private readonly who: Contestant, private readonly conditions: ContestConditions, control: Int32Array) {
    this.table = new TranspositionTable(TranspositionTable.allocate(conditions.hash));
    this.search = who.network === null ? null : new Search(this.table, control, new Evaluator(who.network));
  }

  newGame(): void {
    this.search?.newGame();
    this.table.clear();
  }

  /** A move and its score, from White's side; a random mover has none. */
  choose(position: Position, random: Random): ChosenMove {
    if (this.search !== null) {
      const { bestMove, score } = runSearch(this.search, position, this.limits(random), () => {});
      return { move: bestMove, score: position.sideToMove === WHITE ? score : -score };
    }
    const moves = legalMoves(position);
    return { move: moves[random.below(moves.length)], score: 0 };
  }

  /** The advantage of either side as a short search of the player sees it. */
  judge(position: Position): number {
    this.newGame();
    return this.search === null ? 0 : Math.abs(runSearch(this.search, position, judgeLimits(), () => {}).score);
  }

  private limits(random: Random): SearchLimits {
    const level = this.who.network === null ? undefined : this.who.level;
    if (level !== undefined) return { ...unlimited(), weakness: { level, seed: random.next() } };
    return { ...unlimited(), nodes: this.conditions.nodes };
  }
}

/** Plays pairs of games between two contestants. */
export class Contest {
  private readonly plus: Player;
  private readonly minus: Player;
  private readonly position = new Position();

  constructor(private readonly setup: ContestSetup) {
    this.plus = new Player(setup.plus, setup.conditions, setup.control);
    this.minus = new Player(setup.minus, setup.conditions, setup.control);
  }

  /** The games of a pair as the plus side sees them, first with White; `null` if they were broken off. */
  playPair(pair: number): [Game, Game] | null {
    const { seed } = this.setup;
    const opening = this.drawOpening(new Random(seed, OPENING_STREAM, pair), pair);
    const random = new Random(seed, MOVE_STREAM, pair);
    const asWhite = this.playGame(opening, this.plus, this.minus, random);
    const asBlack = asWhite === null ? null : this.playGame(opening, this.minus, this.plus, random);
    return asWhite === null || asBlack === null ? null : [{ points: asWhite }, { points: 1 - asBlack }];
  }

  /** The opening of a pair; with strong players, one of them judges the first pair, and the other one the next. */
  private drawOpening(random: Random, pair: number): string {
    if (!this.setup.conditions.areStrong) return drawEvenOpening(random);
    const judge = pair % 2 === 0 ? this.plus : this.minus;
    while (true) {
      const fen = drawOpening(random, 0);
      loadFen(this.position, fen, false);
      const advantage = judge.judge(this.position);
      if ((advantage >= ADVANTAGE_MIN && advantage <= ADVANTAGE_MAX) || this.isStopped()) return fen;
    }
  }

  private isStopped(): boolean {
    return Atomics.load(this.setup.control, CONTROL_STOP) !== 0;
  }

  /** The points of White: 1, ½ or 0; `null` if the game was broken off. */
  private playGame(fen: string, white: Player, black: Player, random: Random): number | null {
    const { position } = this;
    loadFen(position, fen, false);
    white.newGame();
    black.newGame();
    const lastPly = position.gamePly + MAX_PLIES;
    const choose = () => {
      const chosen = (position.sideToMove === WHITE ? white : black).choose(position, random);
      return this.isStopped() ? null : chosen;
    };
    const adjudicator = this.setup.conditions.areStrong ? new Adjudicator(MATCH_RULES) : null;
    const end = (score: number) =>
      adjudicator?.afterMove(score, position.gamePly) ?? (position.gamePly >= lastPly ? DRAWN : null);
    const played = playOut(position, choose, end);
    return played === null ? null : played.result === WHITE_WON ? 1 : played.result === DRAWN ? 0.5 : 0;
  }
}

/** The thread's side: a job is the number of a pair. */
export function serveContest(): void {
  serveJobs((setup: ContestSetup) => {
    const contest = new Contest(setup);
    return (pair: number) => contest.playPair(pair);
  });
}

/** What a match is played with, besides the contestants. */
export interface ContestOptions {
  readonly seed: bigint;
  readonly threads: number;
  /** No pair begins after this many seconds, but one for each thread is played in any case. */
  readonly seconds: number;
  /** Most pairs. */
  readonly pairs: number;
  readonly control: Int32Array;
  /** Starts a worker that calls `serveContest`. */
  readonly startWorker: () => Worker;
  /** By default `WEAK_CONDITIONS`. */
  readonly conditions?: ContestConditions;
  /** Called now and then with the seconds since the start and what was played so far. */
  readonly onTick?: (seconds: number, tally: Tally) => void;
}

/** Plays a match, as the plus side sees it; of one that the signal ends early, what was played. */
export async function playContest(
  plus: Contestant,
  minus: Contestant,
  { seed, threads, seconds, pairs, control, startWorker, conditions = WEAK_CONDITIONS, onTick }: ContestOptions,
  signal: AbortSignal,
): Promise<Tally> {
  const deadline = performance.now() + 1000 * seconds;
  const setup: ContestSetup = { plus, minus, conditions, seed, control };
  const doers = Array.from(
    { length: Math.min(threads, pairs) },
    () => new JobThread<ContestSetup, number, readonly Game[]>(startWorker(), setup),
  );
  let tally: Tally = EMPTY_TALLY;
  let begun = 0;
  const work = {
    next: () => begun >= pairs || (begun >= doers.length && performance.now() > deadline) ? null : begun++,
    finish: (_: number, games: readonly Game[]) => void (tally = withGames(tally, games)),
  };
  await shareJobs(work, doers, control, (passed) => onTick?.(passed, tally), signal);
  return tally;
}

/** An opening after which both sides have the same material. */
function drawEvenOpening(random: Random): string {
  const position = new Position();
  while (true) {
    const fen = drawOpening(random, 0);
    loadFen(position, fen, false);
    const balance = position.mailbox.reduce(
      (sum, piece) => sum + (piece >> 3 === WHITE ? SEE_VALUES[piece] : -SEE_VALUES[piece]),
      0,
    );
    if (balance === 0) return fen;
  }
}
