/**
 * Every tunable number of what the search learns: value, range and step, one row each. search/params.ts holds the
 * numbers of the search itself, in the same form.
 *
 * The learning code reads a number as `L.name`, the search reads its own as `P.name`. V8 folds a property that never
 * changes into a constant, so a number here costs the same as one written in place. Units: `cp` centipawns, `1024ths`
 * of a weight, `history` the scale of history scores. A name that begins with `use` is a switch: 1 on, 0 off.
 *
 * Apart from caches, `L` and `P` are the only mutable state of a module in the engine. The engine itself never writes
 * to them. The tunable builds, the tools that play games with other numbers, and tests do, by `setParameter` of
 * search/params.ts.
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

/** A tunable number from its value, its range and the step of a tuner. */
export function tune(value: number, min: number, max: number, step: number): Tunable {
  return { value, min, max, step };
}

/** A switch that is on. */
function on(): Tunable {
  return tune(1, 0, 1, 1);
}

/** A switch that is off. */
function off(): Tunable {
  return tune(0, 0, 1, 1);
}

const TABLE = {
  // Move histories: which are written and read.
  useButterfly: on(),
  usePieceTo: off(),
  useMalus: on(),
  useCapture: on(),
  useCounterMove: off(),
  useContinuation1: on(),
  useContinuation2: on(),
  useContinuation3: on(),
  useContinuation4: on(),
  useContinuation6: on(),
  useContinuationPruning: on(),
  usePawnHistory: on(),
  useThreats: on(),
  useTtMoveHistory: off(),
  useLowPly: on(),
  useTtCredit: on(),
  usePostLmr: on(),
  usePriorMove: on(),
  useEvaluationSwing: on(),

  // Bonus and malus: min(slope · depth − offset, max) (history).
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
  // How clear a cutoff must be for one ply more of bonus (cp).
  clearCutoffMargin: tune(85, 5, 250, 15),
  // What a node adds to the history of table moves if the table's move was the best, and takes off if not (history).
  ttMoveBonus: tune(800, 100, 2000, 100),
  // What that history takes off the margins of double and triple extensions (1024ths).
  ttMoveHistoryMargin: tune(4, 0, 16, 1),
  // What each table learns from a bonus and from a malus (1024ths).
  butterflyBonusFactor: tune(1024, 0, 3072, 96),
  butterflyMalusFactor: tune(1024, 0, 3072, 96),
  pawnBonusFactor: tune(1024, 0, 3072, 96),
  pawnMalusFactor: tune(1024, 0, 3072, 96),
  continuation1BonusFactor: tune(970, 0, 3072, 96),
  continuation1MalusFactor: tune(935, 0, 3072, 96),
  continuation2BonusFactor: tune(476, 0, 3072, 96),
  continuation2MalusFactor: tune(968, 0, 3072, 96),
  continuation3BonusFactor: tune(740, 0, 3072, 96),
  continuation3MalusFactor: tune(1198, 0, 3072, 96),
  continuation4BonusFactor: tune(1100, 0, 3072, 96),
  continuation4MalusFactor: tune(966, 0, 3072, 96),
  continuation6BonusFactor: tune(871, 0, 3072, 96),
  continuation6MalusFactor: tune(1154, 0, 3072, 96),
  lowPlyBonusFactor: tune(1024, 0, 3072, 96),
  lowPlyMalusFactor: tune(1024, 0, 3072, 96),
  // Shares of the quiet bonus for a table cutoff, for a reduced move that was searched again with and without success,
  // and for the move before a fail-low, in butterfly and in continuation history (1024ths).
  ttCreditFactor: tune(383, 0, 1536, 64),
  reSearchBonusFactor: tune(1223, 0, 3072, 96),
  reSearchMalusFactor: tune(1311, 0, 3072, 96),
  priorMoveFactor: tune(499, 0, 1536, 64),
  priorMoveContinuationFactor: tune(622, 0, 1536, 64),
  // What is added to the share of the move before a fail-low if it was a late one, if the node's score is below its
  // evaluation, and if it is below that of the node before (1024ths); and for both the margin (cp).
  priorMoveLate: tune(0, 0, 1024, 48),
  priorMoveBelowEval: tune(0, 0, 1024, 48),
  priorMoveBelowPrior: tune(0, 0, 1024, 48),
  priorMoveMargin: tune(40, 0, 150, 6),
  // Shares of the capture bonus for a capture before a fail-low, and of the quiet malus, in continuation history, for an
  // early quiet move that is refuted by a cutoff or by the table (1024ths).
  priorCaptureFactor: tune(0, 0, 1536, 64),
  priorEarlyMalusFactor: tune(350, 0, 1536, 64),
  priorTtMalusFactor: tune(350, 0, 1536, 64),
  // Moves of a node that are early ones, and behind how many the late ones begin.
  priorEarlyMoves: tune(2, 1, 6, 1),
  priorLateMoves: tune(8, 3, 20, 1),
  // Share of bonus and malus of a cutoff that an exact score teaches (1024ths).
  exactFactor: tune(451, 0, 1536, 64),
  // Evaluation swing: factor (16ths), bounds for a gain and for a loss, and offset (history).
  swingFactor: tune(104, 8, 256, 8),
  swingGainMax: tune(1000, 0, 2500, 100),
  swingLossMax: tune(1000, 0, 2500, 100),
  swingOffset: tune(86, -200, 600, 30),

  // Weights in quiet move ordering (1024ths) and the counter-move's bonus (history).
  orderButterfly: tune(2018, 0, 4096, 128),
  orderPieceTo: tune(1024, 0, 4096, 128),
  orderPawn: tune(570, 0, 4096, 128),
  orderContinuation1: tune(725, 0, 4096, 96),
  orderContinuation2: tune(1330, 0, 4096, 96),
  orderContinuation3: tune(722, 0, 4096, 96),
  orderContinuation4: tune(962, 0, 4096, 96),
  orderContinuation6: tune(546, 0, 4096, 96),
  orderLowPly: tune(3189, 0, 16384, 512),
  counterMoveBonus: tune(6000, 0, 20000, 800),
  // What it is worth in ordering to leave a square where something worth less attacks, or costs to enter it (history).
  escapeMinor: tune(8648, 0, 30000, 1000),
  escapeRook: tune(12765, 0, 40000, 1000),
  escapeQueen: tune(23265, 0, 60000, 2000),
  // What a quiet move that gives check without losing material is worth in ordering (history).
  orderCheck: tune(0, 0, 30000, 1000),
  // Weights in pruning and reductions (1024ths).
  pruneButterfly: tune(1410, 0, 4096, 128),
  prunePieceTo: tune(1024, 0, 4096, 128),
  prunePawn: tune(400, 0, 4096, 128),
  pruneContinuation1: tune(1230, 0, 4096, 96),
  pruneContinuation2: tune(908, 0, 4096, 96),
  // Captures: weight of the capture history in ordering (1024ths).
  orderCapture: tune(582, 0, 2048, 48),

  // Correction histories: which are written and read, weights (2048ths), and how they learn.
  usePawnCorrection: on(),
  useNonPawnCorrection: on(),
  useMinorCorrection: on(),
  useMajorCorrection: on(),
  useContinuationCorrection: on(),
  useCorrectionConditions: on(),
  correctPawn: tune(131, 0, 400, 12),
  correctNonPawn: tune(197, 0, 400, 12),
  correctMinor: tune(77, 0, 400, 12),
  correctMajor: tune(71, 0, 400, 12),
  correctContinuation: tune(129, 0, 400, 12),
  correctContinuation4: tune(100, 0, 400, 12),
  // 0 gravity, 1 exponential moving average.
  correctionRule: tune(0, 0, 1, 1),
  correctionBonusMax: tune(287, 64, 512, 16),
  // Of depth times the difference, each table learns this share (1024ths).
  correctPawnGain: tune(109, 0, 512, 12),
  correctNonPawnGain: tune(64, 0, 512, 12),
  correctMinorGain: tune(121, 0, 512, 12),
  correctMajorGain: tune(96, 0, 512, 12),
  correctContinuationGain: tune(131, 0, 512, 12),
  correctContinuation4Gain: tune(131, 0, 512, 12),
  // The moving average learns at most so much of a difference (1024ths). All tables learn one difference, and their
  // shares add up to about seven times a single one, so near a seventh they would swing about the goal, and above two
  // sevenths never settle.
  correctionAverageMax: tune(128, 16, 256, 8),
} as const satisfies Record<string, Tunable>;

/** Name of a number of the learning code. */
export type LearningParameterName = keyof typeof TABLE;

/** Value, range and step of each number of the learning code. */
export const LEARNING_TUNABLES: Readonly<Record<LearningParameterName, Tunable>> = TABLE;

/** The values in use. */
export const L: Record<LearningParameterName, number> = valuesOf(TABLE);

/**
 * Copies the values into one flat object. `fromEntries` matters: an object that grows key by key becomes a hash table
 * in V8, this one keeps a hidden class, and only the properties of such an object are folded into constants.
 */
export function valuesOf<Name extends string>(table: Readonly<Record<Name, Tunable>>): Record<Name, number> {
  const entries = Object.entries<Tunable>(table).map(([name, tunable]) => [name, tunable.value]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
