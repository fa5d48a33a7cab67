/**
 * How wrong networks are in quiet positions, by the verdict of a strong engine.
 *
 * A network has units and a bonus for the side to move of its own, so a factor and an offset of its score are fitted
 * first, for each bucket of its output. What is left is what it does not know.
 *
 * @module
 */

import { parseFen } from "../../../core/fen.ts";
import type { Position } from "../../../core/position.ts";
import { INFINITE } from "../../../core/score.ts";
import { outputBucket } from "../../../nnue/features.ts";
import type { Network } from "../../../nnue/network.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { unlimited } from "../../../search/limits.ts";
import { quiescence } from "../../../search/quiescence.ts";
import { runSearch, setRoot } from "../../../search/run.ts";
import { Search } from "../../../search/search.ts";
import { createControl } from "../../../search/thread_slot.ts";
import { TranspositionTable } from "../../../search/transposition.ts";
import { countMen } from "../../../tablebase/material.ts";
import { inverseOf, product } from "../../matrix.ts";
import { expectedResult, type JudgedPosition } from "./judged_positions.ts";

/** A position is quiet if quiescence search changes the expected result by less than this … */
const QUIET_BY_CAPTURES = 0.03;
/** … and a small search by less than this. */
const QUIET_BY_SEARCH = 0.12;
/** Nodes of the small search, after which it starts no new iteration. */
const SEARCH_NODES = 400;
/** A search that has not ended an iteration by so many nodes is ended. */
const SEARCH_NODES_MAX = 8000;
/** Centipawns of one unit of the curve, where nothing is fitted yet. */
const SCALE = 171;
/** Positions that a factor and an offset need; buckets with fewer are left as they are. */
const FIT_MIN = 30;
/** Steps of the fit; three are enough in practice. */
const FIT_STEPS = 8;
/** Added to the diagonal where scores say nothing, such as when all are alike. */
const RIDGE = 1e-9;

/** A network as the judge asks it. */
class Candidate {
  private readonly evaluator: Evaluator;
  private readonly search: Search;
  private readonly table: TranspositionTable = new TranspositionTable(TranspositionTable.allocate(1));

  constructor(network: Network) {
    this.evaluator = new Evaluator(network);
    const control = createControl();
    this.search = new Search(this.table, control, this.evaluator);
  }

  /** Its static score of a position, centipawns from the side to move. */
  staticScore(position: Position): number {
    this.evaluator.attach(position);
    return this.evaluator.evaluate(position);
  }

  /** Whether neither captures nor a small search say much else than the static score. */
  isQuiet(position: Position): boolean {
    const { search, table } = this;
    const expected = (score: number): number => expectedResult(score / SCALE);
    const atOnce = expected(this.staticScore(position));
    search.newGame();
    table.clear();
    search.begin(unlimited());
    setRoot(search, position);
    const afterCaptures = expected(quiescence(search, search.rootFrame, -INFINITE, INFINITE));
    if (Math.abs(atOnce - afterCaptures) >= QUIET_BY_CAPTURES) return false;
    const limits = { ...unlimited(), softNodes: SEARCH_NODES, nodes: SEARCH_NODES_MAX };
    const { score } = runSearch(search, position, limits, () => {});
    return Math.abs(expected(score) - afterCaptures) < QUIET_BY_SEARCH;
  }
}

/**
 * The positions that are quiet by the judgement of a network; comparing others with it, one should take them all from
 * the same one.
 */
export function quietOnes(positions: readonly JudgedPosition[], network: Network): JudgedPosition[] {
  const candidate = new Candidate(network);
  return positions.filter(({ fen }) => candidate.isQuiet(parseFen(fen)));
}

/**
 * The squared errors of a network's expected results, each times 1000, after its scores were fitted.
 *
 * @param positions Quiet positions with verdicts.
 */
export function squaredErrors(positions: readonly JudgedPosition[], network: Network): Float64Array {
  const candidate = new Candidate(network);
  const errors = new Float64Array(positions.length);
  const boards = positions.map(({ fen }) => parseFen(fen));
  const scores = boards.map((position) => candidate.staticScore(position) / SCALE);
  const buckets = Map.groupBy(boards.keys(), (i) => outputBucket(countMen(boards[i])));
  for (const members of buckets.values()) {
    const expected = members.map((i) => positions[i].expected);
    const fitted = fitCurve(members.map((i) => scores[i]), expected);
    members.forEach((i, k) => errors[i] = 1000 * (fitted[k] - expected[k]) ** 2);
  }
  return errors;
}

/**
 * Expected results from scores, after the best factor and offset (least squares, by Gauss and Newton).
 *
 * @param scores Units of the curve.
 * @param targets What they should give, 0 … 1.
 */
export function fitCurve(scores: readonly number[], targets: readonly number[]): number[] {
  let line = [1, 0];
  const curve = (): number[] => scores.map((score) => expectedResult(line[0] * score + line[1]));
  if (scores.length < FIT_MIN) return curve();
  for (let step = 0; step < FIT_STEPS; step++) {
    const normal = [[RIDGE, 0], [0, RIDGE]];
    const gradient = [0, 0];
    curve().forEach((expected, i) => {
      const slope = expected * (1 - expected);
      const row = [slope * scores[i], slope];
      for (let j = 0; j < 2; j++) {
        gradient[j] += row[j] * (targets[i] - expected);
        for (let k = 0; k < 2; k++) normal[j][k] += row[j] * row[k];
      }
    });
    const change = product(inverseOf(normal), gradient);
    line = [line[0] + change[0], line[1] + change[1]];
  }
  return curve();
}
