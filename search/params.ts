/**
 * Every tunable parameter of the search, with value, range and step. The learning parameters are in learning/params.ts;
 * `TUNABLES` contains them all.
 *
 * The search reads its own parameters as `P.name`, at no cost (learning/params.ts explains why). Units: `cp` means
 * centipawns, `1024ths` means 1024ths of a ply, and `history` means the scale of history scores.
 * @module
 */

import { CORRECTIONS, type CorrectionTable } from "../learning/corrections.ts";
import { CAPTURE, HISTORIES, type QuietKey } from "../learning/histories.ts";
import { L, LEARNING_TUNABLES, type LearningParameterName, type Tunable, tune, valuesOf } from "../learning/params.ts";

/** Divisor for parameters in percent. */
export const PERCENT = 100;
/** Shift for factors that turn a history score into centipawns; they are in 16384ths. */
export const HISTORY_MARGIN_SHIFT = 14;

const TABLE = {
  // Captures: weight of the victim's value in ordering; the share of its score that a good capture may lose (16384ths).
  victimWeight: tune(16, 2, 40, 2),
  goodNoisyFactor: tune(241, 0, 1024, 24),
  // Order of quiet moves: the bonus for leaving a square that a less valuable piece attacks, and the penalty for
  // entering one; the bonus for a safe check (history).
  escapeMinor: tune(8648, 0, 30000, 1000),
  escapeRook: tune(12765, 0, 40000, 1000),
  escapeQueen: tune(23265, 0, 60000, 2000),
  orderCheck: tune(0, 0, 30000, 1000),

  // Plies by which a tablebase result counts as deeper than the search that looked it up.
  tablebaseDepthBonus: tune(6, 0, 20, 2),
  // Transposition table (plies): the depth that an entry loses with each later search; how much shallower a bound must
  // be to leave the entry in place.
  ttAgeWeight: tune(4, 1, 16, 1),
  ttKeepMargin: tune(4, 0, 10, 1),

  // Evaluation: it shrinks with each ply since a capture or pawn move, and would reach zero after this many plies.
  fiftyMoveScale: tune(200, 120, 400, 10),

  // Aspiration windows: first half-width (cp), growth (percent), minimum depth.
  aspirationDelta: tune(16, 3, 50, 2),
  aspirationGrowth: tune(140, 110, 300, 15),
  aspirationDepth: tune(4, 2, 8, 1),

  // How far an evaluation must exceed the earlier one for "improving" and "worsening" (cp).
  improvingMargin: tune(0, -60, 60, 5),
  worseningMargin: tune(0, -60, 120, 6),

  // Hindsight adjustment: minimum reductions for a deeper and a shallower search (plies); minimum loss for a shallower
  // search (cp).
  hindsightDeeper: tune(3, 1, 6, 1),
  hindsightShallower: tune(2, 1, 6, 1),
  hindsightMargin: tune(108, 10, 300, 15),

  // Razoring: maximum depth (plies), margin base + slope · depth² (cp).
  razorDepth: tune(4, 1, 12, 1),
  razorBase: tune(179, 20, 600, 25),
  razorSlope: tune(176, 10, 400, 15),

  // Reverse futility: maximum depth, margin slope · depth − improving − worsening + |correction| · factor / 128 (cp).
  rfpDepth: tune(11, 3, 16, 1),
  rfpSlope: tune(30, 10, 160, 6),
  rfpImproving: tune(23, 0, 150, 8),
  rfpWorsening: tune(28, 0, 100, 6),
  rfpCorrection: tune(52, 0, 256, 12),
  // The score is beta plus a part of the evaluation's excess over beta: the excess is divided by this (16ths).
  rfpBlend: tune(51, 16, 160, 5),

  // Null move: minimum depth; margin slope · depth − base (cp); reduction (plies); depth from which to verify.
  nullMoveDepth: tune(2, 1, 6, 1),
  nullMoveEvalSlope: tune(9, 0, 50, 3),
  nullMoveEvalBase: tune(103, 0, 350, 15),
  nullMoveImproving: tune(30, 0, 150, 8),
  nullMoveBase: tune(5, 2, 8, 1),
  // What each ply of depth adds to the reduction (1024ths).
  nullMoveDepthSlope: tune(423, 100, 600, 16),
  nullMoveEvalDivisor: tune(136, 30, 400, 20),
  nullMoveEvalMax: tune(3, 0, 10, 1),
  nullMoveVerifyDepth: tune(15, 8, 30, 2),
  // The verifying search allows no null moves in the first part of its depth. This is the size of that part (percent).
  nullMoveVerifiedShare: tune(75, 25, 100, 5),

  // Internal iterative reductions: minimum depth (plies).
  iirDepth: tune(5, 2, 8, 1),

  // ProbCut: minimum depth, reduction (plies), margin over beta (cp).
  probCutDepth: tune(5, 3, 8, 1),
  probCutReduction: tune(4, 2, 6, 1),
  probCutMargin: tune(95, 20, 400, 15),
  probCutImproving: tune(50, 0, 120, 8),
  // A TT result that is at most this many plies shallower may forbid ProbCut.
  probCutTtDepth: tune(3, 1, 6, 1),

  // Late move pruning: quiet moves are skipped once their rank reaches base + factor · depth² (percent). If the side is
  // not improving, the rank is multiplied by `lmpNotImproving` (1024ths).
  lmpBase: tune(7, 1, 30, 1),
  lmpFactor: tune(237, 50, 400, 15),
  lmpNotImproving: tune(530, 200, 1024, 32),

  // History pruning: maximum reduced depth (plies), and how negative a history must be for each ply of depth.
  historyPruningDepth: tune(7, 2, 15, 1),
  historyPruningSlope: tune(3912, 800, 16000, 250),

  // Futility and exchange pruning: what each 1024 of history adds to the reduced depth (1024ths of a ply).
  pruneDepthHistory: tune(62, 0, 400, 16),

  // Futility: maximum reduced depth, margin base + slope · depth (cp) + history · factor / 16384.
  futilityDepth: tune(12, 3, 20, 1),
  futilityBase: tune(9, 0, 250, 12),
  futilitySlope: tune(35, 8, 200, 8),
  futilityHistory: tune(78, 0, 256, 6),

  // Exchanges: a quiet move may lose slope · depth², a noisy one slope · depth + history · factor / 16384 (cp).
  seeQuietDepth: tune(12, 3, 18, 1),
  seeQuietSlope: tune(18, 4, 60, 3),
  seeNoisyDepth: tune(9, 3, 15, 1),
  seeNoisySlope: tune(77, 20, 220, 8),
  seeNoisyHistory: tune(551, 0, 2048, 48),

  // Singular extensions: minimum depth (plies); margin slope · depth / 16, with a second slope for nodes that left the
  // principal variation; margins for a second and third ply (cp).
  singularDepth: tune(6, 3, 10, 1),
  singularSlope: tune(11, 2, 48, 2),
  singularPvSlope: tune(16, 0, 48, 4),
  doubleMargin: tune(5, 0, 60, 4),
  tripleMargin: tune(56, 8, 200, 10),
  // Maximum number of extensions by more than a ply in one line.
  doubleExtensionsMax: tune(7, 1, 16, 1),
  // How much shallower the TT result may be (plies); moves are extended only up to this multiple of the root's depth.
  singularTtDepth: tune(3, 2, 6, 1),
  extensionPlies: tune(2, 1, 4, 1),
  // Plies subtracted if the move is not singular: for a TT score that beats beta, and for an expected cut node.
  negativeExtension: tune(2, 0, 4, 1),
  cutNodeExtension: tune(1, 0, 3, 1),

  // Extension for a check that loses no material: 1 or 0 plies.
  checkExtension: tune(1, 0, 1, 1),

  // Late move reductions (1024ths of a ply): base + ln depth · ln moves · factor, and the terms by name; minimum depth.
  lmrDepth: tune(2, 2, 5, 1),
  lmrBase: tune(1011, 0, 3000, 60),
  lmrFactor: tune(462, 250, 700, 25),
  lmrDelta: tune(582, 0, 2500, 60),
  lmrNotImproving: tune(518, 0, 1500, 60),
  lmrWasPv: tune(1099, 0, 2500, 100),
  lmrTableAbove: tune(391, 0, 1500, 80),
  lmrCutNode: tune(1406, 0, 3000, 120),
  lmrNoTtMove: tune(330, 0, 1500, 80),
  lmrNoisyTtMove: tune(925, 0, 2000, 80),
  lmrManyCutoffs: tune(945, 0, 2000, 80),
  lmrCheck: tune(859, 0, 2000, 80),
  // Terms for a node that expects no cutoff and is not in the principal variation, and for each move so far. The third
  // term is subtracted in a former PV node whose TT result is at least as deep as this search.
  lmrAllNode: tune(-30, -500, 1500, 60),
  lmrMoveCount: tune(-17, -120, 120, 8),
  lmrTtDeep: tune(252, 0, 2000, 80),
  // A node with more cutoffs than this counts as having many.
  lmrCutoffs: tune(3, 1, 6, 1),
  // 1024ths of a ply for 8 cp of correction; for 1024 of a quiet move's history; for 1024 of a capture's history.
  lmrCorrection: tune(67, 0, 256, 12),
  lmrHistory: tune(103, 0, 300, 10),
  lmrCaptureHistory: tune(50, 0, 300, 10),
  // Once a reduced search beats alpha, the next one is a ply deeper if the score exceeds best + base + slope · depth,
  // and a ply shallower if it is below best + margin (cp; the slope in 16ths).
  deeperBase: tune(28, -20, 120, 6),
  deeperSlope: tune(39, 0, 128, 4),
  shallowerMargin: tune(8, 0, 30, 2),
  // After a PV node has raised alpha: the depths between which the remaining moves are reduced, and by how many plies.
  alphaRaiseLow: tune(3, 1, 6, 1),
  alphaRaiseHigh: tune(12, 6, 20, 1),
  alphaRaiseReduction: tune(1, 0, 3, 1),

  // Quiescence: futility margin and minimum exchange (cp); number of moves after which only recaptures are searched.
  quiescenceFutility: tune(78, 10, 350, 15),
  quiescenceSee: tune(-30, -150, 50, 10),
  quiescenceMoves: tune(2, 1, 10, 1),

  // Time management: the number of moves that share the remaining time.
  timeMoves: tune(16, 8, 40, 1),
  // The share of the increments that is added to the time for a move (percent).
  timeGainShare: tune(90, 40, 200, 6),
  // Hard limit: a multiple of the soft limit, and at most this share of the remaining time (percent).
  timeHardFactor: tune(385, 150, 700, 25),
  timeHardShare: tune(42, 15, 60, 3),
  // Opening: the first move gets this share of the soft limit (percent), and from this ply on, moves get all of it.
  timeOpeningShare: tune(94, 40, 100, 4),
  timeOpeningPlies: tune(24, 1, 60, 3),

  // Factors for the soft limit (percent): by the best move's share of nodes, and by how long it has been the best.
  timeNodeBase: tune(137, 120, 260, 8),
  timeNodeFactor: tune(99, 50, 200, 8),
  timeStabilityBase: tune(135, 100, 200, 6),
  timeStabilityStep: tune(8, 2, 20, 1),
  timeStabilityMax: tune(8, 3, 15, 1),
  // Percent for each change of the best move; each new depth halves the number of earlier changes.
  timeChangeFactor: tune(5, 0, 100, 5),
  // Thousandths for each centipawn by which the score fell below its average, and below our previous search's average;
  // the maximum effect of a fall, and of a rise.
  timeScoreFactor: tune(4, 0, 40, 2),
  timePreviousFactor: tune(12, 0, 40, 2),
  timeScoreLimit: tune(760, 100, 1600, 60),
  timeScoreRise: tune(330, 0, 700, 40),
} as const satisfies Record<string, Tunable>;

/** The values of the search parameters that are in use. */
export const P: Record<keyof typeof TABLE, number> = valuesOf(TABLE);

/** Name of a tunable parameter. The correction tables for White's and Black's non-pawns share their parameters. */
export type ParameterName =
  | keyof typeof TABLE
  | LearningParameterName
  | `${QuietField}${Capitalize<QuietKey>}`
  | `${"correct" | "gain"}${CorrectionTable["parameter"]}`
  | "orderCapture";

interface Parameter extends Tunable {
  get(): number;
  set(value: number): void;
}

/** A parameter whose value is in a field of one object, or in the same field of several objects. */
function parameter<Field extends string>(
  objects: readonly Record<Field, number>[],
  field: Field,
  tunable: Tunable = tune(objects[0][field], 0, 4096, 96),
): Parameter {
  const set = (value: number) => objects.forEach((object) => object[field] = value);
  return { ...tunable, get: () => objects[0][field], set };
}

/** The tunable fields of a history of quiet moves. */
export const QUIET_FIELDS = ["order", "prune", "bonus", "malus"] as const;
/** A tunable field of a history of quiet moves. */
export type QuietField = (typeof QUIET_FIELDS)[number];

/** The parameter name for a history's field, such as `orderPawn`, the weight of `pawn` in ordering. */
export function quietParameter(field: QuietField, key: QuietKey): ParameterName {
  return `${field}${key[0].toUpperCase()}${key.slice(1)}` as ParameterName;
}

const PARAMETERS = Object.fromEntries<Parameter>([
  ...Object.entries(LEARNING_TUNABLES).map(([name, row]) => [name, parameter([L], name as LearningParameterName, row)]),
  ...Object.entries(HISTORIES).flatMap(([key, table]) =>
    QUIET_FIELDS.map((field) => [quietParameter(field, key as QuietKey), parameter([table], field)])
  ),
  ["orderCapture", parameter([CAPTURE], "order")],
  ...CORRECTIONS.flatMap(({ parameter: key }) => {
    const tables = CORRECTIONS.filter((table) => table.parameter === key);
    const weight = parameter(tables, "weight", tune(tables[0].weight, 0, 400, 12));
    return [[`correct${key}`, weight], [`gain${key}`, parameter(tables, "gain", tune(tables[0].gain, 0, 512, 12))]];
  }),
  ...Object.entries(TABLE).map(([name, row]) => [name, parameter([P], name as keyof typeof TABLE, row)]),
] as [string, Parameter][]) as Record<ParameterName, Parameter>;

/** Value, range and step of each tunable parameter. */
export const TUNABLES: Readonly<Record<ParameterName, Tunable>> = PARAMETERS;

const NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** A copy of all parameter values in use. */
export function parameterValues(): Record<ParameterName, number> {
  return Object.fromEntries(NAMES.map((name) => [name, PARAMETERS[name].get()])) as Record<ParameterName, number>;
}

/** Values for any number of parameters. */
export type Setting = Readonly<Partial<Record<ParameterName, number>>>;

/** Sets parameters by name, for threads that get values with each search. Unknown names are ignored. */
export function setParameters(values: Readonly<Record<string, number>>): void {
  for (const name of NAMES) {
    const value = values[name];
    if (value !== undefined && value !== PARAMETERS[name].get()) PARAMETERS[name].set(value);
  }
}

/** Sets a parameter, for the tunable build and for tests. Throws a RangeError if the name is unknown. */
export function setParameter(name: ParameterName, value: number): void {
  if (!Object.hasOwn(PARAMETERS, name)) throw new RangeError(`Unknown parameter "${name}"; expected one of TUNABLES`);
  PARAMETERS[name].set(value);
}
