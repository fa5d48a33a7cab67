/**
 * A fingerprint of how the engine plays, as a few digits. A run that is resumed compares it, to warn if the engine has
 * changed.
 *
 * @module
 */

import { loadFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { unlimited } from "../../../search/limits.ts";
import { runSearch } from "../../../search/run.ts";
import { Search } from "../../../search/search.ts";
import { createControl } from "../../../search/thread_slot.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { BENCH_POSITIONS } from "../../../engine/bench_positions.ts";

const POSITIONS = 3;
/** Depth of each search: some thousand nodes in all. */
const DEPTH = 8;

/** The nodes of some searches. A change of search, values or network nearly always changes them. */
export function fingerprint(): string {
  const table = new TranspositionTable(TranspositionTable.allocate(1));
  const search = new Search(table, createControl(), new Evaluator(embeddedNetwork()));
  const position = new Position();
  return BENCH_POSITIONS.slice(0, POSITIONS).map((fen) => {
    loadFen(position, fen, false);
    search.newGame();
    table.clear();
    return runSearch(search, position, { ...unlimited(), depth: DEPTH }, () => {}).nodes;
  }).join("-");
}
