/** Describes an analysis, in a few lines for people or as an object for programs. @module */

import { ENGINE_TITLE } from "../../engine/version.ts";
import type { AnalysedMove, Analysis } from "../../engine/games/analysis.ts";
import { type Evaluation, winChance } from "../../engine/games/evaluation.ts";
import { costOf, ERRORS, type Judgement, type PlayerSummary, symbolOf } from "../../engine/games/judgement.ts";
import { describeOpening } from "../../engine/games/openings.ts";
import { numberOf } from "../../engine/games/pgn.ts";
import { PHASES, type PhaseSummaries, type PhaseSummary } from "../../engine/games/phases.ts";
import type { SearchBounds } from "../../engine/engine_options.ts";
import { count } from "../../engine/words.ts";
import type { GameOfFile } from "./game_files.ts";

/** Plain data for `JSON.stringify`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A game's result, the players' accuracy, and the errors and praised moves. */
export function describeGame(name: string, result: string, analysis: Analysis): string {
  const { players, phases, opening, moves, isComplete } = analysis;
  const head = `${name}${result === "*" ? "" : `, ${result}`}${isComplete ? "" : " (analysed in part)"}`;
  return [
    head,
    ...(opening === null ? [] : [`  ${describeOpening(opening)}`]),
    `  White  ${describePlayer(players.white)}`,
    ...describePhases(phases.white),
    `  Black  ${describePlayer(players.black)}`,
    ...describePhases(phases.black),
    ...moves.flatMap((move) => {
      if (move === null) return [];
      if (move.judgement !== null) return [`    ${describeError(move, move.judgement)}`];
      return move.praise === ""
        ? []
        : [`    ${numberOf(move.fullmove, move.isWhite)} ${move.san}!\n      ${move.praise}`];
    }),
  ].join("\n");
}

/** An error and its reason: `18. Bd6?? −46 %, better Nc7+`. A cost below one point is left out. */
function describeError(error: AnalysedMove, judgement: Judgement): string {
  const { fullmove, isWhite, san, best, reason } = error;
  const move = `${numberOf(fullmove, isWhite)} ${san}${symbolOf(judgement)}`;
  const cost = costOf(error);
  const why = reason === "" ? "" : `\n      ${reason}`;
  return `${move}${cost > 0 ? ` \u2212${cost} %,` : ","} better ${best[0]}${why}`;
}

function describePlayer({ moves, accuracy, meanCpLoss, errors }: PlayerSummary): string {
  if (moves === 0) return "no moves";
  const counts = describeErrors(errors);
  if (accuracy === null || meanCpLoss === null) return `${count(moves, "move")}, ${counts}`;
  const loss = `${Math.round(meanCpLoss)} cp`.padStart(6);
  return `accuracy ${accuracy.toFixed(1).padStart(5)} %, mean loss ${loss}, ${counts}`;
}

/** The number of errors of each kind: `1 inaccuracy, 0 mistakes, 2 blunders`. */
export function describeErrors(errors: Readonly<Record<Judgement, number>>): string {
  return ERRORS.toReversed().map(({ name, plural }) => `${errors[name]} ${errors[name] === 1 ? name : plural}`)
    .join(", ");
}

/** A line with the accuracy in each phase, or no line if there is only one phase. */
function describePhases(phases: PhaseSummaries): string[] {
  const parts = PHASES.flatMap((phase) => {
    const { accuracy } = phases[phase];
    return accuracy === null ? [] : [`${phase} ${accuracy.toFixed(1)} %`];
  });
  return parts.length < 2 ? [] : [`           ${parts.join(", ")}`];
}

/** The beginning of the JSON: the program and its search limits. */
export function describeHead(bounds: SearchBounds): Json {
  return { engine: ENGINE_TITLE, limits: describeBounds(bounds) };
}

/** A game as JSON. docs/shell.md shows the fields. */
export function describeGameAsJson({ file, game, replay, fault, analysis }: GameOfFile): Json {
  return {
    file,
    number: game.number,
    line: game.line,
    tags: Object.fromEntries(game.tags),
    result: game.result,
    fen: replay?.record.fen ?? null,
    fault,
    warnings: game.warnings,
    opening: analysis?.opening ? { ...analysis.opening } : null,
    evaluation: toJson(analysis?.evaluations[0] ?? null),
    white: analysis === null ? null : playerToJson(analysis.players.white, analysis.phases.white),
    black: analysis === null ? null : playerToJson(analysis.players.black, analysis.phases.black),
    moves: analysis === null ? [] : analysis.moves.map(moveToJson),
  };
}

/** The search limits as JSON. A limit that is not set is `null`. */
export function describeBounds({ nodes, depth, time }: SearchBounds): Json {
  return { nodes: nodes ?? null, depth: depth ?? null, seconds: time === undefined ? null : time / 1000 };
}

/** An evaluation, with White's chance to win as a percentage. */
export function toJson(evaluation: Evaluation | null): Json {
  if (evaluation === null) return null;
  const chance = rounded(winChance(evaluation));
  return evaluation.mate === null ? { cp: evaluation.cp, chance } : { mate: evaluation.mate, chance };
}

function playerToJson({ moves, accuracy, meanCpLoss, errors }: PlayerSummary, phases: PhaseSummaries): Json {
  const phaseToJson = ({ moves, accuracy }: PhaseSummary): Json => ({ moves, accuracy: rounded(accuracy) });
  return {
    moves,
    accuracy: rounded(accuracy),
    phases: Object.fromEntries(PHASES.map((phase) => [phase, phaseToJson(phases[phase])])),
    meanCpLoss: rounded(meanCpLoss),
    inaccuracies: errors.inaccuracy,
    mistakes: errors.mistake,
    blunders: errors.blunder,
  };
}

function moveToJson(move: AnalysedMove | null): Json {
  if (move === null) return null;
  return {
    number: move.fullmove,
    side: move.isWhite ? "white" : "black",
    san: move.san,
    uci: move.uci,
    evaluation: toJson(move.evaluation),
    judgement: move.judgement,
    loss: rounded(move.loss),
    accuracy: rounded(move.accuracy),
    best: { uci: move.bestUci, line: move.best },
    reason: move.reason,
    praise: move.praise,
    others: move.others.map(({ san, evaluation }) => ({ evaluation: toJson(evaluation), line: san })),
    depth: move.depth,
    nodes: move.nodes,
  };
}

/** Rounds a number to two decimals. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
