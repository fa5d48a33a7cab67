/**
 * The numbers of params.ts that have an effect only if other numbers are not 0. A table whose weight is 0 changes no
 * move, so a tuner that changes its other numbers would measure noise.
 *
 * @module
 */

import { CORRECTIONS } from "../../learning/corrections.ts";
import { HISTORIES, type QuietKey } from "../../learning/histories.ts";
import { type ParameterName, QUIET_FIELDS, quietParameter, TUNABLES } from "../../search/params.ts";

/** The condition of a number: at least one of these numbers must not be 0, or all of these must be 0. */
interface Need {
  readonly some?: readonly ParameterName[];
  readonly none?: readonly ParameterName[];
}

const MALUS: Need = { some: ["useMalus"] };
const SWING: Need = { some: ["useEvaluationSwing"] };

/** The conditions of numbers. Numbers that are not in the list have none. */
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

/** The condition for a number to have an effect; most have none. */
export function needOf(name: ParameterName): Need {
  return NEEDS[name] ?? {};
}

/** Whether a number has an effect with these values of the others. */
export function playsPart(name: ParameterName, values: Readonly<Record<ParameterName, number>>): boolean {
  const { some, none } = needOf(name);
  return (some?.some((other) => values[other] !== 0) ?? true) && (none?.every((other) => values[other] === 0) ?? true);
}

/** Whether a number selects a method, so that it has no values in between. */
export function isSwitch(name: ParameterName): boolean {
  return TUNABLES[name].min === 0 && TUNABLES[name].max === 1;
}
