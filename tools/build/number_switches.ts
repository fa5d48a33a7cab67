/**
 * Which numbers of params.ts have an effect only while others are not 0: what a table without weight learns changes no
 * move, so a tuner that changes it measures noise. A table without weight is off, as are its weights.
 *
 * @module
 */

import { CORRECTIONS } from "../../learning/corrections.ts";
import { HISTORIES, type QuietKey } from "../../learning/histories.ts";
import { type ParameterName, QUIET_FIELDS, quietParameter, TUNABLES } from "../../search/params.ts";

/** What a number needs: one at least of these numbers that is not 0, or all of these that are. */
interface Need {
  readonly some?: readonly ParameterName[];
  readonly none?: readonly ParameterName[];
}

const MALUS: Need = { some: ["useMalus"] };
const SWING: Need = { some: ["useEvaluationSwing"] };

/** What numbers need; the others need nothing. */
const NEEDS: Readonly<Partial<Record<ParameterName, Need>>> = {
  ...Object.fromEntries((Object.keys(HISTORIES) as QuietKey[]).flatMap((key) => {
    const need = { some: [quietParameter("order", key), quietParameter("prune", key)] };
    return QUIET_FIELDS.map((field) => [quietParameter(field, key), need]);
  })),
  ...Object.fromEntries(CORRECTIONS.map(({ parameter }) => [
    `gain${parameter}`,
    { some: [`correct${parameter}`], none: ["correctionRule"] },
  ])),
  captureMalusSlope: MALUS,
  captureMalusOffset: MALUS,
  captureMalusMax: MALUS,
  swingFactor: SWING,
  swingGainMax: SWING,
  swingLossMax: SWING,
  swingOffset: SWING,
  correctionBonusMax: { none: ["correctionRule"] },
  correctionAverageMax: { some: ["correctionRule"] },
};

/** What a number needs to have an effect; nothing for most. */
export function needOf(name: ParameterName): Need {
  return NEEDS[name] ?? {};
}

/** Whether a number has an effect with these values of the others. */
export function playsPart(name: ParameterName, values: Readonly<Record<ParameterName, number>>): boolean {
  const { some, none } = needOf(name);
  return (some?.some((other) => values[other] !== 0) ?? true) && (none?.every((other) => values[other] === 0) ?? true);
}

/**
 * Whether a number chooses between ways to search instead of weighing something, so that nothing is between its values.
 */
export function isSwitch(name: ParameterName): boolean {
  return TUNABLES[name].min === 0 && TUNABLES[name].max === 1;
}
