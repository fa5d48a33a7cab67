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
export { Game, type GameOptions, type MoveText } from "./games/game.ts";
export type { Outcome } from "./games/outcome.ts";

export { Board } from "../core/board.ts";
export { chess960Start, type FenOptions, formatFen, parseFen, START_FEN } from "../core/fen.ts";
export type { PieceListener, Setup } from "../core/position.ts";
export type { GameRecord } from "../core/game_record.ts";
export { perft } from "../core/perft.ts";
export { Position } from "../core/position.ts";
