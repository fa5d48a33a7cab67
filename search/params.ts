/**
 * The tunable parameters of the search, each with its value, range and step. Those of the lessons are in
 * learning/params.ts; `TUNABLES` contains both.
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
  // Move ordering
  victimWeight: tune(16, 2, 40, 2), // weight of the victim's value
  goodNoisyFactor: tune(241, 0, 1024, 24), // share of its score that a good capture may lose (16384ths)
  // Bonus for leaving a square that a less valuable piece attacks, and penalty for entering one (history)
  escapeMinor: tune(8648, 0, 30000, 1000),
  escapeRook: tune(12765, 0, 40000, 1000),
  escapeQueen: tune(23265, 0, 60000, 2000),
  orderCheck: tune(0, 0, 30000, 1000), // bonus for a check that loses no material (history)

  // A tablebase result counts as this many plies deeper than the search that looked it up.
  tablebaseDepthBonus: tune(6, 0, 20, 2),
  // Transposition table
  ttAgeWeight: tune(4, 1, 16, 1), // value that an entry loses with each later search (plies)
  ttKeepMargin: tune(4, 0, 10, 1), // a bound this many plies shallower does not replace an entry

  // The evaluation would shrink to 0 after this many plies without a capture or pawn move.
  fiftyMoveScale: tune(200, 120, 400, 10),

  // Aspiration windows
  aspirationDelta: tune(16, 3, 50, 2), // half of the first window's width (cp)
  aspirationGrowth: tune(140, 110, 300, 15), // width after a failed window (percent of the previous width)
  aspirationDepth: tune(4, 2, 8, 1), // minimum depth

  // When a side's evaluation counts as improving or worsening
  improvingMargin: tune(0, -60, 60, 5), // minimum rise within two plies (cp)
  worseningMargin: tune(0, -60, 120, 6), // minimum fall caused by the side's own last move (cp)

  // Hindsight adjustment of depth
  hindsightDeeper: tune(3, 1, 6, 1), // minimum reduction for a deeper search (plies)
  hindsightShallower: tune(2, 1, 6, 1), // minimum reduction for a shallower search (plies)
  hindsightMargin: tune(108, 10, 300, 15), // minimum loss caused by the previous move for a shallower search (cp)

  // Razoring
  razorDepth: tune(4, 1, 12, 1), // maximum depth
  razorBase: tune(179, 20, 600, 25), // margin at depth 0 (cp)
  razorSlope: tune(176, 10, 400, 15), // margin for each unit of depth² (cp)

  // Reverse futility pruning
  rfpDepth: tune(11, 3, 16, 1), // maximum depth
  rfpSlope: tune(30, 10, 160, 6), // margin for each ply of depth (cp)
  rfpImproving: tune(23, 0, 150, 8), // subtracted from the margin if the side to move is improving (cp)
  rfpWorsening: tune(28, 0, 100, 6), // subtracted from the margin if the opponent is worsening (cp)
  rfpCorrection: tune(52, 0, 256, 12), // added to the margin for each centipawn of correction (128ths of a cp)
  rfpBlend: tune(51, 16, 160, 5), // the score is beta plus the evaluation's lead divided by this (16ths)

  // Null move pruning
  nullMoveDepth: tune(2, 1, 6, 1), // minimum depth
  nullMoveEvalSlope: tune(9, 0, 50, 3), // how far below beta the evaluation may be for each ply of depth (cp)
  nullMoveEvalBase: tune(103, 0, 350, 15), // subtracted from this limit (cp)
  nullMoveImproving: tune(30, 0, 150, 8), // added to this limit if the side to move is improving (cp)
  nullMoveBase: tune(5, 2, 8, 1), // reduction at depth 0 (plies)
  nullMoveDepthSlope: tune(423, 100, 600, 16), // reduction for each ply of depth (1024ths)
  nullMoveEvalDivisor: tune(136, 30, 400, 20), // lead over beta that adds a ply to the reduction (cp)
  nullMoveEvalMax: tune(3, 0, 10, 1), // maximum number of plies added for the lead
  nullMoveVerifyDepth: tune(15, 8, 30, 2), // minimum depth for a verifying search
  nullMoveVerifiedShare: tune(75, 25, 100, 5), // share of the verifying search's depth without null moves (percent)

  // Internal iterative reductions: minimum depth
  iirDepth: tune(5, 2, 8, 1),

  // ProbCut
  probCutDepth: tune(5, 3, 8, 1), // minimum depth
  probCutReduction: tune(4, 2, 6, 1), // reduction (plies)
  probCutMargin: tune(95, 20, 400, 15), // margin over beta (cp)
  probCutImproving: tune(50, 0, 120, 8), // subtracted from the margin if the side to move is improving (cp)
  probCutTtDepth: tune(3, 1, 6, 1), // a TT result that is at most this many plies shallower may forbid ProbCut

  // Late move pruning
  lmpBase: tune(7, 1, 30, 1), // at depth 0, quiet moves are skipped from this rank on
  lmpFactor: tune(237, 50, 400, 15), // added to the rank for each unit of depth² (percent)
  lmpNotImproving: tune(530, 200, 1024, 32), // multiplies the rank if the side to move is not improving (1024ths)

  // History pruning
  historyPruningDepth: tune(7, 2, 15, 1), // maximum reduced depth (plies)
  historyPruningSlope: tune(3912, 800, 16000, 250), // how far below 0 the history must be for each ply of depth

  // Futility and exchange pruning
  pruneDepthHistory: tune(62, 0, 400, 16), // added to the reduced depth for each 1024 of history (1024ths)

  // Futility pruning
  futilityDepth: tune(12, 3, 20, 1), // maximum reduced depth (plies)
  futilityBase: tune(9, 0, 250, 12), // margin at depth 0 (cp)
  futilitySlope: tune(35, 8, 200, 8), // margin for each ply of depth (cp)
  futilityHistory: tune(78, 0, 256, 6), // margin for each 16384 of history (cp)

  // Exchange pruning
  seeQuietDepth: tune(12, 3, 18, 1), // maximum reduced depth for quiet moves (plies)
  seeQuietSlope: tune(18, 4, 60, 3), // loss allowed to a quiet move for each unit of depth² (cp)
  seeNoisyDepth: tune(9, 3, 15, 1), // maximum depth for captures and promotions (plies)
  seeNoisySlope: tune(77, 20, 220, 8), // loss allowed to a capture or check for each ply of depth (cp)
  seeNoisyHistory: tune(551, 0, 2048, 48), // loss allowed to a capture for each 16384 of history (cp)

  // Singular extensions
  singularDepth: tune(6, 3, 10, 1), // minimum depth
  singularSlope: tune(11, 2, 48, 2), // margin for each ply of depth (16ths of a cp)
  singularPvSlope: tune(16, 0, 48, 4), // added to this margin in a former PV node (16ths of a cp)
  doubleMargin: tune(5, 0, 60, 4), // margin for an extension by two plies (cp)
  tripleMargin: tune(56, 8, 200, 10), // margin for an extension by three plies (cp)
  doubleExtensionsMax: tune(7, 1, 16, 1), // maximum number of extensions by more than one ply in one line
  singularTtDepth: tune(3, 2, 6, 1), // how much shallower the TT result may be (plies)
  extensionPlies: tune(2, 1, 4, 1), // moves are extended only at plies below this multiple of the root's depth
  negativeExtension: tune(2, 0, 4, 1), // reduction of a TT move that is not singular, if its score reaches beta (plies)
  cutNodeExtension: tune(1, 0, 3, 1), // reduction of such a move in an expected cut node, if its score is lower (plies)

  // Extension for a check that loses no material (plies)
  checkExtension: tune(1, 0, 1, 1),

  // Late move reductions (1024ths)
  lmrDepth: tune(2, 2, 5, 1), // minimum depth (plies)
  lmrBase: tune(1011, 0, 3000, 60), // reduction before the other terms
  lmrFactor: tune(462, 250, 700, 25), // factor for ln depth · ln moves; the product is added
  lmrDelta: tune(582, 0, 2500, 60), // subtracted if the window is as wide as the root's; less if it is narrower
  lmrNotImproving: tune(518, 0, 1500, 60), // added if the side to move is not improving
  lmrWasPv: tune(1099, 0, 2500, 100), // subtracted in a node that was on the principal variation
  lmrTableAbove: tune(391, 0, 1500, 80), // subtracted in such a node if its TT score is above alpha
  lmrCutNode: tune(1406, 0, 3000, 120), // added in an expected cut node
  lmrNoTtMove: tune(330, 0, 1500, 80), // added in an expected cut node without a TT move
  lmrNoisyTtMove: tune(925, 0, 2000, 80), // added if the TT move is a capture or promotion
  lmrManyCutoffs: tune(945, 0, 2000, 80), // added if the child nodes have had more than `lmrCutoffs` cutoffs
  lmrCheck: tune(859, 0, 2000, 80), // subtracted for a check
  lmrAllNode: tune(-30, -500, 1500, 60), // added in a node that expects no cutoff and is not on the principal variation
  lmrMoveCount: tune(-17, -120, 120, 8), // added for each move so far
  lmrTtDeep: tune(252, 0, 2000, 80), // subtracted in a former PV node whose TT result is deep enough for this search
  lmrCutoffs: tune(3, 1, 6, 1), // number of cutoffs (see `lmrManyCutoffs`)
  lmrCorrection: tune(67, 0, 256, 12), // subtracted for each 8 cp of correction
  lmrHistory: tune(103, 0, 300, 10), // subtracted for each 1024 of a quiet move's history
  lmrCaptureHistory: tune(50, 0, 300, 10), // subtracted for each 1024 of a capture's history
  // The search after a reduced search that beat alpha
  deeperBase: tune(28, -20, 120, 6), // minimum lead over the best score for another ply (cp)
  deeperSlope: tune(39, 0, 128, 4), // added to this lead for each ply of depth (16ths of a cp)
  shallowerMargin: tune(8, 0, 30, 2), // with a smaller lead than this, the search is a ply shallower (cp)
  // Reduction of the remaining moves after a PV node has raised alpha
  alphaRaiseLow: tune(3, 1, 6, 1), // the reduction applies only above this depth
  alphaRaiseHigh: tune(12, 6, 20, 1), // the reduction applies only below this depth
  alphaRaiseReduction: tune(1, 0, 3, 1), // reduction (plies)

  // Quiescence search
  quiescenceFutility: tune(78, 10, 350, 15), // futility margin (cp)
  quiescenceSee: tune(-30, -150, 50, 10), // minimum value of a move's exchange (cp)
  quiescenceMoves: tune(2, 1, 10, 1), // number of moves after which only recaptures are searched

  // Time management
  timeMoves: tune(16, 8, 40, 1), // number of moves that share the remaining time
  timeGainShare: tune(90, 40, 200, 6), // share of the increments that is added to the time for a move (percent)
  timeHardFactor: tune(385, 150, 700, 25), // hard limit as a multiple of the soft limit (percent)
  timeHardShare: tune(42, 15, 60, 3), // the hard limit is at most this share of the remaining time (percent)
  timeOpeningShare: tune(94, 40, 100, 4), // share of the soft limit that the first move gets (percent)
  timeOpeningPlies: tune(24, 1, 60, 3), // from this ply on, moves get the whole soft limit

  // Factors for the soft limit (percent)
  timeNodeBase: tune(137, 120, 260, 8), // factor if the best move took none of the nodes
  timeNodeFactor: tune(99, 50, 200, 8), // subtracted from this factor if the best move took all nodes
  timeStabilityBase: tune(135, 100, 200, 6), // factor if the best move has just changed
  timeStabilityStep: tune(8, 2, 20, 1), // subtracted from this factor for each depth without a change
  timeStabilityMax: tune(8, 3, 15, 1), // maximum number of such depths
  timeChangeFactor: tune(5, 0, 100, 5), // added for each recent change of the best move
  // Factor for the score's trend (thousandths)
  timeScoreFactor: tune(4, 0, 40, 2), // added for each centipawn by which the score fell below its average
  timePreviousFactor: tune(12, 0, 40, 2), // added for each centipawn by which it is below our previous search's average
  timeScoreLimit: tune(760, 100, 1600, 60), // maximum that a fall adds
  timeScoreRise: tune(330, 0, 700, 40), // maximum that a rise subtracts
} as const satisfies Record<string, Tunable>;

/** The search parameter values in use. */
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
