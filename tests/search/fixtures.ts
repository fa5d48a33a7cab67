/** Shared by the tests of the search: positions, searches, and their reports. @module */

import { assert } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import type { Evaluator } from "../../search/evaluate.ts";
import type { SearchInfo, SearchResult } from "../../search/info.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_WORDS } from "../../search/thread_slot.ts";
import { type Keyed, TranspositionTable, TtEntry } from "../../search/transposition.ts";
import { EVALUATOR } from "./evaluators.ts";

export { legalMoves, parseUci as moveOf };

/** A quiet middlegame. */
export const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
/** A middlegame with castling, checks and captures everywhere. */
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** One bucket of the transposition table, in megabytes. */
export const ONE_BUCKET: number = 64 / (1024 * 1024);

/** A search thread with its own table, and the control words that stop it. */
export type Fixture = { search: Search; control: Int32Array; table: TranspositionTable };

/** A search that has learned nothing, with an empty table, by default with the engine's evaluation. */
export function createSearch(megabytes = 1, evaluator: Evaluator = EVALUATOR): Fixture {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4));
  const table = new TranspositionTable(TranspositionTable.allocate(megabytes));
  return { search: new Search(table, control, evaluator), control, table };
}

/** The transposition table's entry for a position, with the score that a node at this ply reads. */
export function entryOf(tt: TranspositionTable, position: Keyed, ply = 0): TtEntry {
  const entry = new TtEntry();
  tt.probe(position, ply, entry);
  return entry;
}

/** The reports and the answer of a search. */
export interface Outcome extends SearchResult {
  infos: SearchInfo[];
}

/** Runs a search, passes each report to `onInfo` and keeps it; `known` has the known results. */
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

/** Searches a position with a new search. */
export function analyse(fen: string, limits: Partial<SearchLimits>, evaluator = EVALUATOR, megabytes = 1): Outcome {
  return run(createSearch(megabytes, evaluator).search, parseFen(fen), limits);
}

/** The position after these moves, which are in UCI notation. */
export function positionAfter(fen: string, moves: readonly string[] = []): Position {
  const position = parseFen(fen);
  for (const move of moves) position.make(parseUci(position, move));
  return position;
}

export function names(moves: Iterable<number>): string[] {
  return Array.from(moves, (move) => formatUci(move, false));
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
