/**
 * Turns games into shuffled records: positions worth learning from, in random order, and some kept apart to judge
 * what was learned.
 *
 * Positions of one game resemble each other, so whole games are kept apart, chosen by a hash of their bytes. So the
 * same game is always on the same side, however often it occurs and whatever other games there are.
 *
 * @module
 */

import { Position } from "../core/position.ts";
import { Random } from "../search/random.ts";
import { readGames } from "./game_files.ts";
import {
  type FilterReason,
  packRecord,
  reasonToDrop,
  RECORD_BYTES,
  type RecordFilter,
  RECORDS_EXTENSION,
} from "./records.ts";
import { replay } from "./replay.ts";
import { RecordFile, Shuffler } from "./shuffle.ts";
import { decodeGame, type PlayedGame, PLY_BYTES, WHITE_WON } from "./viriformat.ts";

/** Name of the file of records that are kept apart. */
export const VALIDATION_NAME: string = `validation${RECORDS_EXTENSION}`;

/** Scores made in hindsight are kept within so many centipawns: those of a certain result would be infinite. */
export const HINDSIGHT_MAX = 10_000;

/** How games are turned into records. */
export interface ExpandOptions {
  /** Which positions are left out. */
  readonly filter: RecordFilter;
  /** How far the score of a position is moved towards what was found later in its game, see {@link hindsightScores}. */
  readonly lambda: number;
  /** Centipawns of one unit of the logistic function that makes expected results of scores, and scores of them. */
  readonly scale: number;
  /** Share of the games that is kept apart for validation, 0 … 1. */
  readonly validation: number;
  /** Seed of the order. */
  readonly seed: bigint;
  /** Bytes of memory for a file of records that is being shuffled. */
  readonly memory: number;
}

/** What came of it. */
export interface ExpandCounts {
  /** Games read. */
  readonly games: number;
  /** Records to learn from. */
  readonly training: number;
  /** Records kept apart. */
  readonly validation: number;
  /** Positions left out, by reason. */
  readonly dropped: Readonly<Record<FilterReason, number>>;
}

/**
 * Reads games and writes records.
 *
 * @param paths Files of games.
 * @param out Folder of the records, which must exist. Records that it holds are replaced.
 * @param options How.
 * @param progress Called now and then with the share that is done, 0 … 1.
 * @throws RangeError if a game is not legal.
 */
export function expandGames(
  paths: readonly string[],
  out: string,
  options: ExpandOptions,
  progress: (done: number) => void = () => {},
): ExpandCounts {
  const { filter, lambda, scale, validation } = options;
  const sizes = paths.map((path) => Deno.statSync(path).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const chunks = Math.max(1, Math.ceil(total / PLY_BYTES * RECORD_BYTES / options.memory));
  removeRecords(out);
  const names = Array.from({ length: chunks }, (_, chunk) => `positions-${String(chunk).padStart(4, "0")}`);
  // Under another extension until all is done: a reader shall not take a part for the whole.
  const shuffler = new Shuffler(new Random(options.seed), names.map((name) => `${out}/${name}.part`));
  const validationFile = new RecordFile(`${out}/${VALIDATION_NAME}.part`);
  const dropped: Record<FilterReason, number> = { "skipped": 0, "in check": 0, "noisy": 0, "mate": 0, "score": 0 };
  const position = new Position();
  const record = new Uint8Array(RECORD_BYTES);
  let games = 0;
  let bytesDone = 0;
  paths.forEach((path, index) => {
    let inFile = 0;
    for (const bytes of readGames(path)) {
      const game = decodeGame(bytes);
      const scores = lambda === 0 ? game.scores : hindsightScores(game, lambda, scale);
      const target = hashShare(bytes) < validation ? validationFile : shuffler;
      inFile++;
      try {
        replay(position, game, (at, move, score, ply) => {
          const reason = reasonToDrop(at, move, score, ply, filter);
          if (reason !== null) {
            dropped[reason]++;
            return;
          }
          packRecord(at, scores[ply], game.result, record, 0);
          target.add(record, 0);
        });
      } catch (error) {
        throw error instanceof Error ? new RangeError(`Game ${inFile} of "${path}": ${error.message}`) : error;
      }
    }
    games += inFile;
    bytesDone += sizes[index];
    progress(bytesDone / total * 0.9);
  });
  validationFile.close();
  shuffler.finish((done) => progress(0.9 + 0.1 * done));
  for (const name of names) Deno.renameSync(`${out}/${name}.part`, `${out}/${name}${RECORDS_EXTENSION}`);
  Deno.renameSync(validationFile.path, `${out}/${VALIDATION_NAME}`);
  return { games, training: shuffler.count, validation: validationFile.count, dropped };
}

/**
 * What the scores of a game should have been, judged by how it went on: the λ-return of temporal difference learning
 * (Sutton, "Learning to predict by the methods of temporal differences", 1988) in expected results.
 *
 * From the end backwards, `v = (1 − λ) · σ(score / scale) + λ · v of the next ply`, where the result stands behind the
 * last ply. So a score k plies later counts λ^k times as much, and the result what remains; a search of few nodes thus
 * learns from those after it, which saw further.
 *
 * @param game The game.
 * @param lambda 0 leaves the scores, 1 makes the result of them.
 * @param scale Centipawns of one unit of σ.
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

/** Takes away what an earlier run left. */
function removeRecords(folder: string): void {
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (isFile && /^(positions-\d+|validation)(\.bin)?(\.part)?$/.test(name)) Deno.removeSync(`${folder}/${name}`);
  }
}

/** A number from 0 to 1 that depends on every byte: FNV-1a with the finisher of MurmurHash3. */
function hashShare(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return ((hash ^ hash >>> 16) >>> 0) / 0x100000000;
}
