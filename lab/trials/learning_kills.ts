/**
 * Tests whether learned data survive: two engines write to one learning file and are killed at random moments. The file
 * must contain every search whose `bestmove` came at least a second before its engine was killed.
 *
 * @module
 */

import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { drawOpening } from "../../engine/games/random_openings.ts";
import { Learning } from "../../engine/learning.ts";
import { concatenated, encodeHead, HEAD_BYTES } from "../../experience/journal.ts";
import { connectedRecords, fileWith, NETWORK, startWith } from "./learning_files.ts";

const LIFE_MS = 4000;
/** A search must be in the file within this time after its `bestmove`. */
const GRACE_MS = 1000;
/** After this many kills, a new file is started. By then, the old one has been compacted. */
const KILLS_OF_FILE = 50;
const RECORDS = 80_000;
const DEPTH = 8;

/** A search that must be in the file. It ended `ageMs` before the kill. */
type Safe = { readonly position: Position; readonly ageMs: number };

interface Count {
  kills: number;
  searches: number;
  safe: number;
  reads: number;
}

export async function killWriters(bundle: string, kills: number): Promise<void> {
  const folder = await Deno.makeTempDir();
  const count: Count = { kills: 0, searches: 0, safe: 0, reads: 0 };
  for (let round = 0; count.kills < kills; round++) {
    const path = `${folder}/${round}.learned`;
    await writeFullFile(path);
    const learned: Safe[] = [];
    const end = Math.min(kills, count.kills + KILLS_OF_FILE);
    const writers = Promise.all([0, 1].map(() => writeAndEnd(bundle, path, count, end, learned)));
    let isOver = false;
    const reader = readAgain(path, count, () => isOver);
    await writers.finally(() => isOver = true);
    await reader;
    const learning = await read(path);
    const lost = learned.filter(({ position }) => learning.of(position) === null);
    if (lost.length > 0) {
      const [{ position, ageMs }] = lost.toSorted((a, b) => b.ageMs - a.ageMs);
      const what = `${lost.length} of ${learned.length} searches were lost after ${end} kills`;
      throw new Error(`${what}; the oldest ended ${Math.round(ageMs)} ms before the kill: ${formatFen(position)}`);
    }
    const { searches, safe, reads } = count;
    console.log(`${end} kills, ${searches} searches, ${reads} reads; none of ${safe} safe searches lost`);
  }
  await Deno.remove(folder, { recursive: true });
}

async function writeAndEnd(bundle: string, path: string, count: Count, kills: number, learned: Safe[]): Promise<void> {
  while (count.kills < kills) {
    count.kills++;
    await using engine = await startWith(bundle, path, "learn");
    const done: { readonly position: Position; readonly at: number }[] = [];
    let killedAt = Infinity;
    const timer = setTimeout(() => {
      killedAt = performance.now();
      void engine[Symbol.asyncDispose]();
    }, Math.random() * LIFE_MS);
    try {
      while (true) {
        const fen = drawOpening(new Random(crypto.getRandomValues(new BigUint64Array(1))[0]), 0);
        await engine.send(`position fen ${fen}`, `go depth ${DEPTH}`);
        await engine.until(/^bestmove/);
        done.push({ position: parseFen(fen), at: performance.now() });
      }
    } catch {
      // The engine was killed.
    }
    clearTimeout(timer);
    const latest = killedAt - GRACE_MS;
    count.searches += done.length;
    for (const { position, at } of done) {
      if (at > latest) continue;
      count.safe++;
      learned.push({ position, ageMs: killedAt - at });
    }
  }
}

/** Keeps reading the file until the writers have exited, and checks that no record disappears. */
async function readAgain(path: string, count: Count, isOver: () => boolean): Promise<void> {
  let size = 0;
  while (!isOver()) {
    const learning = await read(path);
    if (learning.size < size) throw new Error(`The file had ${size} positions, and has ${learning.size}`);
    size = learning.size;
    count.reads++;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function read(path: string): Promise<Learning> {
  const learning = new Learning();
  learning.useNetwork(NETWORK);
  await learning.load(await Deno.readFile(path));
  return learning;
}

/** Writes a file whose header says that it was empty at first, so that an engine soon compacts it. */
async function writeFullFile(path: string): Promise<void> {
  const blocks = (await fileWith(connectedRecords(RECORDS))).subarray(HEAD_BYTES);
  await Deno.writeFile(path, concatenated([encodeHead("lab", []), blocks]));
}
