/**
 * One row for each thing that is learned: what it is, how it is indexed, which numbers are its weights.
 *
 * The tables are made from these rows (histories.ts, corrections.ts); inspection (search/inspect.ts), the view of what
 * was learned (engine/view), the list of ablations (engine/view/systems.ts) and a test of docs/histories.md read
 * them.
 *
 * To add a history of quiet moves: write its table in learning/tables/ (tables/pawn_history.ts is the shortest model),
 * give it a row in `QUIET_HISTORIES`, and give the row's switch and weights a line each in params.ts. Add a
 * test of the table, and a row in docs/histories.md, which a test asks for.
 *
 * @module
 */

import { CounterMoveHistory } from "./retired/counter_move.ts";
import { PieceToHistory } from "./retired/piece_to_history.ts";
import { HISTORY_MAX } from "./gravity.ts";
import { LEARNING_TUNABLES, type LearningParameterName } from "./params.ts";
import type { QuietHistory } from "./quiet_history.ts";
import { ButterflyHistory } from "./tables/butterfly_history.ts";
import { CAPTURE_MAX } from "./tables/capture_history.ts";
import { CONTINUATION_MAX, ContinuationHistory } from "./tables/continuation_history.ts";
import { LowPlyHistory } from "./tables/low_ply_history.ts";
import { PawnHistory } from "./tables/pawn_history.ts";

/** What all rows have. */
export interface Descriptor {
  /** Short name for people: in tables, in JSON. */
  readonly name: string;
  /** Full name for people, as in the list of ablations and docs/histories.md. */
  readonly title: string;
  /** Order of the indices. */
  readonly index: string;
  /** Bound of the entries' absolute value; 0 where the entries are moves. */
  readonly bound: number;
  /** Number of entries. */
  readonly size: number;
  /** The switch in params.ts. */
  readonly use: LearningParameterName;
  /** Name of the memory that it shares with others; its own if there is none. */
  readonly memory?: string;
}

/** Whether a table is switched off in the engine as it is: only the tunable build and tests can switch it on. */
export function isOff({ use }: Descriptor): boolean {
  return LEARNING_TUNABLES[use].value === 0;
}

/** A history of quiet moves. */
export interface QuietDescriptor extends Descriptor {
  /** Column heading in two lines, see engine/view/histories_view.ts. */
  readonly heading: readonly [upper: string, lower: string];
  /** Weight in ordering: a parameter. */
  readonly order: LearningParameterName;
  /** Weight in pruning and reductions: a parameter. */
  readonly prune?: LearningParameterName;
  /** What it learns from a bonus, 1024ths: a parameter; all of it if there is none. */
  readonly bonus?: LearningParameterName;
  /** What it learns from a malus, likewise. */
  readonly malus?: LearningParameterName;
  /** A second switch, for pruning and reductions alone. */
  readonly usePruning?: LearningParameterName;
  /** Makes the table; `continuation` is the memory that the continuation histories share. */
  create(continuation: Int16Array): QuietHistory;
}

/** Entries of a table by two moves, each as [piece][to]; the continuation histories share one. */
export const MOVE_PAIRS: number = 1024 * 1024;

/** Continuation history of one distance. */
function continuation<Back extends 1 | 2 | 3 | 4 | 6>(back: Back, plies: string) {
  return {
    name: `continuation ${back}`,
    title: `Continuation history, ${plies}`,
    heading: ["", `${back}`],
    index: `[piece][to] of the move ${plies} ago → [piece][to]`,
    bound: CONTINUATION_MAX,
    size: MOVE_PAIRS,
    memory: "continuation",
    use: `useContinuation${back}`,
    order: `orderContinuation${back}`,
    bonus: `continuation${back}BonusFactor`,
    malus: `continuation${back}MalusFactor`,
    create: (table: Int16Array) => new ContinuationHistory(table, back),
  } as const;
}

/** The histories of quiet moves, in the order in which people see them. */
export const QUIET_HISTORIES = {
  butterfly: {
    name: "butterfly",
    title: "Butterfly history",
    heading: ["", "butterfly"],
    index: "[from attacked][to attacked][side][to][from]",
    bound: HISTORY_MAX,
    size: 4 * 2 * 4096,
    use: "useButterfly",
    order: "orderButterfly",
    prune: "pruneButterfly",
    bonus: "butterflyBonusFactor",
    malus: "butterflyMalusFactor",
    create: () => new ButterflyHistory(),
  },
  pieceTo: {
    name: "piece-to",
    title: "Piece-to history",
    heading: ["piece", "to"],
    index: "[piece][to]",
    bound: HISTORY_MAX,
    size: 1024,
    use: "usePieceTo",
    order: "orderPieceTo",
    prune: "prunePieceTo",
    create: () => new PieceToHistory(),
  },
  pawn: {
    name: "pawn",
    title: "Pawn-structure history",
    heading: ["", "pawn"],
    index: "[pawn key % 512][piece][to]",
    bound: HISTORY_MAX,
    size: 512 * 1024,
    use: "usePawnHistory",
    order: "orderPawn",
    prune: "prunePawn",
    bonus: "pawnBonusFactor",
    malus: "pawnMalusFactor",
    create: () => new PawnHistory(),
  },
  continuation1: {
    ...continuation(1, "1 ply"),
    prune: "pruneContinuation1",
    usePruning: "useContinuationPruning",
  },
  continuation2: {
    ...continuation(2, "2 plies"),
    prune: "pruneContinuation2",
    usePruning: "useContinuationPruning",
  },
  continuation3: continuation(3, "3 plies"),
  continuation4: continuation(4, "4 plies"),
  continuation6: continuation(6, "6 plies"),
  lowPly: {
    name: "low-ply",
    title: "Low-ply history",
    heading: ["low", "ply"],
    index: "[ply < 4][to][from]",
    bound: HISTORY_MAX,
    size: 4 * 4096,
    use: "useLowPly",
    order: "orderLowPly",
    bonus: "lowPlyBonusFactor",
    malus: "lowPlyMalusFactor",
    create: () => new LowPlyHistory(),
  },
  counterMove: {
    name: "counter-move",
    title: "Counter-move",
    heading: ["counter", "move"],
    index: "[side][to][from] of the last move → move",
    bound: 0,
    size: 2 * 4096,
    use: "useCounterMove",
    order: "counterMoveBonus",
    create: () => new CounterMoveHistory(),
  },
} as const satisfies Record<string, QuietDescriptor>;

/** Key of a history of quiet moves. */
export type QuietKey = keyof typeof QUIET_HISTORIES;

/** The histories of quiet moves, each of the class that its row makes. */
export type QuietTables = { readonly [Key in QuietKey]: ReturnType<(typeof QUIET_HISTORIES)[Key]["create"]> };

/** Name for people of a history of quiet moves. */
export type QuietName = (typeof QUIET_HISTORIES)[QuietKey]["name"];

/** The rows of the histories of quiet moves. */
export const QUIET_ROWS: readonly (QuietDescriptor & { readonly name: QuietName })[] = Object.values(QUIET_HISTORIES);

/** The other histories. */
export const OTHER_HISTORIES = {
  capture: {
    name: "capture",
    title: "Capture history",
    index: "[piece][victim][to]",
    bound: CAPTURE_MAX,
    size: 16 * 8 * 64,
    use: "useCapture",
  },
  tableMove: {
    name: "table move",
    title: "History of table moves",
    index: "one number",
    bound: HISTORY_MAX,
    size: 1,
    use: "useTtMoveHistory",
  },
} as const satisfies Record<string, Descriptor>;

/** A correction history. */
export interface CorrectionDescriptor extends Descriptor {
  /** Its weight: a parameter, 2048ths. */
  readonly weight: LearningParameterName;
  /** How much of depth times the difference it learns: a parameter, 1024ths. */
  readonly gain: LearningParameterName;
}

/** Bound of the correction histories. */
export const CORRECTION_MAX = 1024;
/** Entries of a correction history by a key, for each side to move. */
export const KEYED_SIZE = 16384;

/** The correction histories. `Corrections.locate` finds their entries, in this order. */
export const CORRECTIONS = [
  keyed("pawn", "pawn structure", "pawn key", "usePawnCorrection", "correctPawn"),
  keyed("non-pawn White", "White's non-pawns", "White's non-pawn key", "useNonPawnCorrection", "correctNonPawn"),
  keyed("non-pawn Black", "Black's non-pawns", "Black's non-pawn key", "useNonPawnCorrection", "correctNonPawn"),
  keyed("minor", "minor pieces", "key of kings, bishops, knights", "useMinorCorrection", "correctMinor"),
  keyed("major", "major pieces", "key of kings, rooks, queens", "useMajorCorrection", "correctMajor"),
  {
    name: "continuation",
    title: "Correction history: last two moves",
    index: "[piece][to] of the move before the last → [piece][to] of the last move",
    bound: CORRECTION_MAX,
    size: MOVE_PAIRS,
    use: "useContinuationCorrection",
    weight: "correctContinuation",
    gain: "correctContinuationGain",
  },
  {
    name: "continuation 4",
    title: "Correction history: moves 4 plies ago and last",
    index: "[piece][to] of the move 4 plies ago → [piece][to] of the last move",
    bound: CORRECTION_MAX,
    size: MOVE_PAIRS,
    use: "useContinuationCorrection",
    weight: "correctContinuation4",
    gain: "correctContinuation4Gain",
  },
] as const satisfies readonly CorrectionDescriptor[];

/** Name for people of a correction history. */
export type CorrectionName = (typeof CORRECTIONS)[number]["name"];

function keyed<Name extends string>(
  name: Name,
  feature: string,
  key: string,
  use: LearningParameterName,
  weight: "correctPawn" | "correctNonPawn" | "correctMinor" | "correctMajor",
) {
  const size = 2 * KEYED_SIZE;
  const gain = `${weight}Gain` as const;
  const index = `[side][${key} % ${KEYED_SIZE}]`;
  return {
    name,
    title: `Correction history: ${feature}`,
    index,
    bound: CORRECTION_MAX,
    size,
    use,
    weight,
    gain,
  } as const;
}
