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

import {
  CORRECTIONS,
  type Descriptor,
  OTHER_HISTORIES,
  QUIET_HISTORIES,
  QUIET_ROWS,
} from "../../learning/descriptors.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../search/params.ts";

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
const CONTINUATION: readonly ParameterName[] = QUIET_ROWS.filter(({ memory }) => memory === "continuation").map((
  { use },
) => use);

/** Switches of the correction histories. */
const CORRECTION: readonly ParameterName[] = Array.from(new Set(CORRECTIONS.map(({ use }) => use)));

/** The eighteen systems and further ones. */
const SINGLE: readonly System[] = [
  history("butterfly", "1", QUIET_HISTORIES.butterfly),
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
  history("capture", "4", OTHER_HISTORIES.capture),
  history("counterMove", "5", QUIET_HISTORIES.counterMove),
  history("continuation1", "6", QUIET_HISTORIES.continuation1),
  toggle("continuationPruning", "7", "Continuation history in pruning", "useContinuationPruning"),
  history("continuation2", "8", QUIET_HISTORIES.continuation2),
  history("continuation3", "9", QUIET_HISTORIES.continuation3),
  history("continuation4", "10", QUIET_HISTORIES.continuation4),
  history("continuation6", "11", QUIET_HISTORIES.continuation6),
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

  history("pawnHistory", "+", QUIET_HISTORIES.pawn),
  toggle("threats", "+", "Butterfly history by threats", "useThreats"),
  history("ttMove", "+", OTHER_HISTORIES.tableMove),
  history("lowPly", "+", QUIET_HISTORIES.lowPly),
  toggle("ttCredit", "+", "Credit for table moves that cut", "useTtCredit"),
  toggle("postLmr", "+", "Continuation update after a re-search", "usePostLmr"),
  toggle("priorMove", "+", "Credit for the move before a fail-low", "usePriorMove"),
  toggle("evaluationSwing", "+", "Credit by the swing of the evaluation", "useEvaluationSwing"),
];

/** The eighteen systems, further ones, what learning/descriptors.ts has besides, and groups. */
export const SYSTEMS: readonly System[] = [
  ...SINGLE,
  ...unlisted(),
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

/** The values that the engine has for every number that a system changes. */
export function defaultSetting(): Setting {
  const names = SYSTEMS.flatMap(({ on, off }) => Object.keys({ ...on, ...off }) as ParameterName[]);
  return Object.fromEntries(names.map((name) => [name, TUNABLES[name].value]));
}

/** The comparison of a history of learning/descriptors.ts. */
function history(name: string, number: string, { title, use }: Descriptor): System {
  return toggle(name, number, title, use);
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

/** A comparison for each history that `SINGLE` does not name. */
function unlisted(): System[] {
  const listed = new Set(SINGLE.flatMap(({ off }) => Object.keys(off)));
  const rows: readonly Descriptor[] = [...QUIET_ROWS, ...Object.values(OTHER_HISTORIES), ...CORRECTIONS];
  return rows.filter(({ use }) => !listed.has(use)).map((row) => history(row.name, "+", row));
}
