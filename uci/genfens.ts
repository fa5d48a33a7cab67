/**
 * The `genfens` command writes openings for self-play, in the form that the testing framework OpenBench requests.
 *
 * OpenBench starts `<engine> "genfens N seed S book None " "quit"`; the path of a file of positions can replace `None`.
 * It expects lines of the form `info string genfens <FEN>`, and waits at most 15 seconds for each. The same seed gives
 * the same openings on every machine.
 *
 * @module
 */

import { Random } from "../core/random.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { drawBookOpening, drawOpening, isBalanced, judgeLimits } from "../engine/games/random_openings.ts";

/** The words after the command. */
export const GENFENS_PARAMETERS = "N seed S [book FILE]";
/** Maximum number of openings dropped in a row. So many are never dropped by chance alone. */
const MAX_REJECTED = 200;

/** A request for `count` openings. `bookPath` is "" if there is no book. */
export type GenfensRequest = { count: number; seed: bigint; bookPath: string };

/** Reads the words after `genfens`. Throws a SyntaxError if they are not in this form. */
export function parseGenfens(words: readonly string[]): GenfensRequest {
  const [count, seedWord, seed, ...bookWords] = words;
  const isNumber = (text: string | undefined) => text !== undefined && /^\d+$/.test(text);
  const isBook = bookWords.length === 0 || (bookWords[0] === "book" && bookWords.length > 1);
  if (!isNumber(count) || seedWord !== "seed" || !isNumber(seed) || !isBook) {
    throw new SyntaxError(`Expected 'genfens ${GENFENS_PARAMETERS}', but got 'genfens ${words.join(" ")}'`);
  }
  // A path may contain spaces.
  const book = bookWords.slice(1).join(" ");
  return { count: Number(count), seed: BigInt(seed), bookPath: book.toLowerCase() === "none" ? "" : book };
}

/** What is needed to draw, judge and write openings. */
export type GenfensOptions = Readonly<{
  /** The pool that judges openings. It must be idle. Its tables are cleared before each search. */
  pool: ThreadPool;
  /** Whether openings are for Chess960, even if the FEN does not show it. */
  chess960: boolean;
  /** The FENs from which openings start. If there are none, they start from the initial position. */
  book: readonly string[];
  signal: AbortSignal;
  write: (line: string) => void;
}>;

/** Writes openings. Throws a RangeError if too many openings in a row were dropped. */
export async function writeOpenings(request: GenfensRequest, options: GenfensOptions): Promise<void> {
  const { pool, signal, write } = options;
  let written = 0;
  for (let index = 0, rejected = 0; written < request.count && !signal.aborted; index++) {
    const fen = draw(new Random(request.seed, 0, index), options);
    if (fen !== null && await isEven(fen, options)) {
      if (signal.aborted) break;
      write(`info string genfens ${fen}`);
      written++;
      rejected = 0;
    } else if (++rejected >= MAX_REJECTED) {
      throw new RangeError(`Expected even positions, but found none in ${rejected} openings`);
    }
  }
  pool.newGame();
}

function draw(random: Random, { book, chess960 }: GenfensOptions): string | null {
  return book.length > 0 ? drawBookOpening(random, book, chess960) : drawOpening(random, chess960 ? 1 : 0);
}

async function isEven(fen: string, { pool, chess960 }: GenfensOptions): Promise<boolean> {
  // The previous search must not influence this one.
  pool.newGame();
  // Wait until each thread has cleared its part of the table.
  await pool.settled();
  const { score } = await pool.search({ fen, chess960, moves: [] }, judgeLimits());
  return isBalanced(score);
}
