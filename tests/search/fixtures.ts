/**
 * What the tests of the search share: changed numbers that are put back, searches, lines of moves that were played.
 *
 * @module
 */

import { CONTROL_WORDS } from "../../search/thread_slot.ts";
import { assert } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import { pawnKey } from "../../core/part_keys.ts";
import type { Position } from "../../core/position.ts";
import { findThreats } from "../../core/threats.ts";
import { MAX_MOVES, moveFrom, moveTo, WHITE } from "../../core/types.ts";
import type { Evaluator } from "../../search/evaluate.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { CAPTURE, COUNTER_MOVE, HISTORIES, type Histories, type QuietKey, QUIETS } from "../../learning/histories.ts";
import { captureKey, keyedIndex } from "../../learning/indices.ts";
import { victimType } from "../../core/see.ts";
import type { Frame } from "../../search/frame.ts";
import type { SearchInfo, SearchResult } from "../../search/info.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { searchNode } from "../../search/node.ts";
import { type ParameterName, parameterValues, setParameters, TUNABLES } from "../../search/params.ts";
import { quiescence } from "../../search/quiescence.ts";
import { INFINITE } from "../../core/score.ts";
import { type Learned, Search } from "../../search/search.ts";
import { type Keyed, TranspositionTable, TtEntry } from "../../search/transposition.ts";
import { runSearch, setRoot } from "../../search/run.ts";
import { randomIntegers } from "../core/random_games.ts";
import { EVALUATOR, SIMPLE } from "./evaluators.ts";

/** Numbers of the search that a test changes. */
export type Changes = Partial<Record<ParameterName, number>>;

/** A quiet middlegame. */
export const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** A middlegame with castling, checks and captures everywhere. */
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/** What can be switched off by itself: tables by their weights, lessons by their shares or their switches. */
export const PARTS = {
  ...(Object.fromEntries(
    (Object.keys(HISTORIES) as QuietKey[]).map((key) => {
      const suffix = key[0].toUpperCase() + key.slice(1) as Capitalize<QuietKey>;
      return [key, [`order${suffix}`, `prune${suffix}`]];
    }),
  ) as Record<QuietKey, ParameterName[]>),
  capture: ["orderCapture", "seeNoisyHistory", "lmrCaptureHistory"],
  counterMove: ["orderCounterMove"],
  ttMove: ["easeTtMove"],
  pawnCorrection: ["correctPawn"],
  nonPawnCorrection: ["correctNonPawn"],
  minorCorrection: ["correctMinor"],
  majorCorrection: ["correctMajor"],
  continuationCorrection: ["correctContinuation", "correctContinuation4"],
  malus: ["useMalus"],
  threats: ["useThreats"],
  swing: ["useEvaluationSwing"],
  conditions: ["useCorrectionConditions"],
  exact: ["exactFactor"],
  ttCredit: ["ttCreditFactor"],
  reSearch: ["reSearchBonusFactor", "reSearchMalusFactor"],
  failLow: ["priorMoveFactor", "priorMoveContinuationFactor"],
  refuted: ["priorEarlyMalusFactor", "priorTtMalusFactor"],
} satisfies Record<string, readonly ParameterName[]>;
/** Name of a table or lesson that can be switched off. */
export type Part = keyof typeof PARTS;

/** The same value for all numbers whose names match. */
export function all(pattern: RegExp, value: number): Changes {
  return Object.fromEntries(Object.keys(TUNABLES).filter((name) => pattern.test(name)).map((name) => [name, value]));
}

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

/** Runs `body` with these changes, and with everything of `PARTS` off that is not named. */
export function withOnly<T>(parts: readonly Part[], changes: Changes, body: () => T): T {
  const off = (Object.keys(PARTS) as Part[]).filter((part) => !parts.includes(part)).flatMap((part) => PARTS[part]);
  return withParameters({ ...changes, ...Object.fromEntries(off.map((name) => [name, 0])) }, body);
}

/** A search thread with its own table, and the words that stop it. */
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
  search.tt.clear();
  search.begin(unlimited());
  setRoot(search, position);
  search.root.depth = 1;
  search.root.delta = 2 * INFINITE;
}

/** A search that is ready for single nodes of a position, evaluated by a simple sum. */
export function ready(fen: string): { search: Search; position: Position } {
  const position = parseFen(fen);
  const { search } = createSearch(1, SIMPLE);
  prepare(search, position);
  return { search, position };
}

/** Writes what the TT knows of a position. */
export function know(
  { tt }: Search,
  position: Position,
  move: number,
  score: number,
  depth: number,
  bound: number,
): void {
  tt.store(position, 0, move, score, 0, depth, bound, false);
}

/** The frame of a ply of the line that is searched, or before the root. */
export function frameAt(search: Search, ply: number): Frame {
  let frame = search.rootFrame;
  while (frame.ply !== ply) frame = ply > 0 ? frame.child() : frame.parent;
  return frame;
}

/** The principal variation that the node at a ply found. */
export function lineAt(search: Search, ply: number): number[] {
  return frameAt(search, ply - 1).lineBelow();
}

/** What the transposition table knows of a position, as a node at a ply sees it. */
export function entryOf(tt: TranspositionTable, position: Keyed, ply = 0): TtEntry {
  const entry = new TtEntry();
  tt.probe(position, ply, entry);
  return entry;
}

/** What a search said and answered. */
export interface Outcome extends SearchResult {
  infos: SearchInfo[];
}

/** Searches one node of the main search at a ply. */
export function searchAt(
  search: Search,
  alpha: number,
  beta: number,
  depth: number,
  ply: number,
  cutNode: boolean,
): number {
  return searchNode(search, frameAt(search, ply), alpha, beta, depth, cutNode);
}

/** Searches one node of quiescence search at a ply. */
export function quiesceAt(search: Search, alpha: number, beta: number, ply: number): number {
  return quiescence(search, frameAt(search, ply), alpha, beta);
}

/** Runs a search and keeps what it reports, after `onInfo` was called with it; `known` is what experience knows. */
export function run(
  search: Search,
  position: Position,
  limits: Partial<SearchLimits>,
  onInfo: (info: SearchInfo) => void = () => {},
  known: Int32Array | null = null,
): Outcome {
  const infos: SearchInfo[] = [];
  const report = (info: SearchInfo): void => {
    onInfo(info);
    infos.push(info);
  };
  return { ...runSearch(search, position, { ...unlimited(), ...limits }, report, known), infos };
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

/** Writes a move into the frame of a ply as if it had been played there, without a board. */
export function setPlayed(search: Search, ply: number, piece: number, to: number): void {
  frameAt(search, ply).pieceTo = piece << 6 | to;
}

/** Makes moves as nodes would, the first one at ply 0. Returns the ply that is reached. */
export function playLine(position: Position, search: Search, line: readonly string[]): number {
  let frame = search.rootFrame;
  for (const text of line) {
    const move = moveOf(position, text);
    findThreats(position);
    search.histories.locate(position, frame);
    frame.pieceTo = position.pieceTo(move);
    frame.moveCount = 1;
    position.make(move);
    frame = frame.child();
  }
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
    histories.of(HISTORIES.butterfly)[bits << 13 | WHITE << 12 | move & 0xfff] = value;
  }
}

/** Makes the correction of a position's pawns so much, in units of its entry. */
export function setPawnCorrection({ corrections }: Search, position: Position, entry: number): void {
  corrections.of(CORRECTIONS[0])[keyedIndex(position.sideToMove, pawnKey(position))] = entry;
}

/** Makes the history of a capture so much. */
export function setCaptureHistory(
  { histories }: Pick<Search, "histories">,
  position: Position,
  move: number,
  value: number,
): void {
  const key = captureKey(position.mailbox[moveFrom(move)], victimType(position, move), moveTo(move));
  histories.of(CAPTURE)[key] = value;
}

/** Score of a quiet move for ordering, at a node whose frame is located and whose position knows its threats. */
export function orderingScore(histories: Histories, position: Position, frame: Frame, move: number): number {
  const scores = new Int32Array(1);
  histories.scoreQuiets(position, frame, Int32Array.of(move), scores, 0, 1);
  return scores[0];
}

/** Finds what a node knows before it orders its moves: threats and rows. */
export function locate(histories: Histories, position: Position, frame: Frame): void {
  findThreats(position);
  histories.locate(position, frame);
}

/** Fills every table but that of the counter-moves, which are not numbers, with random ones within ± `size`. */
export function litter({ histories, corrections }: Learned, seed: number, size: number): void {
  const random = randomIntegers(seed);
  // Numbers repeat themselves after a prime number of them: no two places of a table have the same ones in turn.
  const numbers = Int16Array.from({ length: 65_521 }, () => random(2 * size) - size);
  for (const { entries } of [histories, corrections]) {
    for (let i = 0; i < entries.length; i += numbers.length) entries.set(numbers.subarray(0, entries.length - i), i);
  }
  // What is never written: what is read without a row, and the pairs of no moves.
  histories.entries.fill(0, 0, Math.min(...QUIETS.map(({ start }) => start)));
  histories.of(COUNTER_MOVE).fill(0);
  histories.of(HISTORIES.continuation1).fill(0, 0, 1024);
  for (const table of CORRECTIONS.slice(5)) corrections.of(table).fill(0, 0, 1024);
}
