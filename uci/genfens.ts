/**
 * The `genfens` command: openings for games of self-play, as the testing framework OpenBench asks engines for them.
 *
 * OpenBench starts `<engine> "genfens N seed S book None" "quit"` and reads one line `info string genfens <FEN>` for
 * each opening. The same seed gives the same openings on every machine. A book of openings to start from is not
 * supported.
 *
 * @module
 */

import { Random } from "../core/random.ts";
import { drawOpening, isBalanced, judgeLimits } from "./random_openings.ts";
import type { Session } from "./session.ts";

/** The words that the command takes, for `help` and for errors. */
export const GENFENS_PARAMETERS = "N seed S [book None]";

/** What is asked for. */
export interface GenfensRequest {
  /** How many openings. */
  count: number;
  /** Seed of the openings. */
  seed: bigint;
}

/**
 * Reads the words behind `genfens`.
 *
 * @throws SyntaxError if they have another form.
 * @throws RangeError if a book is asked for.
 */
export function parseGenfens(words: readonly string[]): GenfensRequest {
  const [count, seedWord, seed, bookWord = "book", book = "None", ...rest] = words;
  const isNumber = (text: string | undefined) => text !== undefined && /^\d+$/.test(text);
  if (!isNumber(count) || seedWord !== "seed" || !isNumber(seed) || bookWord !== "book" || rest.length > 0) {
    throw new SyntaxError(`Expected 'genfens ${GENFENS_PARAMETERS}', but got 'genfens ${words.join(" ")}'`);
  }
  if (book.toLowerCase() !== "none") {
    throw new RangeError(`Expected 'book None', as the engine takes no book, but got 'book ${book}'`);
  }
  return { count: Number(count), seed: BigInt(seed) };
}

/**
 * Writes the openings: of Chess960 if the option says so, else of ordinary chess.
 *
 * @param session What to judge with; no search may be running. It has forgotten everything afterwards.
 * @param signal Ends the run early.
 */
export async function writeOpenings(session: Session, request: GenfensRequest, signal: AbortSignal): Promise<void> {
  const { pool } = session;
  const { chess960 } = session.settings;
  let written = 0;
  for (let index = 0; written < request.count && !signal.aborted; index++) {
    const fen = drawOpening(new Random(request.seed, 0, index), chess960 ? 1 : 0);
    // What one search learned must not decide about the next opening: else they would depend on each other.
    pool.newGame();
    // Each thread clears a part of the table: a search must not begin before the last of them is done.
    await pool.settled();
    const { score } = await pool.search({ fen, chess960, moves: [] }, judgeLimits(), false, () => {});
    if (signal.aborted || !isBalanced(score)) continue;
    session.write(`info string genfens ${fen}`);
    written++;
  }
  pool.newGame();
}
