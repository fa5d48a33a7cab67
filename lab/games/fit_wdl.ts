/**
 * Fits the win rate model of `engine/win_rate.ts` to games that the engine played against itself. The fit finds the
 * parameters that make the results most likely, by Fisher scoring (Newton's method with the expected second
 * derivatives). High scores are left out, because the curve must fit best near the score a, which the engine prints as
 * +1.00.
 *
 * @module
 */

import { Position } from "../../core/position.ts";
import { isMateScore } from "../../core/score.ts";
import { curveAt, materialOf, MAX_MATERIAL, MIN_MATERIAL, winRate, type WinRateModel } from "../../engine/win_rate.ts";
import { forEachGame, gameFilesOf } from "./game_files.ts";
import { walkGame } from "./game_walk.ts";
import { inverseOf, product } from "../matrix.ts";
import { readOptions, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { BLACK_WON, DRAWN, type PlayedGame, WHITE_WON } from "./viriformat.ts";

const USAGE = `Usage: deno task wdl <folder or file ...> [options]

Counts how often each score won, drew and lost in games of 'deno task datagen', and prints the numbers for
engine/win_rate.ts.

  --max-score=N   exclude scores beyond this many centipawns (400)
  --help          print this`;

const TERMS = 4;
const PARAMETERS = 2 * TERMS;
/** Centipawns. */
const SCORE_BIN = 5;
const MAX_STEPS = 200;
/** The fit ends when a step changes the mean log-likelihood by less than this. */
const ENOUGH = 1e-10;
/** With this much damping, steps are less than half as long, so a small gain does not end the fit. */
const DAMPING_STRONG = 1;
const DAMPING_MAX = 1e12;
const LEAST_CHANCE = 1e-9;

export interface Bin {
  readonly material: number;
  /** The score in the middle of the bin, in centipawns from White's point of view. */
  readonly score: number;
  /** The numbers of positions from games that Black won, from drawn games, and from games that White won. */
  readonly counts: [number, number, number];
}

export class ResultCounter {
  games = 0;
  positions = 0;
  private readonly position: Position = new Position();
  private readonly bins: Map<number, Bin> = new Map();

  /** Mates, and scores beyond `maxScore` centipawns, are not counted. */
  constructor(private readonly maxScore: number) {}

  add(game: PlayedGame): void {
    this.games++;
    walkGame(this.position, game, (position, _move, score) => {
      if (isMateScore(score) || Math.abs(score) > this.maxScore) return;
      this.positions++;
      this.count(Math.min(MAX_MATERIAL, materialOf(position)), Math.round(score / SCORE_BIN), game.result);
    });
  }

  results(): Bin[] {
    return Array.from(this.bins.values());
  }

  private count(material: number, scoreBin: number, result: number): void {
    const key = scoreBin * 128 + material;
    let bin = this.bins.get(key);
    if (bin === undefined) {
      bin = { material, score: scoreBin * SCORE_BIN, counts: [0, 0, 0] };
      this.bins.set(key, bin);
    }
    bin.counts[result]++;
  }
}

/** Throws a RangeError if the fit does not converge. */
export function fitModel(bins: readonly Bin[]) {
  const total = bins.reduce((sum, { counts }) => sum + counts[0] + counts[1] + counts[2], 0);
  if (total === 0) throw new RangeError("Expected games with scores, but there are none");
  let parameters = [150, 0, 0, 0, 100, 0, 0, 0];
  let likelihood = likelihoodOf(bins, parameters, total);
  let damping = 1e-3;
  let isFound = false;
  for (let step = 0; step < MAX_STEPS && damping <= DAMPING_MAX && !isFound; step++) {
    const { gradient, information } = derivatives(bins, parameters, total);
    for (let i = 0; i < PARAMETERS; i++) information[i][i] *= 1 + damping;
    const change = product(inverseOf(information), gradient);
    const candidate = parameters.map((value, i) => value + change[i]);
    const better = likelihoodOf(bins, candidate, total);
    // A small loss also ends the fit: near the best model, rounding errors can outweigh the gain.
    isFound = damping < DAMPING_STRONG && Math.abs(better - likelihood) < ENOUGH;
    if (better >= likelihood) {
      parameters = candidate;
      likelihood = better;
      damping /= 10;
    } else {
      damping *= 10;
    }
  }
  if (!isFound) {
    throw new RangeError(
      `Expected the fit to converge, but it only reached a mean log-likelihood of ${likelihood.toFixed(4)}: ` +
        "there are too few games, or no such curve fits their results",
    );
  }
  const model = modelOf(parameters);
  for (let material = MIN_MATERIAL; material <= MAX_MATERIAL; material++) {
    const [a, b] = curveAt(material, model);
    if (!(a > 0 && b > 0)) {
      throw new RangeError(
        `Expected a rising curve, but with material ${material} a = ${a}, b = ${b}: there are too few games`,
      );
    }
  }
  return { model, likelihood };
}

function modelOf(parameters: readonly number[]): WinRateModel {
  return { a: parameters.slice(0, TERMS), b: parameters.slice(TERMS) };
}

/** The chances of a loss, a draw and a win for White; none is 0. */
function chances(score: number, a: number, b: number): [number, number, number] {
  const loss = Math.max(LEAST_CHANCE, winRate(-score, a, b));
  const win = Math.max(LEAST_CHANCE, winRate(score, a, b));
  return [loss, Math.max(LEAST_CHANCE, 1 - win - loss), win];
}

/** Mean log-likelihood; -Infinity if the parameters do not give a rising curve. */
function likelihoodOf(bins: readonly Bin[], parameters: readonly number[], total: number): number {
  const model = modelOf(parameters);
  let sum = 0;
  for (const { material, score, counts } of bins) {
    const [a, b] = curveAt(material, model);
    if (!(a > 0 && b > 0)) return -Infinity;
    const expected = chances(score, a, b);
    for (let result = BLACK_WON; result <= WHITE_WON; result++) {
      if (counts[result] > 0) sum += counts[result] * Math.log(expected[result]);
    }
  }
  return sum / total;
}

/** The first derivatives of the mean log-likelihood, and its expected second derivatives with the opposite sign. */
function derivatives(
  bins: readonly Bin[],
  parameters: readonly number[],
  total: number,
): { gradient: number[]; information: number[][] } {
  const model = modelOf(parameters);
  const gradient = new Array<number>(PARAMETERS).fill(0);
  const information = gradient.map(() => new Array<number>(PARAMETERS).fill(0));
  for (const { material, score, counts } of bins) {
    const [a, b] = curveAt(material, model);
    const expected = chances(score, a, b);
    const [loss, , win] = expected;
    // The derivative of 1 / (1 + exp(z)) is p · (p − 1) · dz; dz/da is 1 / b, and dz/db is −z / b.
    const winByA = win * (win - 1) / b;
    const lossByA = loss * (loss - 1) / b;
    const winByB = winByA * -(a - score) / b;
    const lossByB = lossByA * -(a + score) / b;
    const byA = [lossByA, -lossByA - winByA, winByA];
    const byB = [lossByB, -lossByB - winByB, winByB];
    const powers = powersOf(material);
    const slopes = expected.map((_, result) => [
      ...powers.map((power) => power * byA[result]),
      ...powers.map((power) => power * byB[result]),
    ]);
    const all = counts[0] + counts[1] + counts[2];
    slopes.forEach((slope, result) => {
      for (let i = 0; i < PARAMETERS; i++) {
        gradient[i] += counts[result] / expected[result] * slope[i] / total;
        for (let j = 0; j < PARAMETERS; j++) information[i][j] += all / expected[result] * slope[i] * slope[j] / total;
      }
    });
  }
  return { gradient, information };
}

function powersOf(material: number): number[] {
  const t = Math.max(MIN_MATERIAL, Math.min(MAX_MATERIAL, material)) / MAX_MATERIAL;
  return Array.from({ length: TERMS }, (_, power) => t ** power);
}

export function formatModel(model: WinRateModel): string {
  const list = (name: string, values: readonly number[]): string =>
    `  ${name}: [${values.map((value) => value.toFixed(1)).join(", ")}],`;
  return [list("a", model.a), list("b", model.b)].join("\n");
}

function describe(bins: readonly Bin[], model: WinRateModel): string {
  const lines = ["material  positions     a     b   White won, expected   drawn, expected   near +1.00: won"];
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(8);
  for (let low = 0; low <= MAX_MATERIAL; low += 10) {
    const band = bins.filter(({ material }) => material >= low && material < low + 10);
    let all = 0;
    let near = 0;
    let nearWon = 0;
    const happened = [0, 0, 0];
    const expected = [0, 0, 0];
    for (const { material, score, counts } of band) {
      const [a, b] = curveAt(material, model);
      const count = counts[0] + counts[1] + counts[2];
      all += count;
      chances(score, a, b).forEach((chance, result) => {
        happened[result] += counts[result];
        expected[result] += chance * count;
      });
      if (Math.abs(Math.abs(score) / a - 1) > 0.1) continue;
      near += count;
      nearWon += score > 0 ? counts[WHITE_WON] : counts[BLACK_WON];
    }
    if (all === 0) continue;
    const [a, b] = curveAt(low + 5, model);
    lines.push(
      `${low}-${low + 9}`.padEnd(8) + String(all).padStart(11) + a.toFixed(0).padStart(6) + b.toFixed(0).padStart(6) +
        percent(happened[WHITE_WON] / all).padStart(12) + percent(expected[WHITE_WON] / all).padStart(10) +
        percent(happened[DRAWN] / all).padStart(8) + percent(expected[DRAWN] / all).padStart(10) +
        (near === 0 ? "" : percent(nearWon / near).padStart(18)),
    );
  }
  return lines.join("\n");
}

function readFitOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const paths = wordsOf(flags);
  if (paths.length === 0) throw new RangeError("Expected folders or files of games, but got none");
  return { paths, maxScore: wholeOf(flags, "max-score", 1) ?? 400 };
}

function run({ paths, maxScore }: ReturnType<typeof readFitOptions>): void {
  const counter = new ResultCounter(maxScore);
  for (const path of gameFilesOf(paths)) forEachGame(path, (game) => counter.add(game));
  const bins = counter.results();
  const { model, likelihood } = fitModel(bins);
  console.log(`${counter.games} games, ${counter.positions} positions; mean log-likelihood ${likelihood.toFixed(4)}`);
  console.log(`\n${describe(bins, model)}\n\nFor engine/win_rate.ts:\n${formatModel(model)}`);
}

if (import.meta.main) await runTool(USAGE, readFitOptions, run);
