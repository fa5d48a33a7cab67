/**
 * Turns games into shuffled records: positions worth learning from, in random order, and some set aside for validation.
 *
 * Positions of one game resemble each other, so whole games are set aside for validation, chosen by a hash of their
 * bytes. So all copies of a game have the same use, whatever other games there are.
 *
 * @module
 */

import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { forEachGame, isThere } from "./game_files.ts";
import {
  type FilterReason,
  packRecord,
  reasonToDrop,
  RECORD_BYTES,
  type RecordFilter,
  RECORDS_EXTENSION,
} from "./records.ts";
import { walkGame } from "./game_walk.ts";
import { Shuffler } from "./shuffle.ts";
import { type PlayedGame, PLY_BYTES, WHITE_WON } from "./viriformat.ts";

/** Name of the file of records that are set aside. */
export const VALIDATION_NAME: string = `validation${RECORDS_EXTENSION}`;
/** Name of the file that says how the records were made. If it exists, the records are complete. */
export const ABOUT_NAME = "about.json";

/**
 * Holds the files until all are complete. It is inside the folder of the records, where no reader looks for records.
 */
const PART_FOLDER = "unfinished";
const RECORDS_NAME = /^(?:positions-\d+|validation)\.bin$/;

/** Streams of random numbers: the orders of the two kinds of records do not depend on each other. */
const TRAINING_STREAM = 0;
const VALIDATION_STREAM = 1;

/**
 * Scores made in hindsight are limited to this many centipawns, because the score of a certain result would be
 * infinite.
 */
export const HINDSIGHT_MAX = 10_000;

export interface ExpandOptions {
  readonly filter: RecordFilter;
  /**
   * The share by which the score of a position moves towards the later scores of its game, see {@link hindsightScores}.
   */
  readonly lambda: number;
  /** Centipawns per unit of the logistic function that turns scores into expected results, and results into scores. */
  readonly scale: number;
  /** Share of the games that is set aside for validation, 0 … 1. */
  readonly validation: number;
  readonly seed: bigint;
  /** Bytes of memory for a file of records that is being shuffled. The records for validation are always one file. */
  readonly memory: number;
}

export interface ExpandCounts {
  readonly games: number;
  readonly training: number;
  readonly validation: number;
  readonly dropped: Readonly<Record<FilterReason, number>>;
}

/**
 * Reads games, and writes records and a file that describes how they were made.
 *
 * @param out Folder of the records, which must exist. Existing records are replaced when everything is done; if
 *   anything goes wrong before, they remain.
 * @param progress Called now and then with the share that is done, 0 … 1.
 * @throws SyntaxError if a file is damaged.
 * @throws RangeError if a game is not legal, or there is none.
 */
export function expandGames(
  paths: readonly string[],
  out: string,
  options: ExpandOptions,
  progress: (done: number) => void = () => {},
): ExpandCounts {
  const totalBytes = paths.reduce((sum, path) => sum + Deno.statSync(path).size, 0);
  const files = Math.max(1, Math.ceil(totalBytes / PLY_BYTES * RECORD_BYTES / options.memory));
  const names = Array.from(
    { length: files },
    (_, file) => `positions-${String(file).padStart(4, "0")}${RECORDS_EXTENSION}`,
  );
  const part = `${out}/${PART_FOLDER}`;
  // A run that was killed leaves this folder behind.
  if (isThere(part)) Deno.removeSync(part, { recursive: true });
  Deno.mkdirSync(part);
  try {
    const counts = writeRecords(paths, totalBytes, part, names, options, progress);
    if (counts.games === 0) throw new RangeError("Expected games to expand, but there are none");
    Deno.writeTextFileSync(`${part}/${ABOUT_NAME}`, describeRecords(counts, options));
    // The order matters: incomplete records must never have a description.
    const old = Array.from(Deno.readDirSync(out), ({ name }) => name).filter((name) => RECORDS_NAME.test(name));
    if (isThere(`${out}/${ABOUT_NAME}`)) old.unshift(ABOUT_NAME);
    for (const name of old) Deno.removeSync(`${out}/${name}`);
    for (const name of [...names, VALIDATION_NAME, ABOUT_NAME]) Deno.renameSync(`${part}/${name}`, `${out}/${name}`);
    return counts;
  } finally {
    Deno.removeSync(part, { recursive: true });
  }
}

/** Writes the records for training to files of these names, the other records to `VALIDATION_NAME`. */
function writeRecords(
  paths: readonly string[],
  totalBytes: number,
  out: string,
  names: readonly string[],
  options: ExpandOptions,
  progress: (done: number) => void,
): ExpandCounts {
  const { filter, lambda, scale, seed } = options;
  const training = new Shuffler(new Random(seed, TRAINING_STREAM), names.map((name) => `${out}/${name}`));
  const validation = new Shuffler(new Random(seed, VALIDATION_STREAM), [`${out}/${VALIDATION_NAME}`]);
  const dropped: Record<FilterReason, number> = { "skipped": 0, "in check": 0, "noisy": 0, "mate": 0, "score": 0 };
  const position = new Position();
  const record = new Uint8Array(RECORD_BYTES);
  let games = 0;
  let bytesDone = 0;
  for (const path of paths) {
    forEachGame(path, (game, bytes) => {
      const scores = lambda === 0 ? game.scores : hindsightScores(game, lambda, scale);
      const target = hashShare(bytes) < options.validation ? validation : training;
      games++;
      bytesDone += bytes.length;
      walkGame(position, game, (at, move, score, ply) => {
        const reason = reasonToDrop(at, move, score, ply, filter);
        if (reason !== null) {
          dropped[reason]++;
          return;
        }
        packRecord(at, scores[ply], game.result, record, 0);
        target.add(record);
      });
    });
    progress(bytesDone / totalBytes * 0.9);
  }
  validation.finish();
  training.finish((done) => progress(0.9 + 0.1 * done));
  return { games, training: training.count, validation: validation.count, dropped };
}

/** A description of the records and of how they were made, as JSON. */
function describeRecords(counts: ExpandCounts, options: ExpandOptions): string {
  const { games, training, validation, dropped } = counts;
  const { filter, lambda, scale, seed } = options;
  const made = { ...filter, lambda, scale, validationShare: options.validation, seed: `${seed}` };
  return JSON.stringify({ games, training, validation, ...made, dropped }, null, 2) + "\n";
}

/**
 * The scores that the positions of a game should have had, judged by the rest of the game: the λ-return of temporal
 * difference learning (Sutton, "Learning to predict by the methods of temporal differences", 1988) in expected results.
 *
 * From the end backwards, `v = (1 − λ) · σ(score / scale) + λ · v of the next ply`, where the result follows the last
 * ply. So a score k plies later counts λ^k times as much, and the result has the remaining weight. In this way the
 * later searches, which saw more of the game, correct the scores of earlier short searches.
 *
 * @param lambda 0 keeps the scores, and 1 replaces them with the result.
 * @param scale Centipawns per unit of σ.
 * @returns Centipawns from White's side, one for each ply, within ±{@link HINDSIGHT_MAX}.
 */
export function hindsightScores(game: PlayedGame, lambda: number, scale: number): Int16Array {
  const scores = new Int16Array(game.moves.length);
  let value = game.result / WHITE_WON;
  for (let ply = scores.length - 1; ply >= 0; ply--) {
    value = (1 - lambda) / (1 + Math.exp(-game.scores[ply] / scale)) + lambda * value;
    const score = Math.round(scale * Math.log(value / (1 - value)));
    scores[ply] = Math.max(-HINDSIGHT_MAX, Math.min(HINDSIGHT_MAX, score));
  }
  return scores;
}

/** A number from 0 to 1 that depends on every byte: FNV-1a with the finisher of MurmurHash3. */
function hashShare(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return ((hash ^ hash >>> 16) >>> 0) / 0x100000000;
}
