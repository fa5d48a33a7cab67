/**
 * Warm-up: a short private search before the first real search, so that the hot code is compiled by then.
 *
 * For a few hundred milliseconds, a new thread runs the search in V8's interpreter, at a tenth of its later speed. In a
 * fast game, the first moves have hardly more time than that. Nothing remains of the warm-up except the compiled code.
 * @module
 */

import { CONTROL_STOP, isInSharedMemory } from "../thread_slot.ts";
import { loadFen } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import type { Evaluator } from "../evaluate.ts";
import { unlimited } from "../limits.ts";
import { runSearch } from "../run.ts";
import { Search } from "../search.ts";
import { TranspositionTable } from "../transposition.ts";

/** Maximum duration of the whole warm-up, in milliseconds. */
export const WARM_UP_MS = 300;

const TABLE_MEGABYTES = 1;

/** Together, the searches of these positions run all of the search code. */
const POSITIONS: readonly string[] = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 w - - 0 12",
  "r3k2r/pp3ppp/2n1bn2/2bpp1B1/4P3/2NP1N2/PPP1BPPP/R3K2R b KQkq - 1 9",
  "8/1P3k2/4p1p1/3pPp1p/1p1P1P1P/p3K1P1/P7/8 w - - 0 40",
  "6k1/5ppp/3r4/8/2p5/2P1R3/5PPP/6K1 w - - 4 33",
];

/** Runs the warm-up with its own control words, but with the evaluator that later searches will use. */
export function warmUp(control: Int32Array, evaluator: Evaluator): void {
  const end = performance.now() + WARM_UP_MS;
  const memory = TranspositionTable.allocate(TABLE_MEGABYTES, isInSharedMemory(control));
  const search = new Search(new TranspositionTable(memory), control, evaluator);
  const position = new Position();
  for (let i = 0; i < POSITIONS.length; i++) {
    const left = end - performance.now();
    if (left <= 0 || Atomics.load(control, CONTROL_STOP) !== 0) return;
    loadFen(position, POSITIONS[i], false);
    runSearch(search, position, { ...unlimited(), hardMs: left / (POSITIONS.length - i) }, () => {});
  }
}
