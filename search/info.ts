/** The reports of a search: plain data, which can be sent between threads unchanged. @module */

/** One line of analysis. */
export interface SearchInfo {
  depth: number;
  seldepth: number;
  /** Rank of this line, counted from 1. */
  multipv: number;
  /** Score from the point of view of the side to move at the root, in internal units (see score.ts for mates). */
  score: number;
  /** `BOUND_EXACT`, `BOUND_LOWER` or `BOUND_UPPER`. */
  bound: number;
  /** Whether the line is certainly a draw: by the rules or the tablebases, not just by an estimate. */
  isDraw: boolean;
  nodes: number;
  timeMs: number;
  /** Share of the transposition table that this search has filled, in thousandths. */
  hashfull: number;
  tbhits: number;
  pv: number[];
}

/** The result of a search. */
export interface SearchResult {
  /** The move to play; `NO_MOVE` if there is none. */
  bestMove: number;
  /** The expected reply; `NO_MOVE` if unknown. */
  ponderMove: number;
  nodes: number;
  score: number;
  /** Last depth that was completed; 0 if none was. */
  depth: number;
  /** Principal variation, starting with the best move; empty if there is none. */
  pv: number[];
  /** The lines of this depth with their exact scores, best first; empty if they are not known. */
  completed: readonly Pick<SearchInfo, "score" | "pv">[];
}

/** Called when the search of a root move begins, with the depth, the move, and the move's number from 1. */
export type RootMoveListener = (depth: number, move: number, number: number) => void;
