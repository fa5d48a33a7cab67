/**
 * Shows what a search has learned, as pictures and as text.
 *
 * @example A picture of what was learned
 * ```ts
 * import { Engine, Game } from "@hindsight/engine";
 * import { drawHeatMap } from "@hindsight/engine/view";
 *
 * const game = new Game();
 * const engine = await Engine.start();
 * const { depth } = await engine.analyse(game, { depth: 12 }).result;
 * const { butterfly } = await engine.inspect(game);
 * engine.close();
 * const svg = drawHeatMap({ position: game, butterfly, depth });
 * ```
 *
 * @module
 */

export { formatExplanation } from "./explanation_view.ts";
export { describeHistories, formatHistories, type HistoriesReport } from "./histories_view.ts";
export { drawHeatMap, type HeatMap } from "./heat_map.ts";
export type { MoveExplanation, NamedCapture, NamedMoves, NamedQuiet, Trust } from "../reasons.ts";
