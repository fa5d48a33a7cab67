/**
 * What can be switched off, to measure what it is worth: the histories and correction histories, one by one and in
 * groups.
 *
 * A system is a comparison of two settings of params.ts: `on` has it, `off` has not. Both are written out, so that a
 * comparison means the same whatever the engine's defaults are, also for a system that the engine does not use. Where
 * two ways to do the same thing compete (2, 17), `on` is the one that the title names first. A group compares the
 * engine as it is with one that lacks the whole group.
 *
 * @module
 */

import { type ParameterName, TUNABLES } from "../../search/params.ts";
import type { Setting } from "../build/setting.ts";

/** A comparison. */
export interface System {
  /** Name on the command line. */
  readonly name: string;
  /** Number among the eighteen that the engine set out to measure; `+` marks a further one, `*` a group. */
  readonly number: string;
  /** What it is, in words. */
  readonly title: string;
  /** The side with the system. */
  readonly on: Setting;
  /** The side without. */
  readonly off: Setting;
}

/** Switches of the continuation history, one for each distance. */
const CONTINUATION = [
  "useContinuation1",
  "useContinuation2",
  "useContinuation3",
  "useContinuation4",
  "useContinuation6",
] as const satisfies readonly ParameterName[];

/** Switches of the correction histories. */
const CORRECTION = [
  "usePawnCorrection",
  "useNonPawnCorrection",
  "useMajorCorrection",
  "useMinorCorrection",
  "useContinuationCorrection",
] as const satisfies readonly ParameterName[];

/** The eighteen systems, further ones, and groups. */
export const SYSTEMS: readonly System[] = [
  toggle("butterfly", "1", "Butterfly history", "useButterfly"),
  {
    name: "pieceTo",
    number: "2",
    title: "Piece-to history instead of butterfly history",
    on: {
      useButterfly: 0,
      usePieceTo: 1,
      // The same weight wherever it is read: only the addressing is compared.
      orderPieceTo: TUNABLES.orderButterfly.value,
      prunePieceTo: TUNABLES.pruneButterfly.value,
    },
    off: { useButterfly: 1, usePieceTo: 0 },
  },
  toggle("malus", "3", "Malus for moves tried before a cutoff", "useMalus"),
  toggle("capture", "4", "Capture history", "useCapture"),
  toggle("counterMove", "5", "Counter-move", "useCounterMove"),
  toggle("continuation1", "6", "Continuation history, 1 ply", "useContinuation1"),
  toggle("continuationPruning", "7", "Continuation history in pruning", "useContinuationPruning"),
  toggle("continuation2", "8", "Continuation history, 2 plies", "useContinuation2"),
  toggle("continuation3", "9", "Continuation history, 3 plies", "useContinuation3"),
  toggle("continuation4", "10", "Continuation history, 4 plies", "useContinuation4"),
  toggle("continuation6", "11", "Continuation history, 6 plies", "useContinuation6"),
  toggle("pawnCorrection", "12", "Correction history: pawn structure", "usePawnCorrection"),
  toggle("nonPawnCorrection", "13", "Correction history: non-pawns of each colour", "useNonPawnCorrection"),
  toggle("majorCorrection", "14", "Correction history: major pieces", "useMajorCorrection"),
  toggle("minorCorrection", "15", "Correction history: minor pieces", "useMinorCorrection"),
  toggle("continuationCorrection", "16", "Correction history: last two moves", "useContinuationCorrection"),
  {
    name: "correctionGravity",
    number: "17",
    title: "Correction histories by gravity instead of a moving average",
    on: { correctionRule: 0 },
    off: { correctionRule: 1 },
  },
  // Both sides keep two conditions: a node in check has no evaluation to correct, and the score of a mate or of an
  // endgame table is not on its scale.
  toggle(
    "correctionConditions",
    "18",
    "Conditions for correction updates: best move and bound",
    "useCorrectionConditions",
  ),

  toggle("pawnHistory", "+", "Pawn-structure history", "usePawnHistory"),
  toggle("threats", "+", "Butterfly history by threats", "useThreats"),
  toggle("ttMove", "+", "History of table moves", "useTtMoveHistory"),
  toggle("lowPly", "+", "Low-ply history", "useLowPly"),
  toggle("ttCredit", "+", "Credit for table moves that cut", "useTtCredit"),
  toggle("postLmr", "+", "Continuation update after a re-search", "usePostLmr"),
  toggle("priorMove", "+", "Credit for the move before a fail-low", "usePriorMove"),
  toggle("evaluationSwing", "+", "Credit by the swing of the evaluation", "useEvaluationSwing"),

  group("continuation", "Continuation history, all plies", CONTINUATION),
  group("correction", "All correction histories", CORRECTION),
  group("all", "All histories and correction histories", switchNames()),
];

/**
 * The systems of these names, in the order of the table; all of them if there is no name.
 *
 * @throws RangeError if a name is unknown.
 */
export function findSystems(names: readonly string[]): System[] {
  const wanted = names.map((name) => name.toLowerCase());
  const known = SYSTEMS.map((system) => system.name.toLowerCase());
  const unknown = names.filter((name) => !known.includes(name.toLowerCase()));
  if (unknown.length > 0) {
    throw new RangeError(
      `Unknown system "${unknown.join('", "')}"; expected ${SYSTEMS.map(({ name }) => name).join(", ")}`,
    );
  }
  return SYSTEMS.filter((_, index) => wanted.length === 0 || wanted.includes(known[index]));
}

/** Whether the engine uses a system: its defaults are those of the side that has it. */
export function isInUse(system: System): boolean {
  return (Object.keys(system.on) as ParameterName[]).every((name) => TUNABLES[name].value === system.on[name]);
}

function toggle(name: string, number: string, title: string, parameter: ParameterName): System {
  return { name, number, title, on: { [parameter]: 1 }, off: { [parameter]: 0 } };
}

function group(name: string, title: string, parameters: readonly ParameterName[]): System {
  return { name, number: "*", title, on: {}, off: Object.fromEntries(parameters.map((parameter) => [parameter, 0])) };
}

/** Every parameter that switches something on. */
function switchNames(): ParameterName[] {
  return (Object.keys(TUNABLES) as ParameterName[]).filter((name) => name.startsWith("use"));
}
