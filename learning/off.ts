/**
 * Features that are off, because measurements showed no gain (docs/histories.md): three histories whose weights are 0,
 * and an alternative learning rule for correction histories. To measure one of them again, set its weight or
 * `correctionRule`.
 * @module
 */

import { NO_MOVE, squaresOf } from "../core/types.ts";
import { L } from "./params.ts";
import { ABOUT_MOVE, ABOUT_PREVIOUS, gravity, NO_ROW, type Row, type Texts } from "./table.ts";

/** What a matching counter-move adds to a score, before weighting. */
const COUNTER_MOVE_ENTRY = 8192;

/** The items of `HISTORIES` that are off. */
export const OFF: Readonly<Record<"pieceTo" | "counterMove" | "ttMove", readonly [Texts, Row]>> = {
  pieceTo: [["piece-to", "Piece-to history", "[piece][to]"], {
    row: () => 0,
    size: 1024,
    lessons: ABOUT_MOVE | ABOUT_PREVIOUS,
  }],
  // The latest quiet move to refute the opponent's last move. An entry holds the keys of that quiet move.
  counterMove: [["counter-move", "Counter-move", "[side][last move] → move"], {
    row: ({ sideToMove, lastMove }) => lastMove === NO_MOVE ? NO_ROW : sideToMove << 12 | squaresOf(lastMove),
    key: () => 0,
    size: 2 * 4096,
    bound: 0,
    term: (weight, entry, keys) => (entry ^ keys) << 16 === 0 ? weight * COUNTER_MOVE_ENTRY : 0,
    update: (entry, share, _, keys) => share > 0 ? keys : entry,
  }],
  // How often a quiet TT move was its node's best move. It reduces the margins for double and triple extensions (cp).
  ttMove: [["TT move", "History of TT moves", "one number"], {
    row: () => 0,
    key: () => 0,
    size: 1,
    term: () => 0,
    update: (entry, share, bound, keys, { ttEntry }) =>
      squaresOf(keys) === squaresOf(ttEntry.move) ? gravity(entry, share, bound) : entry,
  }],
};

/** Entry units per centipawn of difference. */
const AVERAGE_GRAIN = 16;
/** The weights of the average are in 1024ths. */
const AVERAGE_UNIT = 1024;

/**
 * Exponential moving average (as in Alexandria): the deeper a result, the greater its weight. It is off because gravity
 * is as good: gravity scored −5 ± 10 Elo against it (4,000 games at 1,000 nodes per move with network 7).
 */
export function averageRule(entry: number, difference: number, depth: number, bound: number): number {
  const weight = Math.min((depth + 1) * (depth + 1), L.correctionAverageMax);
  const mixed = (entry * (AVERAGE_UNIT - weight) + difference * AVERAGE_GRAIN * weight) / AVERAGE_UNIT | 0;
  return Math.max(-bound, Math.min(bound, mixed));
}
