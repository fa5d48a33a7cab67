/**
 * The `genfens` command: writes openings for self-play games. The testing framework OpenBench requests them from
 * engines.
 *
 * OpenBench starts `<engine> "genfens N seed S book None " "quit"`, or with the path of a file of positions instead of
 * `None`, and reads one line `info string genfens <FEN>` for each opening. For each line, it waits at most 15 seconds.
 * The same seed gives the same openings on every machine.
 *
 * @module
 */

import { Random } from "../core/random.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { drawBookOpening, drawOpening, isBalanced, judgeLimits } from "../engine/games/random_openings.ts";

/** The words that the command takes, for `help` and for errors. */
export const GENFENS_PARAMETERS = "N seed S [book FILE]";
/** Maximum number of openings that are dropped in a row: far more than can happen by chance. */
const MAX_REJECTED = 200;

/** The request: the number of openings, the random seed, and a file of positions, "" for none. */
export type GenfensRequest = { count: number; seed: bigint; bookPath: string };

/** Reads the words after `genfens`. Throws a SyntaxError if they have another form. */
export function parseGenfens(words: readonly string[]): GenfensRequest {
  const [count, seedWord, seed, ...bookWords] = words;
  const isNumber = (text: string | undefined) => text !== undefined && /^\d+$/.test(text);
  const isBook = bookWords.length === 0 || (bookWords[0] === "book" && bookWords.length > 1);
  if (!isNumber(count) || seedWord !== "seed" || !isNumber(seed) || !isBook) {
    throw new SyntaxError(`Expected 'genfens ${GENFENS_PARAMETERS}', but got 'genfens ${words.join(" ")}'`);
  }
  // A path may have spaces in it.
  const book = bookWords.slice(1).join(" ");
  return { count: Number(count), seed: BigInt(seed), bookPath: book.toLowerCase() === "none" ? "" : book };
}

/** The source and the destination of the openings. */
export type GenfensOptions = Readonly<{
  /** The pool that judges openings. No search may be running. Afterwards its tables are empty. */
  pool: ThreadPool;
  /** Whether the openings are for Chess960. Openings from a book are also for Chess960 if their FEN needs it. */
  chess960: boolean;
  /** The FENs from which openings start; empty for the initial position. */
  book: readonly string[];
  signal: AbortSignal;
  write: (line: string) => void;
}>;

/**
 * Writes the openings.
 *
 * @throws RangeError if very many openings in a row are not even, for example because the book has only decided
 *   positions.
 */
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
  // The lessons of one search must not influence the next opening.
  pool.newGame();
  // Each thread clears a part of the table. Wait for all of them before the search.
  await pool.settled();
  const { score } = await pool.search({ fen, chess960, moves: [] }, judgeLimits());
  return isBalanced(score);
}
