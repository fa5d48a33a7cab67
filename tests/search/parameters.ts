/** How tests change and restore the search's numbers. @module */

import { HISTORIES, type QuietKey } from "../../learning/histories.ts";
import { type ParameterName, parameterValues, setParameters, TUNABLES } from "../../search/params.ts";

/** Numbers of the search that a test changes. */
export type Changes = Partial<Record<ParameterName, number>>;

/** Parts that can be switched off separately: tables by their weights, lessons by shares or switches. */
export const PARTS = {
  ...(Object.fromEntries(
    (Object.keys(HISTORIES) as QuietKey[]).map((key) => {
      const suffix = key[0].toUpperCase() + key.slice(1) as Capitalize<QuietKey>;
      return [key, [`order${suffix}`, `prune${suffix}`]];
    }),
  ) as Record<QuietKey, ParameterName[]>),
  capture: ["orderCapture", "seeNoisyHistory", "lmrCaptureHistory"],
  pawnCorrection: ["correctPawn"],
  nonPawnCorrection: ["correctNonPawn"],
  minorCorrection: ["correctMinor"],
  majorCorrection: ["correctMajor"],
  continuationCorrection: ["correctContinuation", "correctContinuation4"],
  malus: ["useMalus"],
  threats: ["useThreats"],
  swing: ["useEvaluationSwing"],
  conditions: ["useCorrectionConditions"],
  exact: ["exactFactor"],
  ttCredit: ["ttCreditFactor"],
  reSearch: ["reSearchBonusFactor", "reSearchMalusFactor"],
  failLow: ["priorMoveFactor", "priorMoveContinuationFactor"],
  refuted: ["priorEarlyMalusFactor", "priorTtMalusFactor"],
} satisfies Record<string, readonly ParameterName[]>;

/** Name of a table or lesson that can be switched off. */
export type Part = keyof typeof PARTS;

/** The same value for all numbers whose names match. */
export function all(pattern: RegExp, value: number): Changes {
  return Object.fromEntries(Object.keys(TUNABLES).filter((name) => pattern.test(name)).map((name) => [name, value]));
}

/** The amount of a lesson: depth · slope − offset, up to a bound. */
export function lesson(name: `${"quiet" | "capture"}${"Bonus" | "Malus"}`, slope: number, offset: number, max: number) {
  return { [`${name}Slope`]: slope, [`${name}Offset`]: offset, [`${name}Max`]: max };
}

/** Switches off everything that ends a node before its moves are searched. */
export const NO_NODE_PRUNING: Changes = { razorDepth: -1, rfpDepth: -1, nullMoveDepth: 300, probCutDepth: 300 };

/** Also switches off everything that skips quiet moves or changes the depth of moves. */
export const NO_PRUNING: Changes = {
  ...NO_NODE_PRUNING,
  iirDepth: 300,
  alphaRaiseLow: 300,
  lmpBase: 1000,
  futilityDepth: -1,
  historyPruningDepth: -1,
  seeQuietDepth: -1,
};

/** With these numbers, quiet moves are ordered by histories alone. */
export const NO_ESCAPES: Changes = { escapeMinor: 0, escapeRook: 0, escapeQueen: 0 };

/** Runs `body` with some numbers of the search changed, and always restores them. */
export function withParameters<T>(changes: Changes, body: () => T): T {
  const before = parameterValues();
  try {
    setParameters(changes);
    return body();
  } finally {
    setParameters(before);
  }
}

/** Runs `body` with these changes, and with all unnamed parts of `PARTS` off. */
export function withOnly<T>(parts: readonly Part[], changes: Changes, body: () => T): T {
  const off = (Object.keys(PARTS) as Part[]).filter((part) => !parts.includes(part)).flatMap((part) => PARTS[part]);
  return withParameters({ ...changes, ...Object.fromEntries(off.map((name) => [name, 0])) }, body);
}
