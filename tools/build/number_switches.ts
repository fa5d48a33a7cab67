/**
 * Says which numbers in params.ts have an effect. For example, the numbers of a table whose weight is 0 have none.
 *
 * @module
 */

import { CORRECTIONS } from "../../learning/corrections.ts";
import { HISTORIES, type QuietKey } from "../../learning/histories.ts";
import { type ParameterName, QUIET_FIELDS, quietParameter, TUNABLES } from "../../search/params.ts";

/** At least one number in `some` must not be 0, and all numbers in `none` must be 0. */
type Need = { readonly some?: readonly ParameterName[]; readonly none?: readonly ParameterName[] };

const MALUS: Need = { some: ["useMalus"] };
const SWING: Need = { some: ["useEvaluationSwing"] };

const NEEDS: Readonly<Partial<Record<ParameterName, Need>>> = {
  ...Object.fromEntries((Object.keys(HISTORIES) as QuietKey[]).flatMap((key) => {
    const need = { some: [quietParameter("order", key), quietParameter("prune", key)] };
    return QUIET_FIELDS.map((field) => [quietParameter(field, key), need]);
  })),
  ...Object.fromEntries(CORRECTIONS.map(({ parameter }) => [
    `gain${parameter}`,
    { some: [`correct${parameter}`], none: ["correctionRule"] },
  ])),
  ...{ captureMalusSlope: MALUS, captureMalusOffset: MALUS, captureMalusMax: MALUS },
  ...{ swingFactor: SWING, swingGainMax: SWING, swingLossMax: SWING, swingOffset: SWING },
  correctionBonusMax: { none: ["correctionRule"] },
  correctionAverageMax: { some: ["correctionRule"] },
};

export function needOf(name: ParameterName): Need {
  return NEEDS[name] ?? {};
}

export function playsPart(name: ParameterName, values: Readonly<Record<ParameterName, number>>): boolean {
  const { some, none } = needOf(name);
  return (some?.some((other) => values[other] !== 0) ?? true) && (none?.every((other) => values[other] === 0) ?? true);
}

/** A switch is 0 or 1, with no values in between. */
export function isSwitch(name: ParameterName): boolean {
  return TUNABLES[name].min === 0 && TUNABLES[name].max === 1;
}
