/**
 * Connects the search with experience (the results of earlier searches): selects the records that a search adds, and
 * the records that it uses.
 *
 * After a search, `harvest` keeps the results for three kinds of positions: the root, the positions after the first
 * moves of the other lines, and the positions of the principal variation that are in the transposition table (TT).
 * Before a search, `neighbourhood` walks from the root through the known positions, and `plant` puts their records into
 * the TT. If the same root was searched before, the search continues at the depth that was reached, with the lines from
 * `earlierLines`.
 *
 * The walk uses a record only if the record's move is legal. Certain wins are kept without their scores, so that a
 * later search looks for the mate again. For the search, a record is just an entry in the TT.
 * @module
 */

import { type GameRecord, replay } from "../core/game_record.ts";
import { isLegal } from "../core/legality.ts";
import { legalMoves } from "../core/movegen.ts";
import { Position } from "../core/position.ts";
import { isDrawn } from "../core/repetition.ts";
import { isCertain, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { Experience, type PositionRecord, readRecord, RECORD_WORDS, recordOf } from "../experience/experience.ts";
import { BOUND_EXACT, BOUND_NONE } from "./bound.ts";
import type { SearchResult } from "./info.ts";
import type { Root, RootMove } from "./root.ts";
import { tableKeyLo, type TranspositionTable, TtEntry } from "./transposition.ts";

/** The low half of a position's key, in experience and in the TT. */
export const experienceKeyLo: typeof tableKeyLo = tableKeyLo;

/** Experience learns from searches of at least this depth, in plies. */
export const LEARN_DEPTH = 8;
/** Maximum number of records that are given to a search. */
const NEIGHBOURS_MAX = 32_768;
/** Maximum distance of a walk from the root, in plies. */
const WAY_MAX = 64;
/** A walk passes through unknown positions only before this ply. */
const UNKNOWN_PLIES = 2;

/** The results of a search that are worth keeping, as records; none if its depth was less than `LEARN_DEPTH`. */
export function harvest(root: Position, tt: TranspositionTable, { depth, completed }: SearchResult): Int32Array {
  const found = new Experience();
  if (depth < LEARN_DEPTH || completed.length === 0) return found.records;
  const [{ score, pv }, ...others] = completed;
  const exact = { move: pv[0], score, bound: BOUND_EXACT, depth, isPv: true };
  // Do not continue from a certain win: the next search must look for the mate again.
  const firstCertain = completed.findIndex((line) => isCertain(line.score));
  const lines = firstCertain < 0 ? completed.length : firstCertain;
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

/** Like `harvest`, for a search whose root is the last position of a game. */
export function harvestFrom(
  tt: TranspositionTable,
  { game, result }: { readonly game: GameRecord; readonly result: SearchResult },
): Int32Array {
  const root = new Position();
  replay(root, game);
  return harvest(root, tt, result);
}

/** Returns the record for a TT key, or `null` if there is none. */
export type Lookup = (keyLo: number, keyHi: number) => PositionRecord | null;

/** A known position that a walk has found. */
export interface KnownPlace {
  /** The moves from the root to the position. */
  readonly moves: readonly number[];
  readonly record: PositionRecord;
}

/** A position on a walk, with the node and the move that lead to it. */
type Node = Readonly<{ before: Node | null; move: number; ply: number; record: PositionRecord | null }>;

/**
 * Walks from a root along legal moves, and yields each known position once. Nearer positions come first; among the
 * moves from one position, better ones come first. The walk ends when `isOver` returns true. At the end, `root` is
 * unchanged.
 */
export function* walkKnown(
  root: Position,
  known: Lookup,
  isOver: () => boolean = () => false,
): Generator<KnownPlace, void, void> {
  const seen = new Set<number>();
  const first: Node = { before: null, move: NO_MOVE, ply: 0, record: legalRecordAt(root, known) };
  const queue = [first];
  seen.add(shortKey(root));
  let here = first;
  try {
    if (first.record !== null) yield { moves: [], record: first.record };
    for (let next = 0; next < queue.length && !isOver(); next++) {
      here = travel(root, here, queue[next]);
      const { ply } = here;
      if (ply >= WAY_MAX || (ply > 0 && isDrawn(root, ply))) continue;
      const found: Node[] = [];
      for (const each of legalMoves(root)) {
        root.make(each);
        const key = shortKey(root);
        const record = seen.has(key) ? null : legalRecordAt(root, known);
        if (!seen.has(key) && (record !== null || ply + 1 < UNKNOWN_PLIES)) {
          seen.add(key);
          found.push({ before: here, move: each, ply: ply + 1, record });
        }
        root.undo();
      }
      found.sort((a, b) => promiseOf(b) - promiseOf(a));
      for (const node of found) {
        queue.push(node);
        if (node.record !== null) yield { moves: movesTo(node), record: node.record };
      }
    }
  } finally {
    travel(root, here, first);
  }
}

/** The records of all positions that `walkKnown` finds, for a search of this root. */
export function neighbourhood(root: Position, known: Lookup, isOver: () => boolean = () => false): Int32Array {
  const around = new Experience();
  let count = 0;
  for (const { record } of walkKnown(root, known, isOver)) {
    if (record.move !== NO_MOVE || record.bound !== BOUND_NONE) around.add(record);
    if (++count >= NEIGHBOURS_MAX) break;
  }
  return around.records;
}

/** Moves the position from one node of a walk to another. Returns the new node. */
function travel(position: Position, from: Node, to: Node): Node {
  const ahead: number[] = [];
  let [a, b]: [Node | null, Node | null] = [from, to];
  while (a !== b && a !== null && b !== null) {
    if (a.ply >= b.ply) {
      position.undo();
      a = a.before;
    } else {
      ahead.push(b.move);
      b = b.before;
    }
  }
  for (let i = ahead.length - 1; i >= 0; i--) position.make(ahead[i]);
  return to;
}

function movesTo(node: Node): number[] {
  const moves: number[] = [];
  for (let at = node; at.before !== null; at = at.before) moves.push(at.move);
  return moves.reverse();
}

/** The value of the move that leads to a node, from the point of view of the side that makes it. */
function promiseOf({ record }: Node): number {
  if (record === null) return 2 * NO_SCORE;
  return record.bound === BOUND_NONE ? NO_SCORE : -record.score;
}

/** 52 bits of a key: enough to recognise a position within one walk. */
function shortKey({ keyLo, keyHi }: Position): number {
  return (keyLo >>> 0) + (keyHi & 0xfffff) * 0x100000000;
}

/** The record of a position; `null` if there is none, or if it belongs to another position. */
function legalRecordAt(position: Position, known: Lookup): PositionRecord | null {
  const record = known(tableKeyLo(position), position.keyHi);
  return record === null || record.move === NO_MOVE || isLegal(position, record.move) ? record : null;
}

/** A line of an earlier search: its first move, its exact score in centipawns, and the depth in plies. */
export type EarlierLine = Readonly<Record<"move" | "score" | "depth", number>>;

/** The lines of an earlier search of this root, best first; empty if there are fewer than `lines`. */
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

/** The records of an earlier search of this root; none if the root was not searched before. */
export function ownRecords(root: Position, experience: Experience): PositionRecord[] {
  const first = recordAt(root, experience);
  if (first === null || first.lines === 0) return [];
  return [first, ...first.lines > 1 ? recordsBehind(root, experience).map(({ record }) => record) : []];
}

/** The legal moves that lead to positions with records, and those records. */
function recordsBehind(root: Position, experience: Experience): { move: number; record: PositionRecord }[] {
  return legalMoves(root).flatMap((move) => {
    root.make(move);
    const record = recordAt(root, experience);
    root.undo();
    return record === null ? [] : [{ move, record }];
  });
}

function recordAt(position: Position, experience: Experience): PositionRecord | null {
  return recordOfKey(experience, tableKeyLo(position), position.keyHi);
}

/** The record for a TT key; `null` if there is none. */
export function recordOfKey(experience: Experience, keyLo: number, keyHi: number): PositionRecord | null {
  const at = experience.find(keyLo, keyHi);
  return at < 0 ? null : readRecord(experience.records, at);
}

/** Puts records into the TT. Keeps entries that are deeper, and entries of the same depth that have a score. */
export function plant(tt: TranspositionTable, records: Int32Array): void {
  const entry = new TtEntry();
  for (let at = 0; at < records.length; at += RECORD_WORDS) {
    const { keyLo, keyHi, move, score, bound, isPv, depth } = readRecord(records, at);
    // The key of a record already depends on the half-move clock.
    const key = { keyLo, keyHi, halfmoves: 0 };
    if (tt.probe(key, 0, entry) && (entry.depth > depth || entry.bound !== BOUND_NONE && entry.depth === depth)) {
      continue;
    }
    // Store depth 0 if there is no score: a greater depth would only keep out shallower results.
    tt.store(key, 0, move, score, entry.rawEval, bound === BOUND_NONE ? 0 : depth, bound, isPv);
  }
}

/**
 * Orders root moves by the TT's entries for the positions after them. Unknown moves come last.
 *
 * Assumes: a move that was good after a long search should be searched first. Wrong when: an unknown move is better.
 * Limited by: it is used only in analysis. In a timed game, only the TT move is put first, since putting more moves
 * first costs nodes.
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

/** The TT's results for the positions on the principal variation, except the root. */
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

function keyOf(position: Position): Pick<PositionRecord, "keyLo" | "keyHi"> {
  return { keyLo: tableKeyLo(position), keyHi: position.keyHi };
}

/** Makes a record from a position's result. If that is a certain win, the record has no score. */
function resultOf(
  position: Position,
  { move, score, bound, depth, isPv }: Pick<TtEntry, "move" | "score" | "bound" | "depth" | "isPv">,
): PositionRecord {
  const best = move !== NO_MOVE && isLegal(position, move) ? move : NO_MOVE;
  const isKept = bound !== BOUND_NONE && !isCertain(score);
  return recordOf({ ...keyOf(position), move: best, ...isKept ? { score, bound } : {}, isPv, depth });
}
