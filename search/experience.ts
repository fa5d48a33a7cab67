/**
 * Experience and the search: what a search adds to it, and what it takes from it.
 *
 * After a search, `harvest` takes its root, the positions behind the first moves of its other lines, and its principal
 * variation, as the transposition table (TT) knows it. Before a search, `neighbourhood` walks from the root through what is
 * known, and `plant` puts it into the TT. A search of the same root goes on at the depth that an earlier one has reached,
 * perhaps of another process: `earlierLines`.
 *
 * The walk is along legal moves only, so a record counts only in a position that has its key and in which its move is
 * legal. Certain wins are not kept: their moves are, and the search finds the mate again. A record is then no more than
 * an entry of the TT, and the search treats it like one.
 * @module
 */

import { isLegal } from "../core/legality.ts";
import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { isCertain, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { Experience, type PositionRecord, readRecord, RECORD_WORDS, recordOf } from "../experience/experience.ts";
import { BOUND_EXACT, BOUND_NONE } from "./bound.ts";
import type { SearchResult } from "./info.ts";
import type { Root, RootMove } from "./root.ts";
import { tableKeyLo, type TranspositionTable, TtEntry } from "./transposition.ts";

/** Low half of the key that a position has in experience: that of the TT. */
export const experienceKeyLo: typeof tableKeyLo = tableKeyLo;

/** Least depth of a search that is learned from, plies. */
export const LEARN_DEPTH = 8;
/** Most records that a search gets. */
const NEIGHBOURS_MAX = 32_768;
/** Longest way from the root, plies. */
const WAY_MAX = 64;
/** Up to here the way may lead through positions that are not known, plies. */
const UNKNOWN_PLIES = 2;

/** What a search of a root found out, to be kept: records, none if its depth was less than `LEARN_DEPTH`. */
export function harvest(root: Position, tt: TranspositionTable, result: SearchResult): Int32Array {
  const { depth, bestMove, score, pv, others } = result;
  const found = new Experience();
  if (depth < LEARN_DEPTH || bestMove === NO_MOVE) return found.records;
  const exact = { move: bestMove, score, bound: BOUND_EXACT, depth, isPv: true };
  // No search goes on from a certain win: it finds the mate again.
  const firstCertain = [score, ...others.map((line) => line.score)].findIndex(isCertain);
  const lines = firstCertain < 0 ? 1 + others.length : firstCertain;
  found.add({ ...resultOf(root, exact), lines, visits: 1 });
  for (const record of behind(root, pv, tt)) found.add(record);
  for (const line of others) {
    root.make(line.pv[0]);
    const reply = { move: line.pv[1] ?? NO_MOVE, score: -line.score, bound: BOUND_EXACT, depth: depth - 1, isPv: true };
    found.add({ ...resultOf(root, reply), visits: 1 });
    root.undo();
  }
  return found.records;
}

/** What experience knows of the positions that a legal way from the root leads to, as records; each is visited once. */
export function neighbourhood(root: Position, experience: Experience): Int32Array {
  const around = new Experience();
  if (experience.size === 0) return around.records;
  const found: PositionRecord[] = [];
  const seen = new Set<number>();
  // Whether no more than `NEIGHBOURS_MAX` are found.
  const visit = (ply: number): boolean => {
    // 52 bits of the key are enough to know a position again within one walk.
    const key = (root.keyLo >>> 0) + (root.keyHi & 0xfffff) * 0x100000000;
    if (seen.has(key)) return true;
    let record = recordAt(root, experience);
    if (record === null || (record.move !== NO_MOVE && !isLegal(root, record.move))) {
      if (ply >= UNKNOWN_PLIES) return true;
      record = recordOf(keyOf(root));
    }
    if (found.length >= NEIGHBOURS_MAX) return false;
    seen.add(key);
    found.push(record);
    if (ply >= WAY_MAX || (ply > 0 && isDrawn(root, ply))) return true;
    return legalMoves(root).every((move) => {
      root.make(move);
      const isWithin = visit(ply + 1);
      root.undo();
      return isWithin;
    });
  };
  visit(0);
  for (const record of found) if (record.move !== NO_MOVE || record.bound !== BOUND_NONE) around.add(record);
  return around.records;
}

/** A line of an earlier search: its first move, its exact score in centipawns, and the depth of the search in plies. */
export type EarlierLine = Readonly<Record<"move" | "score" | "depth", number>>;

/**
 * The lines of an earlier search of this root, to go on from, the best first; none where it had fewer than asked for.
 * `records` are what is known around the root, see `neighbourhood`.
 */
export function earlierLines(root: Position, records: Int32Array, lines: number): EarlierLine[] {
  const experience = new Experience();
  experience.addAll(records);
  const first = recordAt(root, experience);
  if (first === null || first.lines < lines || first.bound !== BOUND_EXACT || !isLegal(root, first.move)) return [];
  const { move, score, depth } = first;
  const others = recordsBehind(root, experience).flatMap((behind): EarlierLine[] => {
    const isLine = behind.move !== move && behind.record.bound === BOUND_EXACT && behind.record.depth >= depth - 1;
    return isLine ? [{ move: behind.move, score: -behind.record.score, depth }] : [];
  });
  others.sort((a, b) => b.score - a.score);
  return others.length < lines - 1 ? [] : [{ move, score, depth }, ...others.slice(0, lines - 1)];
}

/** What an earlier search of this root left, as records; none if it was not searched. */
export function ownRecords(root: Position, experience: Experience): PositionRecord[] {
  const first = recordAt(root, experience);
  if (first === null || first.lines === 0) return [];
  return [first, ...first.lines > 1 ? recordsBehind(root, experience).map(({ record }) => record) : []];
}

/** What is known of the positions behind the legal moves. */
function recordsBehind(root: Position, experience: Experience): { move: number; record: PositionRecord }[] {
  return legalMoves(root).flatMap((move) => {
    root.make(move);
    const record = recordAt(root, experience);
    root.undo();
    return record === null ? [] : [{ move, record }];
  });
}

/** What is known of a position; `null` if nothing is. */
export function recordAt(position: Position, experience: Experience): PositionRecord | null {
  const at = experience.find(tableKeyLo(position), position.keyHi);
  return at < 0 ? null : readRecord(experience.records, at);
}

/** Puts records into the TT, where it does not know more. */
export function plant(tt: TranspositionTable, records: Int32Array): void {
  const entry = new TtEntry();
  for (let at = 0; at < records.length; at += RECORD_WORDS) {
    const { keyLo, keyHi, move, score, bound, isPv, depth } = readRecord(records, at);
    // The key is that of the TT already, with its clock.
    const key = { keyLo, keyHi, halfmoves: 0 };
    if (tt.probe(key, 0, entry) && (entry.depth > depth || entry.bound !== BOUND_NONE && entry.depth === depth)) {
      continue;
    }
    // Without a score the depth would only keep shallower results out.
    tt.store(key, 0, move, score, entry.rawEval, bound === BOUND_NONE ? 0 : depth, bound, isPv);
  }
}

/**
 * Orders root moves by what the TT knows of the positions behind them; those that it does not know stay behind the
 * others, in their order.
 *
 * Assumes: what was good after a long search is worth looking at first.
 * Wrong when: an unknown move is better.
 * Limited by: the order counts until the moves have scores of their own.
 */
export function putKnownMovesFirst(root: Root, position: Position, tt: TranspositionTable): void {
  const entry = new TtEntry();
  const scores = new Map<RootMove, number>();
  for (const rootMove of root.moves) {
    position.make(rootMove.move);
    if (tt.probe(position, 1, entry) && entry.bound !== BOUND_NONE) scores.set(rootMove, -entry.score);
    position.undo();
  }
  root.moves.sort((a, b) => (scores.get(b) ?? NO_SCORE) - (scores.get(a) ?? NO_SCORE));
}

/** What the TT knows of the positions behind the root on the principal variation. */
function behind(root: Position, pv: readonly number[], tt: TranspositionTable): PositionRecord[] {
  const entry = new TtEntry();
  const records: PositionRecord[] = [];
  let plies = 0;
  for (; plies < pv.length && isLegal(root, pv[plies]); plies++) {
    root.make(pv[plies]);
    if (tt.probe(root, 0, entry)) records.push({ ...resultOf(root, entry), isPv: true, visits: 1 });
  }
  for (; plies > 0; plies--) root.undo();
  return records;
}

/** The key of a position, as records have it. */
function keyOf(position: Position): Pick<PositionRecord, "keyLo" | "keyHi"> {
  return { keyLo: tableKeyLo(position), keyHi: position.keyHi };
}

/** A result of a position as a record; without its score if that is a certain win. */
function resultOf(
  position: Position,
  { move, score, bound, depth, isPv }: Pick<TtEntry, "move" | "score" | "bound" | "depth" | "isPv">,
): PositionRecord {
  const best = move !== NO_MOVE && isLegal(position, move) ? move : NO_MOVE;
  const isKept = bound !== BOUND_NONE && !isCertain(score);
  return recordOf({ ...keyOf(position), move: best, ...isKept ? { score, bound } : {}, isPv, depth });
}
