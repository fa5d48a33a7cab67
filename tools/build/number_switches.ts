/**
 * Which numbers of params.ts have an effect only while a switch has a certain value: the weight of a table that is
 * switched off changes no move, so a tuner that changes it measures noise.
 *
 * @module
 */

import { CORRECTIONS, QUIET_ROWS, type QuietDescriptor } from "../../learning/descriptors.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../search/params.ts";

/**
 * The values of switches that a number needs to have an effect. The others depend on no switch. A number may also depend
 * on another number that is no switch: `priorMoveMargin` on the shares that it limits, which may be 0.
 */
export const NUMBER_SWITCHES: Readonly<Partial<Record<ParameterName, Setting>>> = {
  captureBonusSlope: { useCapture: 1 },
  captureBonusOffset: { useCapture: 1 },
  captureBonusMax: { useCapture: 1 },
  captureMalusSlope: { useCapture: 1, useMalus: 1 },
  captureMalusOffset: { useCapture: 1, useMalus: 1 },
  captureMalusMax: { useCapture: 1, useMalus: 1 },
  ttCreditFactor: { useTtCredit: 1 },
  reSearchBonusFactor: { usePostLmr: 1 },
  reSearchMalusFactor: { usePostLmr: 1 },
  priorMoveFactor: { usePriorMove: 1 },
  priorMoveContinuationFactor: { usePriorMove: 1 },
  priorMoveLate: { usePriorMove: 1 },
  priorLateMoves: { usePriorMove: 1 },
  priorMoveBelowEval: { usePriorMove: 1 },
  priorMoveBelowPrior: { usePriorMove: 1 },
  priorMoveMargin: { usePriorMove: 1 },
  priorCaptureFactor: { usePriorMove: 1, useCapture: 1 },
  swingFactor: { useEvaluationSwing: 1 },
  swingGainMax: { useEvaluationSwing: 1 },
  swingLossMax: { useEvaluationSwing: 1 },
  swingOffset: { useEvaluationSwing: 1 },
  ttMoveBonus: { useTtMoveHistory: 1 },
  ttMoveHistoryMargin: { useTtMoveHistory: 1 },
  orderCapture: { useCapture: 1 },
  seeNoisyHistory: { useCapture: 1 },
  lmrCaptureHistory: { useCapture: 1 },

  correctionBonusMax: { correctionRule: 0 },
  correctionAverageMax: { correctionRule: 1 },

  ...Object.fromEntries(QUIET_ROWS.flatMap(quietSwitches)),
  ...Object.fromEntries(CORRECTIONS.flatMap(({ weight, gain, use }) => [
    [weight, { [use]: 1 }],
    [gain, { [use]: 1, correctionRule: 0 }],
  ])),
};

/** What the numbers of a history of quiet moves need: its switch, and that for pruning where it has one. */
function quietSwitches({ use, order, bonus, malus, prune, usePruning }: QuietDescriptor): [ParameterName, Setting][] {
  const switches: [ParameterName, Setting][] = [[order, { [use]: 1 }]];
  if (bonus !== undefined) switches.push([bonus, { [use]: 1 }]);
  if (malus !== undefined) switches.push([malus, { [use]: 1 }]);
  if (prune !== undefined) {
    switches.push([prune, usePruning === undefined ? { [use]: 1 } : { [use]: 1, [usePruning]: 1 }]);
  }
  return switches;
}

/** Whether a number has an effect with these values of the switches. */
export function playsPart(name: ParameterName, values: Readonly<Record<ParameterName, number>>): boolean {
  const needed = Object.entries(NUMBER_SWITCHES[name] ?? {}) as [ParameterName, number][];
  return needed.every(([gate, value]) => values[gate] === value);
}

/**
 * Whether a number chooses between ways to search instead of weighing something, so that nothing lies between its
 * values.
 */
export function isSwitch(name: ParameterName): boolean {
  return TUNABLES[name].min === 0 && TUNABLES[name].max === 1;
}
