/**
 * What the tests of the search share: changed numbers that are put back, searches, stacks of moves that were played.
 *
 * @module
 */

import { CONTROL_WORDS } from "../../search/thread_slot.ts";
import { assert } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { MAX_MOVES, WHITE } from "../../core/types.ts";
import type { Evaluator } from "../../search/evaluate.ts";
import { pieceToOf } from "../../learning/quiet_history.ts";
import type { SearchInfo, SearchResult } from "../../search/info.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { searchNode } from "../../search/node.ts";
import { type ParameterName, parameterValues, setParameter, TUNABLES } from "../../search/params.ts";
import { quiescence } from "../../search/quiescence.ts";
import { INFINITE } from "../../core/score.ts";
import { Search } from "../../search/search.ts";
import { MARGIN, type SearchStack } from "../../learning/stack.ts";
import { TableEntry, TranspositionTable } from "../../search/transposition.ts";
import { runSearch, setRoot } from "../../search/run.ts";
import { EVALUATOR } from "./evaluators.ts";

/** Numbers of the search that a test changes. */
export type Changes = Partial<Record<ParameterName, number>>;

/** A quiet middlegame. */
export const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** A middlegame with castling, checks and captures everywhere. */
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/** The switches of params.ts. */
export const SWITCHES: readonly ParameterName[] = (Object.keys(TUNABLES) as ParameterName[]).filter((name) =>
  name.startsWith("use")
);

/** Nothing that ends a node before its moves are searched. */
export const NO_NODE_PRUNING: Changes = { razorDepth: -1, rfpDepth: -1, nullMoveDepth: 300, probCutDepth: 300 };

/** Nor anything that skips one of its quiet moves or changes its depth. */
export const NO_PRUNING: Changes = {
  ...NO_NODE_PRUNING,
  iirDepth: 300,
  alphaRaiseLow: 300,
  lmpBase: 1000,
  futilityDepth: -1,
  historyPruningDepth: -1,
  seeQuietDepth: -1,
};

/** Quiet moves are ordered by histories alone. */
export const NO_ESCAPES: Changes = { escapeMinor: 0, escapeRook: 0, escapeQueen: 0 };

/** One bucket of the transposition table, in megabytes. */
export const ONE_BUCKET: number = 64 / (1024 * 1024);

function setParameters(changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) setParameter(name as ParameterName, value);
}

/** Runs `body` with some numbers of the search changed, and puts them back whatever happens. */
export function withParameters<T>(changes: Changes, body: () => T): T {
  const before = parameterValues();
  try {
    setParameters(changes);
    return body();
  } finally {
    setParameters(before);
  }
}

/** Runs `body` with all switches off but the named ones, and with the other changes. */
export function withOnly<T>(names: readonly ParameterName[], changes: Changes, body: () => T): T {
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, names.includes(name) ? 1 : 0]));
  return withParameters({ ...switches, ...changes }, body);
}

/** A search thread with a table of its own, and the words that stop it. */
export interface Fixture {
  search: Search;
  control: Int32Array;
  table: TranspositionTable;
}

/**
 * A search that has learned nothing, with an empty table of so many megabytes; by default with the engine's evaluation.
 */
export function createSearch(megabytes = 1, evaluator: Evaluator = EVALUATOR): Fixture {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const table = new TranspositionTable(TranspositionTable.allocate(megabytes));
  return { search: new Search(table, control, evaluator), control, table };
}

/** Makes a search ready for calls of its nodes: what `run` sets up, without the loop over depths. */
export function prepare(search: Search, position: Position): void {
  search.newGame();
  search.table.clear();
  search.begin(unlimited());
  setRoot(search, position);
  search.rootDepth = 1;
  search.rootDelta = 2 * INFINITE;
}

/** What a search said and answered. */
export interface Outcome extends SearchResult {
  infos: SearchInfo[];
}

/** Searches one node of the main search, as the node at a ply of that number would be asked. */
export function searchAt(
  search: Search,
  alpha: number,
  beta: number,
  depth: number,
  ply: number,
  cutNode: boolean,
): number {
  return searchNode(search, search.rootNode.ask(alpha, beta, depth, ply, cutNode));
}

/** Searches one node of quiescence search. */
export function quiesceAt(search: Search, alpha: number, beta: number, ply: number): number {
  return quiescence(search, search.rootNode.ask(alpha, beta, 0, ply, false));
}

/** An entry for the transposition table. */
export function entryOf(
  move: number,
  score: number,
  rawEval: number,
  depth: number,
  bound: number,
  isPv: boolean,
): TableEntry {
  return new TableEntry().set(move, score, rawEval, depth, bound, isPv);
}

/** Runs a search and keeps what it reports. */
export function run(search: Search, position: Position, limits: Partial<SearchLimits>): Outcome {
  const infos: SearchInfo[] = [];
  const result = runSearch(search, position, { ...unlimited(), ...limits }, (info) => infos.push(info));
  return { ...result, infos };
}

/** Searches a position of its own with a fresh search. */
export function analyse(fen: string, limits: Partial<SearchLimits>, evaluator = EVALUATOR, megabytes = 1): Outcome {
  return run(createSearch(megabytes, evaluator).search, parseFen(fen), limits);
}

/** The move of that name. */
export function moveOf(position: Position, text: string): number {
  return parseUci(position, text);
}

/** The legal moves. */
export function legalMoves(position: Position): number[] {
  const moves = new Int32Array(MAX_MOVES);
  return Array.from(moves.subarray(0, generate(position, moves, 0, ALL)));
}

/** The names of moves. */
export function names(moves: Iterable<number>): string[] {
  return Array.from(moves, (move) => formatUci(move, false));
}

/**
 * Writes a move into the stack as if it had been played at `ply`, without a board.
 *
 * @param piece The piece that moved, as coded in types.ts.
 */
export function setPlayed(stack: SearchStack, ply: number, piece: number, from: number, to: number): void {
  stack.move[ply + MARGIN] = from | to << 6;
  stack.pieceTo[ply + MARGIN] = piece << 6 | to;
}

/** Makes moves and writes them into the stack, the first one at ply 0. Returns the ply that is reached. */
export function playLine(position: Position, stack: SearchStack, line: readonly string[]): number {
  line.forEach((text, ply) => {
    const move = moveOf(position, text);
    stack.move[ply + MARGIN] = move;
    stack.pieceTo[ply + MARGIN] = pieceToOf(position, move);
    position.make(move);
  });
  return line.length;
}

/** Index and value of each element that is not zero. */
export function entries(table: ArrayLike<number>): [index: number, value: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < table.length; i++) if (table[i] !== 0) found.push([i, table[i]]);
  return found;
}

/** Plays a line, asserting that it is legal, and takes it back. Returns whether it ends with a mate. */
export function replay(position: Position, line: readonly number[]): boolean {
  line.forEach((move, i) => {
    assert(isLegal(position, move), `move ${i + 1} of ${names(line)} in ${formatFen(position)}`);
    position.make(move);
  });
  const isMate = position.inCheck && legalMoves(position).length === 0;
  line.forEach(() => position.undo());
  return isMate;
}

/** Makes the butterfly entry of a white move the same for all threats. */
export function setButterfly({ histories }: Search, move: number, value: number): void {
  for (let bits = 0; bits < 4; bits++) {
    histories.quiet.butterfly.entries[bits << 13 | WHITE << 12 | move & 0xfff] = value;
  }
}
