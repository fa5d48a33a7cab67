/**
 * The systems that can be switched off to measure what they are worth, one by one and in groups.
 *
 * A system has two sets of values for parameters in params.ts: `on` enables it, `off` disables it. Both sets are
 * complete, so a comparison does not depend on the engine's defaults. If two methods compete (systems 2 and 17), `on`
 * enables the one that the title names first. A group compares the unchanged engine with one without the group.
 *
 * @module
 */
import { HISTORIES, type QuietKey } from "../../learning/histories.ts";
import { type ParameterName, QUIET_FIELDS, quietParameter, type Setting, TUNABLES } from "../../search/params.ts";

/** Two settings to compare. `name` is used on the command line. */
export type System = {
  readonly name: string;
  /** Number among the first eighteen systems; `+` for additional ones, `*` for groups. */
  readonly number: string;
  readonly title: string;
  readonly on: Setting;
  readonly off: Setting;
};

/** A history that the engine does not use is tested with this weight in move ordering, in 1024ths. */
const DEFAULT_WEIGHT = 1024;
/** The weights of the butterfly history. When the piece-to history replaces it, it gets the same weights. */
const [BUTTERFLY_ORDER, BUTTERFLY_PRUNE] = [TUNABLES.orderButterfly.value, TUNABLES.pruneButterfly.value];

const LISTED: readonly System[] = [
  history("butterfly", "1", "butterfly"),
  {
    name: "pieceTo",
    number: "2",
    title: "Piece-to history instead of butterfly history",
    on: { orderButterfly: 0, pruneButterfly: 0, orderPieceTo: BUTTERFLY_ORDER, prunePieceTo: BUTTERFLY_PRUNE },
    off: { orderButterfly: BUTTERFLY_ORDER, pruneButterfly: BUTTERFLY_PRUNE, orderPieceTo: 0, prunePieceTo: 0 },
  },
  weighted("malus", "3", "Malus for moves tried before a cutoff", ["useMalus"]),
  weighted("capture", "4", "Capture history", ["orderCapture", "seeNoisyHistory", "lmrCaptureHistory"]),
  weighted("counterMove", "5", "Counter-move", ["orderCounterMove"], { orderCounterMove: 750 }),
  history("continuation1", "6", "continuation1"),
  weighted("continuationPruning", "7", "Continuation history in pruning", ["pruneContinuation1", "pruneContinuation2"]),
  history("continuation2", "8", "continuation2"),
  history("continuation3", "9", "continuation3"),
  history("continuation4", "10", "continuation4"),
  history("continuation6", "11", "continuation6"),
  weighted("pawnCorrection", "12", "Correction history: pawn structure", ["correctPawn"]),
  weighted("nonPawnCorrection", "13", "Correction history: non-pawns of each colour", ["correctNonPawn"]),
  weighted("majorCorrection", "14", "Correction history: major pieces", ["correctMajor"]),
  weighted("minorCorrection", "15", "Correction history: minor pieces", ["correctMinor"]),
  weighted("continuationCorrection", "16", "Correction history: last two moves", [
    "correctContinuation",
    "correctContinuation4",
  ]),
  {
    name: "correctionGravity",
    number: "17",
    title: "Correction histories by gravity instead of a moving average",
    on: { correctionRule: 0 },
    off: { correctionRule: 1 },
  },
  // Two other conditions cannot be switched off. A node in check has no evaluation that could be corrected, and mate
  // and tablebase scores are not on the scale of evaluations.
  weighted("correctionConditions", "18", "Conditions for correction updates: best move and bound", [
    "useCorrectionConditions",
  ]),

  history("pawnHistory", "+", "pawn"),
  weighted("threats", "+", "Butterfly history by threats", ["useThreats"]),
  weighted("ttMove", "+", "History of TT moves", ["pruneTtMove"], { pruneTtMove: 4 }),
  history("lowPly", "+", "lowPly"),
  weighted("ttCredit", "+", "Credit for TT moves that cut", ["ttCreditFactor"]),
  weighted("postLmr", "+", "Continuation update after a re-search", ["reSearchBonusFactor", "reSearchMalusFactor"]),
  weighted("priorMove", "+", "Credit for the move before a fail-low", [
    "priorMoveFactor",
    "priorMoveContinuationFactor",
  ]),
  weighted("evaluationSwing", "+", "Credit by evaluation swing", ["useEvaluationSwing"]),
];

const SINGLE: readonly System[] = [...LISTED, ...unlisted()];

/** All systems and groups. */
export const SYSTEMS: readonly System[] = [
  ...SINGLE,
  group("continuation", "Continuation history, all plies", (name) => /^continuation\d/.test(name)),
  group("correction", "All correction histories", (name) => name.endsWith("Correction")),
  group("all", "All histories and correction histories", () => true),
];

/** The systems with these names; all if there are no names. Throws a RangeError for an unknown name. */
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

/** Whether the engine's defaults equal those in `on`. */
export function isInUse(system: System): boolean {
  return (Object.keys(system.on) as ParameterName[]).every((name) => TUNABLES[name].value === system.on[name]);
}

/** The engine's defaults for all parameters that systems change. */
export function defaultSetting(): Setting {
  const names = SYSTEMS.flatMap(({ on, off }) => Object.keys({ ...on, ...off }) as ParameterName[]);
  return Object.fromEntries(names.map((name) => [name, TUNABLES[name].value]));
}

/** Makes a system that is off if these parameters are 0. In `on`, `values` replace the defaults. */
function weighted(
  name: string,
  number: string,
  title: string,
  parameters: readonly ParameterName[],
  values: Setting = {},
): System {
  const setting = (valueOf: (parameter: ParameterName) => number): Setting =>
    Object.fromEntries(parameters.map((parameter) => [parameter, valueOf(parameter)]));
  return {
    name,
    number,
    title,
    on: setting((parameter) => values[parameter] ?? TUNABLES[parameter].value),
    off: setting(() => 0),
  };
}

function history(name: string, number: string, key: QuietKey): System {
  const { title, order, prune } = HISTORIES[key];
  const ordering = quietParameter("order", key);
  const parameters = prune === 0 ? [ordering] : [ordering, quietParameter("prune", key)];
  return weighted(name, number, title, parameters, order === 0 ? { [ordering]: DEFAULT_WEIGHT } : {});
}

function group(name: string, title: string, chooses: (name: string) => boolean): System {
  const members = SINGLE.filter((system) => system.number !== "17" && isInUse(system) && chooses(system.name));
  return { name, number: "*", title, on: {}, off: Object.assign({}, ...members.map(({ off }) => off)) };
}

function unlisted(): System[] {
  const listed = new Set(LISTED.flatMap(({ on, off }) => Object.keys({ ...on, ...off })));
  const keys = Object.keys(HISTORIES) as QuietKey[];
  const isListed = (key: QuietKey) => QUIET_FIELDS.some((field) => listed.has(quietParameter(field, key)));
  return keys.filter((key) => !isListed(key)).map((key) => history(key, "+", key));
}
