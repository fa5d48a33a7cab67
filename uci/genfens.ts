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
import type { SearchService } from "../engine/search_service.ts";
import { drawOpening, isBalanced, judgeLimits } from "./random_openings.ts";

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

/** Where the openings come from and go. */
export interface GenfensOptions {
  /** What to judge with; no search may be running. It has forgotten everything afterwards. */
  readonly service: SearchService;
  /** Whether the openings are of Chess960. */
  readonly chess960: boolean;
  /** Ends the run early. */
  readonly signal: AbortSignal;
  /** Writes a line of output. */
  readonly write: (line: string) => void;
}

/** Writes the openings. */
export async function writeOpenings(request: GenfensRequest, options: GenfensOptions): Promise<void> {
  const { service, chess960, signal, write } = options;
  let written = 0;
  for (let index = 0; written < request.count && !signal.aborted; index++) {
    const fen = drawOpening(new Random(request.seed, 0, index), chess960 ? 1 : 0);
    // What one search learned must not decide about the next opening: else they would depend on each other.
    service.newGame();
    // Each thread clears a part of the table: the search begins after the last of them.
    await service.ready();
    const { score } = await service.search({ fen, chess960, moves: [] }, judgeLimits());
    if (signal.aborted || !isBalanced(score)) continue;
    write(`info string genfens ${fen}`);
    written++;
  }
  service.newGame();
}
