/**
 * The tunable parameters of the lessons, each with its value, range and step. The weights of each table are defined
 * with the table; search/params.ts has the search's own parameters and a list of all names.
 *
 * The learning code reads a parameter as `L.name`. V8 folds a property that never changes into a constant, so a
 * parameter costs nothing. Units: `cp` means centipawns, `1024ths` means 1024ths of a bonus, and `history` means the
 * scale of history scores. A name that begins with `use` is a switch: 1 is on, 0 is off.
 *
 * Apart from caches, the engine's modules have no mutable state other than `L`, `P` and the weights of tables. Only
 * tunable builds, tools and tests change them.
 * @module
 */

/** A tunable parameter: its value, the range of sensible values, and a tuner's first step. */
export type Tunable = Readonly<Record<"value" | "min" | "max" | "step", number>>;

/** Makes a tunable parameter. */
export function tune(value: number, min: number, max: number, step: number): Tunable {
  return { value, min, max, step };
}

const ON: Tunable = tune(1, 0, 1, 1);

const TABLE = {
  useMalus: ON, // switch for the malus
  useThreats: ON, // switch for threats in butterfly history
  useEvaluationSwing: ON, // switch for lessons from the evaluation's swing
  useCorrectionConditions: ON, // switch for the conditions under which corrections are learned

  // Bonus and malus for a cutoff (history): min(slope · depth − offset, max)
  quietBonusSlope: tune(186, 60, 400, 15),
  quietBonusOffset: tune(86, 0, 400, 20),
  quietBonusMax: tune(1710, 600, 3500, 100),
  quietMalusSlope: tune(253, 60, 500, 20),
  quietMalusOffset: tune(6, 0, 400, 20),
  quietMalusMax: tune(2026, 400, 3000, 100),
  captureBonusSlope: tune(187, 60, 500, 20),
  captureBonusOffset: tune(60, 0, 400, 20),
  captureBonusMax: tune(1800, 600, 3500, 100),
  captureMalusSlope: tune(176, 40, 500, 20),
  captureMalusOffset: tune(60, 0, 400, 20),
  captureMalusMax: tune(1400, 400, 3000, 100),
  clearCutoffMargin: tune(85, 5, 250, 15), // minimum lead over beta that earns the bonus for one more ply (cp)
  // Shares of the quiet bonus (1024ths)
  ttCreditFactor: tune(383, 0, 1536, 64), // bonus for a TT cutoff
  reSearchBonusFactor: tune(1223, 0, 3072, 96), // bonus if the search after a reduction reaches beta
  reSearchMalusFactor: tune(1311, 0, 3072, 96), // malus if the search after a reduction fails low
  priorMoveFactor: tune(499, 0, 1536, 64), // bonus in butterfly history for the move before a fail-low
  priorMoveContinuationFactor: tune(622, 0, 1536, 64), // bonus in continuation history for that move
  // Malus in continuation history for early quiet moves that the next move refutes
  priorEarlyMalusFactor: tune(350, 0, 1536, 64), // share of the malus after a cutoff (1024ths)
  priorTtMalusFactor: tune(350, 0, 1536, 64), // share of the malus after a TT cutoff (1024ths)
  priorEarlyMoves: tune(2, 1, 6, 1), // how many of a node's first moves count as early
  exactFactor: tune(451, 0, 1536, 64), // share of a cutoff's bonus and malus that an exact score gives (1024ths)
  // Swing of the evaluation (history)
  swingFactor: tune(104, 8, 256, 8), // bonus for each centipawn of the swing (16ths)
  swingGainMax: tune(1000, 0, 2500, 100), // maximum bonus before the offset
  swingLossMax: tune(1000, 0, 2500, 100), // maximum malus before the offset
  swingOffset: tune(86, -200, 600, 30), // added to every bonus

  // How correction histories learn
  correctionRule: tune(0, 0, 1, 1), // 0 for gravity, 1 for a moving average
  correctionBonusMax: tune(287, 64, 512, 16), // maximum bonus under gravity
  // The moving average learns at most this share of a difference (1024ths). All seven tables learn the same difference,
  // so if each learned a seventh of it, their sum would oscillate.
  correctionAverageMax: tune(128, 16, 256, 8),
} as const satisfies Record<string, Tunable>;

/** Name of a parameter of the learning code. */
export type LearningParameterName = keyof typeof TABLE;

/** Value, range and step of each parameter of the learning code. */
export const LEARNING_TUNABLES: Readonly<Record<LearningParameterName, Tunable>> = TABLE;

/** The parameter values in use. */
export const L: Record<LearningParameterName, number> = valuesOf(TABLE);

/**
 * Copies the values into one flat object. V8 folds the properties of an object from `fromEntries` into constants, but
 * turns an object that grows key by key into a hash table.
 */
export function valuesOf<Name extends string>(table: Readonly<Record<Name, Tunable>>): Record<Name, number> {
  const entries = Object.entries<Tunable>(table).map(([name, tunable]) => [name, tunable.value]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
