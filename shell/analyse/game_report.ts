/**
 * An analysis as a few lines for people, and as an object for programs.
 *
 * @module
 */

import { MAX_PLY } from "../../core/score.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "../../engine/version.ts";
import type { AnalysedGame, AnalysedMove, Analysis } from "../../engine/games/analysis.ts";
import { type Evaluation, winChance } from "../../engine/games/evaluation.ts";
import { ERRORS, type PlayerSummary } from "../../engine/games/judgement.ts";
import type { Effort } from "../../engine/engine.ts";

/** What a program is told: plain data for `JSON.stringify`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The result of a game and what each player made of it, three lines. */
export function describeGame(name: string, result: string, { players }: Analysis): string {
  const head = result === "*" ? name : `${name}, ${result}`;
  return [head, `  White  ${describePlayer(players.white)}`, `  Black  ${describePlayer(players.black)}`].join("\n");
}

function describePlayer({ accuracy, meanCpLoss, errors }: PlayerSummary): string {
  if (accuracy === null || meanCpLoss === null) return "no moves";
  const counts = ERRORS.toReversed().map(({ name, plural }) => `${errors[name]} ${errors[name] === 1 ? name : plural}`);
  const loss = `${Math.round(meanCpLoss)} cp`.padStart(6);
  return `accuracy ${accuracy.toFixed(1).padStart(5)} %, mean loss ${loss}, ${counts.join(", ")}`;
}

/** Everything about the games, with the names that docs/shell.md explains. */
export function describeGames(games: readonly AnalysedGame[], effort: Effort): Json {
  return {
    engine: `${ENGINE_NAME} ${ENGINE_VERSION}`,
    limits: describeEffort(effort),
    games: games.map(({ game, replay, fault, analysis }) => ({
      number: game.number,
      line: game.line,
      tags: Object.fromEntries(game.tags),
      result: game.result,
      fen: replay?.record.fen ?? null,
      fault,
      evaluation: toJson(analysis?.evaluations[0] ?? null),
      white: analysis === null ? null : playerToJson(analysis.players.white),
      black: analysis === null ? null : playerToJson(analysis.players.black),
      moves: analysis === null ? [] : analysis.moves.map(moveToJson),
    })),
  };
}

/** The bounds of a search, `null` where there is none. */
export function describeEffort({ nodes, depth, ms }: Effort): Json {
  return {
    nodes: Number.isFinite(nodes) ? nodes : null,
    depth: depth < MAX_PLY ? depth : null,
    seconds: Number.isFinite(ms) ? ms / 1000 : null,
  };
}

/** An evaluation for programs: hundredths of a pawn or moves to mate, White's chance to win in per cent. */
export function toJson(evaluation: Evaluation | null): Json {
  if (evaluation === null) return null;
  const chance = rounded(winChance(evaluation));
  return evaluation.mate === null ? { cp: evaluation.cp, chance } : { mate: evaluation.mate, chance };
}

function playerToJson({ moves, accuracy, meanCpLoss, errors }: PlayerSummary): Json {
  return {
    moves,
    accuracy: accuracy === null ? null : rounded(accuracy),
    meanCpLoss: meanCpLoss === null ? null : rounded(meanCpLoss),
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
    depth: move.depth,
    nodes: move.nodes,
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
