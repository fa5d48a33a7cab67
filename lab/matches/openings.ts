/**
 * Makes books of random positions that are about equal. A longer book begins with the lines of a shorter one.
 *
 * @module
 */

import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { formatDuration, Progress } from "../../terminal/progress.ts";
import { Player } from "../games/player.ts";

/** Enough for a match with a clock, where games with the same opening differ. */
const BOOK_LINES = 4000;
/** Maximum advantage of either side, in centipawns. */
const BALANCE_MAX = 80;
const SEED = 20250705n;

/** Returns distinct EPD lines without operations. */
export function generateBook(lines: number, progress: (done: number) => void = () => {}): string[] {
  const random = new Random(SEED);
  const player = new Player(new Evaluator(embeddedNetwork()), 1);
  const book = new Set<string>();
  while (book.size < lines) {
    const position = parseFen(drawOpening(random, 0));
    const epd = epdOf(position);
    if (book.has(epd) || player.judge(position) > BALANCE_MAX) continue;
    book.add(epd);
    progress(book.size);
  }
  return Array.from(book);
}

/** The FEN of a position, without the move counters. */
export function epdOf(position: Position): string {
  return formatFen(position).split(" ").slice(0, 4).join(" ");
}

/**
 * Returns the absolute path of a match's book: `given`, or one that this program generates and keeps in `folder`. For a
 * match with fixed nodes, returns a copy in `scratch` that has each position only once, because a repeated opening
 * would give the same games again.
 *
 * @throws RangeError if each round needs its own opening, but the book has too few.
 */
export async function findBook(
  folder: string,
  given: string | undefined,
  rounds: number,
  scratch: string | null,
): Promise<string> {
  const isDistinct = scratch !== null;
  const book = await Deno.realPath(given ?? await ownBook(folder, isDistinct ? rounds : Math.min(rounds, BOOK_LINES)));
  if (!isDistinct) return book;
  const lines = (await Deno.readTextFile(book)).split(/\r?\n/).filter((line) => line.trim() !== "");
  // Lines hold the same position if their first four fields are equal.
  const distinct = new Map(lines.map((line) => [line.trim().split(/\s+/, 4).join(" "), line]));
  if (distinct.size < rounds) {
    throw new RangeError(
      `Expected a book of at least ${rounds} different positions, since with fixed nodes a repeated opening ` +
        `gives the same games, but "${book}" has ${distinct.size}: give a larger book with --book, ` +
        `or --games=${2 * distinct.size}`,
    );
  }
  const copy = `${scratch}/distinct.epd`;
  await Deno.writeTextFile(copy, Array.from(distinct.values(), (line) => `${line}\n`).join(""));
  return copy;
}

/** Returns the shortest book with enough lines, and makes one if there is none. */
async function ownBook(folder: string, lines: number): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const lengths = Array.from(Deno.readDirSync(folder), ({ name }) => Number(/^openings-(\d+)\.epd$/.exec(name)?.[1]));
  const [length = lines] = lengths.filter((length) => length >= lines).sort((a, b) => a - b);
  const path = `${folder}/openings-${length}.epd`;
  if (!lengths.includes(length)) await makeBook(path, length);
  return path;
}

async function makeBook(path: string, lines: number): Promise<void> {
  const progress = new Progress();
  const startedAt = performance.now();
  const show = (done: number) => {
    const left = (performance.now() - startedAt) / 1000 * (lines / done - 1);
    progress.show(`Making a book of openings (only once): ${done} of ${lines}, ${formatDuration(left)} left`);
  };
  const book = generateBook(lines, show);
  progress.clear();
  await Deno.writeTextFile(`${path}.part`, book.join("\n") + "\n");
  await Deno.rename(`${path}.part`, path);
}
