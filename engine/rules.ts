/**
 * The rules of chess: positions, games, PGN. No network, no WebAssembly, no worker, nothing of the engine.
 *
 * @example Play through a game
 * ```ts
 * import { Game } from "@hindsight/engine/rules";
 *
 * const game = Game.fromPgn("1. f3 e5 2. g4 Qh4# 0-1");
 * console.log(game.outcome?.reason, game.fen);
 * ```
 *
 * @module
 */

export { EngineError, type EngineErrorCode, PositionError } from "./errors.ts";
export type { MoveInput } from "./position_input.ts";
export type { Arrow, ColouredSquare, MarkColour } from "./games/commands.ts";
export type { Evaluation } from "./games/evaluation.ts";
export { Game, type ReadGame } from "./games/game.ts";
export { perft, readGames } from "./games/game_functions.ts";
export { glyphSign } from "./games/glyphs.ts";
export { GameNode, type GameStart, type RootNode } from "./games/game_node.ts";
export type { Colour, MoveInfo, Piece, PieceLetter } from "./games/move_info.ts";
export type { GameEnd, Outcome, OutcomeCode } from "./games/outcome.ts";
export type { PgnSource } from "./games/pgn_lines.ts";
export { fenFault, pgnFault } from "./games/standards.ts";
export { Position, type PositionOptions, PositionSetup } from "./games/position.ts";
export {
  type CastlingRights,
  type MoveFilter,
  type PlacedPiece,
  ReadablePosition,
  squareColour,
} from "./games/readable_position.ts";

export { chess960Start, START_FEN } from "../core/fen.ts";
export type { GameRecord } from "../core/game_record.ts";
