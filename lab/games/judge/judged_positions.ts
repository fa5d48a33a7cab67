/**
 * Positions with the verdict of a strong engine, by which networks are compared.
 *
 * They are drawn from games of self-play, one of each, and from the trees of searches of such positions: a search asks
 * for other positions than games have. A file has a line for each: where it is from, its FEN, and the engine's score,
 * `cp N` or `mate N` from the side to move, with tabs between.
 *
 * @module
 */

import { formatFen, parseFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import type { Network } from "../../../nnue/network.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { unlimited } from "../../../search/limits.ts";
import { runSearch } from "../../../search/run.ts";
import { Search } from "../../../search/search.ts";
import { createControl } from "../../../search/thread_slot.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { walkTo } from "../game_walk.ts";
import { type GameIndex, readIndexedGame } from "../game_index.ts";

/** Where a position is from: a game, or the tree of a search. */
export type Origin = "game" | "tree";

/** A position without a verdict. */
export interface DrawnPosition {
  /** Where it is from. */
  readonly origin: Origin;
  /** The position, which is not in check. */
  readonly fen: string;
}

/** A position with its verdict. */
export interface JudgedPosition extends DrawnPosition {
  /** The result that the engine expects for the side to move, 0 … 1. */
  readonly expected: number;
}

/** Positions whose game has a score beyond this, centipawns, are decided; they are not drawn. */
const SCORE_MAX = 500;
/** Nodes of a search whose tree positions are drawn from. */
const TREE_NODES = 10_000;
/** Positions drawn from a tree in the mean; a tree gives no more than twice as many. */
const PER_TREE = 5;
/** Size of the table of these searches, MiB. */
const TABLE_MEGABYTES = 8;
/** Centipawns of the strong engine for one unit of the curve that turns them into expected results. */
const VERDICT_SCALE = 200;

/** An evaluator that notes some of the positions that a search asks it for. */
class NotingEvaluator extends Evaluator {
  /** FENs noted since the last search. */
  noted: string[] = [];
  private readonly random: Random;

  constructor(network: Network, random: Random) {
    super(network);
    this.random = random;
  }

  override evaluate(position: Position): number {
    if (this.random.chance(PER_TREE / TREE_NODES) && this.noted.length < 2 * PER_TREE) {
      this.noted.push(formatFen(position));
    }
    return super.evaluate(position);
  }
}

/**
 * Draws positions from games. Games of Chess960 are left out: not every engine knows it.
 *
 * @param index The games; each gives one position at most.
 * @param games How many positions of games.
 * @param trees How many positions of trees; each tree is that of a position of another game.
 * @param network What these searches evaluate with.
 * @param seed Decides the positions.
 * @throws RangeError if there are too few games.
 */
export function drawPositions(
  index: GameIndex,
  games: number,
  trees: number,
  network: Network,
  seed: bigint,
): DrawnPosition[] {
  const random = new Random(seed);
  const evaluator = new NotingEvaluator(network, random);
  const table = new TranspositionTable(TranspositionTable.allocate(TABLE_MEGABYTES));
  const search = new Search(table, createControl(), evaluator);
  const position = new Position();
  const ofGames: DrawnPosition[] = [];
  const ofTrees: DrawnPosition[] = [];
  for (const number of shuffled(index.files.length, random)) {
    if (ofGames.length >= games && ofTrees.length >= trees) break;
    const game = readIndexedGame(index, number);
    if (game.start.chess960 || game.moves.length === 0) continue;
    const ply = random.below(game.moves.length);
    if (Math.abs(game.scores[ply]) > SCORE_MAX) continue;
    walkTo(position, game, ply);
    if (position.inCheck) continue;
    // Both kinds are drawn all the time, so that neither has the last games alone.
    if (ofTrees.length * games <= ofGames.length * trees && ofTrees.length < trees) {
      search.newGame();
      table.clear();
      evaluator.noted = [];
      runSearch(search, position, { ...unlimited(), nodes: TREE_NODES }, () => {});
      for (const fen of evaluator.noted) ofTrees.push({ origin: "tree", fen });
    } else if (ofGames.length < games) {
      ofGames.push({ origin: "game", fen: formatFen(position) });
    }
  }
  if (ofGames.length < games || ofTrees.length < trees) {
    const found = `${ofGames.length} and ${ofTrees.length} in ${index.files.length}`;
    throw new RangeError(`Expected ${games} positions of games and ${trees} of trees, but got ${found} games`);
  }
  return [...ofGames.slice(0, games), ...ofTrees.slice(0, trees)];
}

/** The numbers below `count` in random order (Fisher and Yates). */
function shuffled(count: number, random: Random): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [numbers[i], numbers[other]] = [numbers[other], numbers[i]];
  }
  return numbers;
}

/** The line of a file. `verdict` is `cp N` or `mate N`. */
export function formatJudged({ origin, fen }: DrawnPosition, verdict: string): string {
  return `${origin}\t${fen}\t${verdict}`;
}

/** The curve that turns a score into an expected result, 0 … 1; `score` in units of the curve. */
export function expectedResult(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/**
 * Reads a file.
 *
 * @throws SyntaxError if a line is not as `formatJudged` writes it; the message has its number.
 */
export function readJudged(text: string): JudgedPosition[] {
  return text.trimEnd().split(/\r?\n/).map((line, i) => {
    const found = /^(game|tree)\t([^\t]+)\t(cp|mate) (-?\d+)$/.exec(line);
    if (found === null) {
      throw new SyntaxError(`Expected a position, its origin and a verdict in line ${i + 1}, but got '${line}'`);
    }
    const [, origin, fen, kind, number] = found;
    const score = Number(number);
    parseFen(fen);
    const certain = score > 0 ? 1 : 0;
    const expected = kind === "mate" ? certain : expectedResult(score / VERDICT_SCALE);
    return { origin: origin as Origin, fen, expected };
  });
}
