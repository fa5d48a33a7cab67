/**
 * Every tunable number of the search: value, range and step, one row each.
 *
 * The search reads them as `P.name`; V8 folds a property that never changes into a constant, so a number here costs the same as one
 * written in place. Units: `cp` centipawns, `ply/1024` 1024ths of a ply, `history` the scale of history scores.
 *
 * @module
 */

/** A tunable number. */
export interface Tunable {
  /** Value used. */
  readonly value: number;
  /** Least sensible value. */
  readonly min: number;
  /** Greatest sensible value. */
  readonly max: number;
  /** Step with which a tuner begins. */
  readonly step: number;
}

function tune(value: number, min: number, max: number, step: number): Tunable {
  return { value, min, max, step };
}

const TABLE = {
  // Transposition table: plies that an entry's age outweighs; depth by which a shallower result may still replace.
  ttAgeWeight: tune(4, 1, 16, 1),
  ttKeepMargin: tune(4, 0, 10, 1),

  // Evaluation: plies without progress at which it would be damped to zero.
  fiftyMoveScale: tune(200, 120, 400, 10),

  // Aspiration windows: first half-width (cp), growth (percent), least depth.
  aspirationDelta: tune(16, 5, 50, 3),
  aspirationGrowth: tune(150, 110, 300, 15),
  aspirationDepth: tune(4, 2, 8, 1),

  // Null move: least depth, reduction (plies; depth divisor; cp of eval above beta for a ply more, at most so many plies).
  nullMoveDepth: tune(3, 1, 6, 1),
  nullMoveBase: tune(3, 2, 6, 1),
  nullMoveDepthDivisor: tune(4, 2, 8, 1),
  nullMoveEvalDivisor: tune(200, 80, 400, 20),
  nullMoveEvalMax: tune(3, 1, 6, 1),

  // Late move reductions: table of base + log(depth) · log(moves) · factor / 1024 (ply/1024), least depth, first reduced move.
  lmrDepth: tune(3, 2, 5, 1),
  lmrMoves: tune(3, 1, 6, 1),
  lmrBase: tune(600, 0, 1500, 80),
  lmrFactor: tune(420, 250, 700, 30),
  lmrNonPv: tune(1024, 0, 2048, 128),
  lmrHistoryDivisor: tune(8, 2, 32, 1),

  // History: bonus = min(slope · depth − offset, max) (history), the malus likewise.
  historyBonusSlope: tune(180, 60, 400, 15),
  historyBonusOffset: tune(100, 0, 400, 20),
  historyBonusMax: tune(1700, 600, 3500, 100),

  // Move ordering: first and second killer move (history).
  killerBonus: tune(20000, 0, 40000, 2000),
  secondKillerBonus: tune(16000, 0, 40000, 2000),
} as const satisfies Record<string, Tunable>;

/** Name of a tunable number. */
export type ParameterName = keyof typeof TABLE;

/** Value, range and step of each tunable number. */
export const TUNABLES: Readonly<Record<ParameterName, Tunable>> = TABLE;

/** The values in use. */
export const P: Record<ParameterName, number> = valuesOf(TABLE);

/**
 * Copies the values into one flat object. `fromEntries` matters: an object that grows key by key becomes a hash table in V8,
 * this one keeps a hidden class, and only the properties of such an object are folded into constants.
 */
function valuesOf(table: Record<ParameterName, Tunable>): Record<ParameterName, number> {
  const values = Object.fromEntries(Object.entries(table).map(([name, tunable]) => [name, tunable.value]));
  return values as Record<ParameterName, number>;
}
