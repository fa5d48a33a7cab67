/**
 * Parts that are switched off: three histories whose weights are 0, and a second rule for corrections. Measurements
 * showed no gain from them (docs/histories.md). To measure a part again, switch it on with a weight or with
 * `correctionRule`. While it is off, it costs nothing.
 * @module
 */

import { NO_MOVE, squaresOf } from "../core/types.ts";
import { L } from "./params.ts";
import { ABOUT_MOVE, ABOUT_PREVIOUS, gravity, NO_ROW, type Row, type Texts } from "./table.ts";

/** What a matching counter-move adds to a score, since its entry is not a number. */
const COUNTER_MOVE_ENTRY = 8192;

/** Rows of `HISTORIES`. */
export const OFF: Readonly<Record<"pieceTo" | "counterMove" | "ttMove", readonly [Texts, Row]>> = {
  pieceTo: [["piece-to", "Piece-to history", "[piece][to]"], {
    row: () => 0,
    size: 1024,
    lessons: ABOUT_MOVE | ABOUT_PREVIOUS,
  }],
  // The quiet move that last refuted the opponent's last move: an entry holds the keys of that move instead of a
  // number.
  counterMove: [["counter-move", "Counter-move", "[side][last move] → move"], {
    row: ({ sideToMove, lastMove }) => lastMove === NO_MOVE ? NO_ROW : sideToMove << 12 | squaresOf(lastMove),
    key: () => 0,
    size: 2 * 4096,
    bound: 0,
    term: (weight, entry, keys) => (entry ^ keys) << 16 === 0 ? weight * COUNTER_MOVE_ENTRY : 0,
    update: (entry, share, _, keys) => share > 0 ? keys : entry,
  }],
  // How often a quiet TT move was the best move of its node. It is not part of any score: its weight `prune` is the
  // number of centipawns by which it reduces the margins of double and triple extensions.
  ttMove: [["TT move", "History of TT moves", "one number"], {
    row: () => 0,
    key: () => 0,
    size: 1,
    term: () => 0,
    update: (entry, share, bound, keys, { ttEntry }) =>
      squaresOf(keys) === squaresOf(ttEntry.move) ? gravity(entry, share, bound) : entry,
  }],
};

/** Moving average: number of entry units for each centipawn of difference. */
const AVERAGE_GRAIN = 16;
/** Shift for the weights of the moving average, which are in 1024ths. */
const AVERAGE_UNIT = 1024;

/**
 * Exponential moving average (as in Alexandria): the deeper a result, the greater its weight. It is off because it was
 * as good as gravity: gravity gained −5 ± 10 Elo over it (4,000 games at 1,000 nodes a move with network 7).
 */
export function averageRule(entry: number, difference: number, depth: number, bound: number): number {
  const weight = Math.min((depth + 1) * (depth + 1), L.correctionAverageMax);
  const mixed = (entry * (AVERAGE_UNIT - weight) + difference * AVERAGE_GRAIN * weight) / AVERAGE_UNIT | 0;
  return Math.max(-bound, Math.min(bound, mixed));
}
