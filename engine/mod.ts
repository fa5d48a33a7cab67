/**
 * Hindsight as a library: a chess engine that learns from its own search, and the rules of chess.
 *
 * It runs in Deno, in Node 22.3 and later, and in browsers. An engine searches in workers of its own, so several
 * engines can run side by side.
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
 * import { Game } from "@hindsight/engine";
 *
 * const game = Game.fromPgn("1. f3 e5 2. g4 Qh4# 0-1");
 * console.log(game.outcome?.reason, game.fen);
 * ```
 *
 * @module
 */

export { Engine } from "./engine.ts";
export type { AnalyseOptions, EngineOptions, PlayOptions } from "./engine_options.ts";
export { EngineClosedError, EngineError, type EngineErrorCode, PositionError, WorkerDiedError } from "./errors.ts";
export type { Line, Score } from "./line.ts";
export type { HasRecord, MoveInput, PositionAndMoves, PositionInput } from "./position_input.ts";
export { RunningSearch, type SearchOutcome } from "./running_search.ts";
export type {
  CorrectionInspection,
  EvaluationInspection,
  Inspection,
  NoisyInspection,
  QuietInspection,
  QuietTable,
  SearchWorker,
  TableFill,
  WorkerError,
  WorkerFactory,
} from "./search_service.ts";
export { ENGINE_NAME, ENGINE_VERSION } from "./version.ts";
export type { Chances } from "./win_rate.ts";

export { analyse as analyseGame, type AnalysedMove, type Analysis } from "./games/analysis.ts";
export { annotate as annotateGame, type AnnotateOptions } from "./games/annotate.ts";
export type { Arrow, ColouredSquare, MarkColour } from "./games/commands.ts";
export type { Evaluation } from "./games/evaluation.ts";
export { Game, type ReadGame } from "./games/game.ts";
export { GameNode, type GameStart, type RootNode } from "./games/game_node.ts";
export type { Judgement, PlayerSummary } from "./games/judgement.ts";
export type { Colour, MoveInfo, Piece, PieceLetter } from "./games/move_info.ts";
export { describeOpening, type Opening, openingOf } from "./games/openings.ts";
export type { Outcome, OutcomeCode } from "./games/outcome.ts";
export type { PgnSource } from "./games/pgn_lines.ts";
export { Position, type PositionOptions, PositionSetup } from "./games/position.ts";
export {
  type CastlingRights,
  type MoveFilter,
  type PlacedPiece,
  ReadablePosition,
  squareColour,
} from "./games/readable_position.ts";

export { describeHistories, formatHistories, type HistoriesReport } from "./view/histories_view.ts";
export { drawHeatMap, type HeatMap } from "./view/heat_map.ts";

export { chess960Start, START_FEN } from "../core/fen.ts";
export type { GameRecord } from "../core/game_record.ts";
