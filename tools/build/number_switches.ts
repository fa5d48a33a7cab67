/**
 * Which numbers of params.ts have an effect only while a switch has a certain value: the weight of a table that is
 * switched off changes no move, so a tuner that changes it measures noise.
 *
 * @module
 */

import { type ParameterName, TUNABLES } from "../../search/params.ts";
import type { Setting } from "./setting.ts";

/** The values of switches that a number needs to have an effect; all other numbers always have one. */
export const NUMBER_SWITCHES: Readonly<Partial<Record<ParameterName, Setting>>> = {
  quietMalusSlope: { useMalus: 1 },
  quietMalusOffset: { useMalus: 1 },
  quietMalusMax: { useMalus: 1 },
  captureBonusSlope: { useCapture: 1 },
  captureBonusOffset: { useCapture: 1 },
  captureBonusMax: { useCapture: 1 },
  captureMalusSlope: { useCapture: 1, useMalus: 1 },
  captureMalusOffset: { useCapture: 1, useMalus: 1 },
  captureMalusMax: { useCapture: 1, useMalus: 1 },
  ttCreditFactor: { useTtCredit: 1 },
  priorMoveFactor: { usePriorMove: 1 },
  swingFactor: { useEvaluationSwing: 1 },
  swingMax: { useEvaluationSwing: 1 },
  swingOffset: { useEvaluationSwing: 1 },
  ttMoveBonus: { useTtMoveHistory: 1 },
  ttMoveHistoryMargin: { useTtMoveHistory: 1 },

  orderButterfly: { useButterfly: 1 },
  orderPieceTo: { usePieceTo: 1 },
  orderPawn: { usePawnHistory: 1 },
  orderContinuation1: { useContinuation1: 1 },
  orderContinuation2: { useContinuation2: 1 },
  orderContinuation3: { useContinuation3: 1 },
  orderContinuation4: { useContinuation4: 1 },
  orderContinuation6: { useContinuation6: 1 },
  orderLowPly: { useLowPly: 1 },
  counterMoveBonus: { useCounterMove: 1 },
  pruneButterfly: { useButterfly: 1 },
  prunePieceTo: { usePieceTo: 1 },
  prunePawn: { usePawnHistory: 1 },
  pruneContinuation1: { useContinuation1: 1, useContinuationPruning: 1 },
  pruneContinuation2: { useContinuation2: 1, useContinuationPruning: 1 },
  captureHistoryShift: { useCapture: 1 },
  seeNoisyHistoryShift: { useCapture: 1 },
  lmrCaptureHistory: { useCapture: 1 },

  correctPawn: { usePawnCorrection: 1 },
  correctNonPawn: { useNonPawnCorrection: 1 },
  correctMinor: { useMinorCorrection: 1 },
  correctMajor: { useMajorCorrection: 1 },
  correctContinuation: { useContinuationCorrection: 1 },
  correctionBonusMax: { correctionRule: 0 },
  correctionDepthDivisor: { correctionRule: 0 },
  correctionAverageMax: { correctionRule: 1 },
};

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
