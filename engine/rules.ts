/**
 * The rules of chess: positions, games, PGN. They need no network, no WebAssembly, no worker, and no other part of the
 * engine.
 *
 * @example Play through a game
 * ```ts
 * import { gameFromPgn } from "@hindsight/engine/rules";
 *
 * const game = gameFromPgn("1. f3 e5 2. g4 Qh4# 0-1");
 * console.log(game.outcome?.reason, game.fen);
 * ```
 *
 * @module
 */

export { EngineError, type EngineErrorCode, PositionError } from "./errors.ts";
export type { MoveInput } from "./position_input.ts";
export type { Arrow, ColouredSquare, Command, MarkColour } from "./games/commands.ts";
export type { Evaluation } from "./games/evaluation.ts";
export type { GameStart } from "./games/board_at.ts";
export { Game, type PgnOptions } from "./games/game.ts";
export { glyphSign } from "./games/glyphs.ts";
export { GameNode, type RootNode } from "./games/game_node.ts";
export type { Colour, ColourInput, MoveInfo, Piece, PieceLetter } from "./games/move_info.ts";
export type { MoveNode } from "./games/move_node.ts";
export type { GameEnd, Outcome, OutcomeCode } from "./games/outcome.ts";
export type { PgnSource, PgnStream } from "./games/pgn_lines.ts";
export { fenFault, fenWithPassedSquare, pgnFault } from "./games/standards.ts";
export { Position, type PositionOptions } from "./games/position.ts";
export { PositionSetup } from "./games/position_setup.ts";
export { gameFromPgn, gamesFromPgn, readAllGames, type ReadGame, readGames } from "./games/read_games.ts";
export { type PieceFilter, type PlacedPiece, ReadableBoard, squareColour } from "./games/readable_board.ts";
export { type CastlingRights, type MoveFilter, perft, ReadablePosition } from "./games/readable_position.ts";

export { chess960Start, START_FEN } from "../core/fen.ts";
export type { GameRecord } from "../core/game_record.ts";
