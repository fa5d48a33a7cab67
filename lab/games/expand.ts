/** Turns games into shuffled records. Whether a game is used for validation depends on a hash of its bytes. @module */

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

export const VALIDATION_NAME: string = `validation${RECORDS_EXTENSION}`;
/** If this file exists, the records are complete. */
export const ABOUT_NAME = "about.json";

/** No reader looks for records in this folder. */
const PART_FOLDER = "unfinished";
const RECORDS_NAME = /^(?:positions-\d+|validation)\.bin$/;

/** The two kinds of records are shuffled independently. */
const TRAINING_STREAM = 0, VALIDATION_STREAM = 1;

/** The largest score in centipawns. Without a limit, a certain win would have an infinite score. */
export const HINDSIGHT_MAX = 10_000;

export interface ExpandOptions {
  readonly filter: RecordFilter;
  /** See {@link hindsightScores}. */
  readonly lambda: number;
  /** Centipawns per unit of the logistic function. */
  readonly scale: number;
  /** The share of games that are used for validation, 0 … 1. */
  readonly validation: number;
  readonly seed: bigint;
  /**
   * The memory, in bytes, for shuffling one file of training records. All validation records go into one file, however
   * large.
   */
  readonly memory: number;
}

export interface ExpandCounts {
  readonly games: number;
  readonly training: number;
  readonly validation: number;
  readonly dropped: Readonly<Record<FilterReason, number>>;
}

/**
 * Writes records to the folder `out`, which must exist. Old records are replaced once all new ones are written.
 *
 * @param progress Called with the share that is done, 0 … 1.
 * @throws SyntaxError or RangeError if a file is damaged, if a game is not legal, or if there are no games.
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
    // The description marks the records as complete, so the old one is removed first, and the new one is moved last.
    const old = Array.from(Deno.readDirSync(out), ({ name }) => name).filter((name) => RECORDS_NAME.test(name));
    if (isThere(`${out}/${ABOUT_NAME}`)) old.unshift(ABOUT_NAME);
    for (const name of old) Deno.removeSync(`${out}/${name}`);
    for (const name of [...names, VALIDATION_NAME, ABOUT_NAME]) Deno.renameSync(`${part}/${name}`, `${out}/${name}`);
    return counts;
  } finally {
    Deno.removeSync(part, { recursive: true });
  }
}

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

function describeRecords(counts: ExpandCounts, options: ExpandOptions): string {
  const { games, training, validation, dropped } = counts;
  const { filter, lambda, scale, seed } = options;
  const made = { ...filter, lambda, scale, validationShare: options.validation, seed: `${seed}` };
  return JSON.stringify({ games, training, validation, ...made, dropped }, null, 2) + "\n";
}

/**
 * Scores a game's positions in hindsight: each score also depends on what happened later. The score is the λ-return
 * (Sutton, "Learning to predict by the methods of temporal differences", 1988) of expected results. From the last ply
 * backwards, `v = (1 − λ) · σ(score / scale) + λ · v of the next ply`. After the last ply, v is the game's result.
 *
 * @returns Centipawns from White's point of view, within ±{@link HINDSIGHT_MAX}.
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

/** A hash from 0 to 1: FNV-1a with MurmurHash3's finalizer. */
function hashShare(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return ((hash ^ hash >>> 16) >>> 0) / 0x100000000;
}
