/**
 * Books of openings: one that is made here, of random positions that are about equal, and the checks that a match needs
 * for any book.
 *
 * Each line is the initial position after eight random legal plies, kept if a short search sees neither side ahead
 * by more than 80 centipawns. The moves come from a generator with a fixed seed and the search has a fixed number of
 * nodes, so the same engine makes the same book, and a longer book begins with the lines of a shorter one. A book is
 * written once and kept, so that it stays when the engine changes.
 *
 * @module
 */

import { createControl } from "../../search/thread_slot.ts";
import { formatFen, loadFen, START_FEN } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { unlimited } from "../../search/limits.ts";
import { Search } from "../../search/search.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { runSearch } from "../../search/run.ts";
import { playRandomMoves } from "../../engine/games/random_openings.ts";
import { formatDuration, Progress } from "../../terminal/progress.ts";

/** Most openings of a match with a clock, where one may come again: enough for 8000 games without a repetition. */
const BOOK_LINES = 4000;

const PLIES = 8;
/** Greatest advantage of either side, in centipawns. */
const BALANCE_MAX = 80;
/** Nodes of the search that judges a position. */
const NODES = 1500;
const SEED = 20250705n;

/**
 * Makes a book.
 *
 * @returns EPD lines without operations, all different.
 */
export function generateBook(lines: number, progress: (done: number) => void = () => {}): string[] {
  const random = new Random(SEED);
  const table = new TranspositionTable(TranspositionTable.allocate(1));
  const judge = new Search(table, createControl(), new Evaluator(embeddedNetwork()));
  const position = new Position();
  const book = new Set<string>();
  while (book.size < lines) {
    loadFen(position, START_FEN, false);
    if (!playRandomMoves(position, random, PLIES)) continue;
    const epd = epdOf(position);
    if (book.has(epd)) continue;
    const { score } = runSearch(judge, position, { ...unlimited(), nodes: NODES }, () => {});
    if (Math.abs(score) > BALANCE_MAX) continue;
    book.add(epd);
    progress(book.size);
  }
  return Array.from(book);
}

/** A position as EPD: a FEN without its clocks. */
export function epdOf(position: Position): string {
  return formatFen(position).split(" ").slice(0, 4).join(" ");
}

/**
 * The path of the book for a match.
 *
 * @param folder Folder of the books that are made here, `openings-<lines>.epd`. A longer one is as good. The folder and
 * the book are made if they are needed and not there.
 * @param given Path of another book; `undefined` for one that is made here.
 * @param rounds Openings that the match may need. Of a book that is made here they come again where that is very many.
 * @returns The path, absolute.
 * @throws RangeError if there is no such file.
 */
export function findBook(folder: string, given: string | undefined, rounds: number): Promise<string> {
  return bookOf(folder, given, Math.min(rounds, BOOK_LINES));
}

async function bookOf(folder: string, given: string | undefined, lines: number): Promise<string> {
  if (given === undefined) {
    // First, because making the book takes minutes, and they would be lost if it could not be written.
    await Deno.mkdir(folder, { recursive: true });
    const lengths = Array.from(Deno.readDirSync(folder), ({ name }) => Number(/^openings-(\d+)\.epd$/.exec(name)?.[1]));
    const [length = lines] = lengths.filter((length) => length >= lines).sort((a, b) => a - b);
    const own = `${folder}/openings-${length}.epd`;
    if (!lengths.includes(length)) await makeBook(own, length);
    return await Deno.realPath(own);
  }
  try {
    return await Deno.realPath(given);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new RangeError(`Expected --book to name a file, but there is no "${given}"`);
  }
}

/**
 * The path of a book for a match with fixed nodes, in which every round needs its own opening: the same opening
 * gives the same two games again, and a test that counts copies takes them for evidence. The rest is as for
 * {@link findBook}.
 *
 * @param scratch A folder for a copy of the book, if it has the same position twice.
 * @returns The path of a book that has every position once.
 * @throws RangeError if the book has fewer different positions than rounds.
 */
export async function findDistinctBook(
  folder: string,
  given: string | undefined,
  rounds: number,
  scratch: string,
): Promise<string> {
  const book = await bookOf(folder, given, rounds);
  const lines = (await Deno.readTextFile(book)).split(/\r?\n/).filter((line) => line.trim() !== "");
  // A position is placement, side to move, castling rights and en passant square.
  const distinct = new Map(lines.map((line) => [line.trim().split(/\s+/, 4).join(" "), line]));
  if (distinct.size < rounds) {
    throw new RangeError(
      `Expected a book of at least ${rounds} different positions, since with fixed nodes an opening that is played ` +
        `again gives the same games, but "${book}" has ${distinct.size}: give a larger book with --book, ` +
        `or --games=${2 * distinct.size}`,
    );
  }
  if (distinct.size === lines.length) return book;
  const copy = `${scratch}/distinct.epd`;
  await Deno.writeTextFile(copy, Array.from(distinct.values()).join("\n") + "\n");
  return await Deno.realPath(copy);
}

async function makeBook(path: string, lines: number): Promise<void> {
  const progress = new Progress();
  const startedAt = performance.now();
  const show = (done: number) => {
    const left = (performance.now() - startedAt) / 1000 * (lines / done - 1);
    progress.show(`Making a book of openings, once: ${done} of ${lines}, ${formatDuration(left)} left`);
  };
  const book = generateBook(lines, show);
  progress.clear();
  // Written under another name and renamed: half a book would be taken for a whole one.
  await Deno.writeTextFile(`${path}.part`, book.join("\n") + "\n");
  await Deno.rename(`${path}.part`, path);
}
