/**
 * A chess engine that learns from its own search, and the rules of chess. The library runs in Deno, Node 20.16 and
 * later, Bun, and browsers. An engine searches in its own workers, so several engines can run side by side.
 *
 * @example Find the best move
 * ```ts
 * import { Engine } from "@hindsight/engine";
 *
 * const engine = await Engine.start();
 * const { san, lines } = await engine.analyse("startpos", { time: 1000 }).result;
 * console.log(san, lines[0].score);
 * engine.close();
 * ```
 *
 * @example Follow an analysis of three lines
 * ```ts
 * import { Engine } from "@hindsight/engine";
 *
 * const engine = await Engine.start({ threads: 2, hash: 128 });
 * for await (const line of engine.analyse({ moves: ["e4", "c5"] }, { lines: 3, depth: 16 })) {
 *   console.log(line.depth, line.rank, line.score, line.san.join(" "));
 * }
 * engine.close();
 * ```
 *
 * @example Play through a game without an engine
 * ```ts
 * import { gameFromPgn } from "@hindsight/engine";
 *
 * const game = gameFromPgn("1. f3 e5 2. g4 Qh4# 0-1");
 * console.log(game.outcome?.reason, game.fen);
 * ```
 *
 * @module
 */

export { Engine } from "./engine.ts";
export type { AnalyseOptions, EngineChanges, EngineOptions, PlayOptions, SearchBounds } from "./engine_options.ts";
export { EnginePool } from "./engine_pool.ts";
export { EngineClosedError, WorkerDiedError } from "./errors.ts";
export { compactLearned, type LearningStore } from "./learning_store.ts";
export type { Line, Score } from "./line.ts";
export type { HasRecord, PositionAndMoves, PositionInput } from "./position_input.ts";
export type { MoveExplanation, Trust } from "./reasons.ts";
export type { PoolOptions, PoolSearchOptions } from "./pool_options.ts";
export { RunningSearch, type SearchControl, type SearchOutcome } from "./running_search.ts";
export { ENGINE_NAME, ENGINE_VERSION } from "./version.ts";
export type { Chances } from "./win_rate.ts";

export type {
  CorrectionInspection,
  EvaluationInspection,
  Inspection,
  NoisyInspection,
  QuietInspection,
  ShareName,
  TableFill,
} from "../search/inspect.ts";
export type { SearchWorker, WorkerError, WorkerFactory } from "../search/threads/thread_handle.ts";

export {
  explainMistake,
  type FoundLine,
  type GainKind,
  type MistakeExplanation,
  type MistakeLines,
  type MotifName,
  type NamedGain,
} from "./games/explain_mistake.ts";
export { judgeMove } from "./games/judge_move.ts";
export { formatScore } from "./games/evaluation.ts";
export { analyseGame, type AnalyseGameOptions } from "./games/analyse_game.ts";
export type { AnalysedMove, Analysis, OtherLine } from "./games/analysis.ts";
export type { JudgedMove, Judgement, PlayerSummary } from "./games/judgement.ts";
export type { Phase, PhaseSummaries, PhaseSummary } from "./games/phases.ts";
export { describeOpening, type Opening, openingOf } from "./games/openings.ts";

export * from "./rules.ts";
