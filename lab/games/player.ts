/** A player for games that the engine plays against itself: a search with its own table. @module */

import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { judgeLimits } from "../../engine/games/random_openings.ts";
import type { Evaluator } from "../../search/evaluate.ts";
import type { SearchResult } from "../../search/info.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_STOP, createControl } from "../../search/thread_slot.ts";
import { TranspositionTable } from "../../search/transposition.ts";

/** The score is in centipawns from White's point of view. */
export type ChosenMove = { readonly move: number; readonly score: number };

export class Player {
  readonly search: Search;

  /** Setting `control[CONTROL_STOP]` aborts the searches (see `search/thread_slot.ts`). */
  constructor(evaluator: Evaluator, megabytes: number, private readonly control: Int32Array = createControl()) {
    const table = new TranspositionTable(TranspositionTable.allocate(megabytes));
    this.search = new Search(table, control, evaluator);
  }

  get isStopped(): boolean {
    return Atomics.load(this.control, CONTROL_STOP) !== 0;
  }

  forget(): void {
    this.search.newGame();
    this.search.tt.clear();
  }

  think(position: Position, limits: Partial<SearchLimits>): SearchResult {
    return runSearch(this.search, position, { ...unlimited(), ...limits }, () => {});
  }

  /** `null` if the search was aborted. */
  choose(position: Position, limits: Partial<SearchLimits>): ChosenMove | null {
    const { bestMove, score } = this.think(position, limits);
    return this.isStopped ? null : { move: bestMove, score: position.sideToMove === WHITE ? score : -score };
  }

  /** The better side's score in centipawns, from a short search that starts with empty tables. */
  judge(position: Position, nodes?: number): number {
    this.forget();
    return Math.abs(this.think(position, judgeLimits(nodes)).score);
  }
}
