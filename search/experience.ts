/**
 * Experience and the search: what a search adds to it, and what it takes from it.
 *
 * After a search, `harvest` walks through the transposition table (TT) from the root on and takes the principal
 * variation and the deepest results around it. Before a search, `neighbourhood` walks from the root through what is known
 * and `plant` puts it into the TT: so a search goes on where an earlier one, perhaps of another process, has ended.
 *
 * Both walk along legal moves only, so a record counts only in a position that has its key and in which its move is
 * legal. Certain wins are not kept: their moves are, and the search finds the mate again. A record is then no more than
 * an entry of the TT, and the search treats it like one.
 *
 * @module
 */

import { isLegal } from "../core/legality.ts";
import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { isCertain, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { Experience, type PositionRecord, readRecord, RECORD_WORDS, recordOf } from "../experience/experience.ts";
import { BOUND_NONE } from "./bound.ts";
import type { Root, RootMove } from "./root.ts";
import { tableKeyLo, type TranspositionTable, TtEntry } from "./transposition.ts";

/** Least depth of a search that is learned from, plies. */
export const LEARN_DEPTH = 8;
/** Least depth of a result beside the principal variation, plies. */
const HARVEST_DEPTH = 4;
/** A search gives a record for so many nodes, besides those of its principal variation. */
const NODES_PER_RECORD = 500;
/** Most records that a search gives or gets. */
const NEIGHBOURS_MAX = 32_768;
/** Longest way from the root, plies. */
const WAY_MAX = 64;
/** Up to here the way may lead through positions that are not known, plies. */
const UNKNOWN_PLIES = 2;

/**
 * What a search found out, to be kept.
 *
 * @param position Its root; it is as it was when this returns.
 * @param tt The table that it filled.
 * @param nodes Nodes that it visited.
 * @returns Records, see experience/experience.ts; none if its depth was less than `LEARN_DEPTH`.
 */
export function harvest(position: Position, tt: TranspositionTable, nodes: number): Int32Array {
  const entry = new TtEntry();
  if (!tt.probe(position, 0, entry) || entry.depth < LEARN_DEPTH) return new Int32Array(0);
  const { depth } = entry;
  const found = new Experience();
  for (const record of principalVariation(position, tt, depth)) found.add(record);
  const budget = Math.min(NEIGHBOURS_MAX, Math.floor(nodes / NODES_PER_RECORD));
  // The deepest results are those that took the most nodes.
  let deepest: readonly PositionRecord[] = [];
  for (let least = depth; least >= HARVEST_DEPTH; least--) {
    const walk = new Walk((at) => tt.probe(at, 0, entry) && entry.depth >= least ? resultOf(at, entry) : null, budget);
    if (!walk.visit(position, 0)) break;
    deepest = walk.found;
  }
  for (const record of deepest) found.add(record);
  return found.records;
}

/**
 * What experience knows of the positions around a root.
 *
 * @param root It is as it was when this returns.
 * @returns Records that a legal way from the root leads to.
 */
export function neighbourhood(root: Position, experience: Experience): Int32Array {
  const around = new Experience();
  if (experience.size === 0) return around.records;
  const { records } = experience;
  const walk = new Walk((position, ply) => {
    const at = experience.find(tableKeyLo(position), position.keyHi);
    const { keyLo, keyHi } = position;
    const record = at < 0 ? null : readRecord(records, at);
    if (record !== null && (record.move === NO_MOVE || isLegal(position, record.move))) return record;
    return ply < UNKNOWN_PLIES ? recordOf({ keyLo, keyHi }) : null;
  }, NEIGHBOURS_MAX);
  walk.visit(root, 0);
  for (const record of walk.found) if (record.move !== NO_MOVE || record.bound !== BOUND_NONE) around.add(record);
  return around.records;
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

/** What is known of a position on the way, `null` where the walk is to turn back. */
type Knowledge = (position: Position, ply: number) => PositionRecord | null;

/** A walk along legal moves through the positions that are known, each visited once. */
class Walk {
  /** What is known of the positions visited, in the order of the walk. */
  readonly found: PositionRecord[] = [];
  private readonly knowledge: Knowledge;
  private readonly most: number;
  private readonly seen = new Set<number>();

  /**
   * A walk that has not begun.
   *
   * @param most Most positions to visit.
   */
  constructor(knowledge: Knowledge, most: number) {
    this.knowledge = knowledge;
    this.most = most;
  }

  /** Visits a position and those behind it; whether no more than `most` were known. */
  visit(position: Position, ply: number): boolean {
    // 52 bits of the key are enough to know a position again within one walk.
    const key = (position.keyLo >>> 0) + (position.keyHi & 0xfffff) * 0x100000000;
    if (this.seen.has(key)) return true;
    const record = this.knowledge(position, ply);
    if (record === null) return true;
    if (this.found.length >= this.most) return false;
    this.seen.add(key);
    this.found.push(record);
    if (ply >= WAY_MAX || (ply > 0 && isDrawn(position, ply))) return true;
    for (const move of legalMoves(position)) {
      position.make(move);
      const isWithin = this.visit(position, ply + 1);
      position.undo();
      if (!isWithin) return false;
    }
    return true;
  }
}

/** The records of the principal variation, as the TT knows it. */
function principalVariation(position: Position, tt: TranspositionTable, length: number): PositionRecord[] {
  const entry = new TtEntry();
  const line: PositionRecord[] = [];
  let plies = 0;
  for (; plies < length && !isDrawn(position, plies) && tt.probe(position, 0, entry); plies++) {
    line.push({ ...resultOf(position, entry), isPv: true, visits: 1 });
    if (entry.move === NO_MOVE || !isLegal(position, entry.move)) break;
    position.make(entry.move);
  }
  // `plies` moves were made: the last position, which ended the loop, has none.
  for (; plies > 0; plies--) position.undo();
  return line;
}

/** A TT entry of a position as a record; without its score if that is a certain win. */
function resultOf(position: Position, { move, score, bound, depth, isPv }: TtEntry): PositionRecord {
  const key = { keyLo: tableKeyLo(position), keyHi: position.keyHi };
  const best = move !== NO_MOVE && isLegal(position, move) ? move : NO_MOVE;
  const isKept = bound !== BOUND_NONE && !isCertain(score);
  return recordOf({ ...key, move: best, score: isKept ? score : 0, bound: isKept ? bound : BOUND_NONE, isPv, depth });
}
