/**
 * Matches between players of different kinds: a network, the engine at a level below its full strength, a random mover.
 *
 * Every opening, some random moves after which neither side has lost material, is played with both colours. Games end by
 * the rules, or as a draw after many moves: the scores of players that know little cannot decide them.
 *
 * @module
 */

import { loadFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { WHITE } from "../../core/types.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_STOP } from "../../search/thread_slot.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { playOut } from "../games/self_play.ts";
import { DRAWN, WHITE_WON } from "../games/viriformat.ts";
import { JobThread, serveJobs, shareJobs } from "../job_thread.ts";
import { EMPTY_TALLY, type Game, type Tally, withGames } from "../matches/tally.ts";

/** Nodes of a move of a network. */
export const CONTEST_NODES = 400;
/** A game is a draw after so many plies: a player that knows little may never bring a win home. */
const MAX_PLIES = 300;
/** MiB of each side's transposition table. */
const TABLE_MEGABYTES = 1;
/** Streams of random numbers, see `Random`. */
const OPENING_STREAM = 3, MOVE_STREAM = 4;

/** Who plays: a network with `CONTEST_NODES` a move, the engine at a level (weaker_play.ts), or any legal move. */
export type Contestant =
  | { readonly network: Network; readonly level?: number }
  | { readonly network: null };

/** What a thread needs before it can play. */
interface ContestSetup {
  readonly plus: Contestant;
  readonly minus: Contestant;
  readonly seed: bigint;
  /** Shared control words: `CONTROL_STOP` breaks games off. */
  readonly control: Int32Array;
}

/** One of the two players. */
class Player {
  private readonly table = new TranspositionTable(TranspositionTable.allocate(TABLE_MEGABYTES));
  private readonly search: Search | null;

  constructor(private readonly who: Contestant, control: Int32Array) {
    this.search = who.network === null ? null : new Search(this.table, control, new Evaluator(who.network));
  }

  newGame(): void {
    this.search?.newGame();
    this.table.clear();
  }

  choose(position: Position, random: Random): number {
    if (this.search !== null) return runSearch(this.search, position, this.limits(random), () => {}).bestMove;
    const moves = legalMoves(position);
    return moves[random.below(moves.length)];
  }

  private limits(random: Random): SearchLimits {
    const level = this.who.network === null ? undefined : this.who.level;
    if (level !== undefined) return { ...unlimited(), weakness: { level, seed: random.next() } };
    return { ...unlimited(), nodes: CONTEST_NODES };
  }
}

/** Plays pairs of games between two contestants. */
export class Contest {
  private readonly plus: Player;
  private readonly minus: Player;
  private readonly position = new Position();

  constructor(private readonly setup: ContestSetup) {
    this.plus = new Player(setup.plus, setup.control);
    this.minus = new Player(setup.minus, setup.control);
  }

  /** The games of a pair as the plus side sees them, first with White; `null` if they were broken off. */
  playPair(pair: number): [Game, Game] | null {
    const { seed } = this.setup;
    const opening = drawEvenOpening(new Random(seed, OPENING_STREAM, pair));
    const random = new Random(seed, MOVE_STREAM, pair);
    const asWhite = this.playGame(opening, this.plus, this.minus, random);
    const asBlack = asWhite === null ? null : this.playGame(opening, this.minus, this.plus, random);
    return asWhite === null || asBlack === null ? null : [{ points: asWhite }, { points: 1 - asBlack }];
  }

  /** The points of White: 1, ½ or 0; `null` if the game was broken off. */
  private playGame(fen: string, white: Player, black: Player, random: Random): number | null {
    const { position } = this;
    loadFen(position, fen, false);
    white.newGame();
    black.newGame();
    const lastPly = position.gamePly + MAX_PLIES;
    const choose = () => {
      const move = (position.sideToMove === WHITE ? white : black).choose(position, random);
      return Atomics.load(this.setup.control, CONTROL_STOP) !== 0 ? null : { move, score: 0 };
    };
    const played = playOut(position, choose, () => position.gamePly >= lastPly ? DRAWN : null);
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
  /** No pair begins after so many seconds, but one for each thread is played in any case. */
  readonly seconds: number;
  /** Most pairs. */
  readonly pairs: number;
  readonly control: Int32Array;
  /** Starts a worker that calls `serveContest`. */
  readonly startWorker: () => Worker;
}

/** Plays a match, as the plus side sees it; of one that the signal ends early, what was played. */
export async function playContest(
  plus: Contestant,
  minus: Contestant,
  { seed, threads, seconds, pairs, control, startWorker }: ContestOptions,
  signal: AbortSignal,
): Promise<Tally> {
  const deadline = performance.now() + 1000 * seconds;
  const setup: ContestSetup = { plus, minus, seed, control };
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
  await shareJobs(work, doers, control, () => {}, signal);
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
