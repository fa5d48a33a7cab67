/** Analyses a whole `Game`, and writes evaluations, errors and better moves into its tree. @module */

import type { Engine } from "../engine.ts";
import type { EnginePool } from "../engine_pool.ts";
import { expect, FLAG, FUNCTION, type Kinds, objectWith, SIGNAL } from "../arguments.ts";
import { ANALYSE_OPTIONS, BOUNDS, checkEngineOptions, type SearchBounds } from "../engine_options.ts";
import { PositionError } from "../errors.ts";
import { ENGINE_TITLE } from "../version.ts";
import { unlessAborted } from "../running_search.ts";
import { analyse, type Analysis } from "./analysis.ts";
import { annotate } from "./annotate.ts";
import { Game } from "./game.ts";
import { replayOf } from "./replay.ts";

/** Limits for the search of each position, and options for the whole game. At least one limit is required. */
export interface AnalyseGameOptions extends SearchBounds {
  /** Number of best lines per position, 1 to 256; 1 by default. For an error, each line is added as a variation. */
  readonly lines?: number | undefined;
  /** Whether to delete comments (except commands such as clock times), glyphs and variations; false by default. */
  readonly fresh?: boolean | undefined;
  /** Aborts the analysis: it rejects with the signal's reason, and the game is not changed. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each position with the number of analysed positions and the total number. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const OPTIONS: Kinds = { ...BOUNDS, lines: ANALYSE_OPTIONS.lines, fresh: FLAG, signal: SIGNAL, onProgress: FUNCTION };

/** The running analyses. Each needs its own engine, because its searches use what earlier ones have learned. */
const running = new WeakMap<Engine | EnginePool, Set<Promise<unknown>>>();

/** Uses a pool as an engine. All searches of an analysis have the same user, so each learns from the earlier ones. */
function engineOf(pool: EnginePool): Pick<Engine, "analyse" | "newGame"> {
  const user = `analyseGame ${Math.random()}`;
  return {
    analyse: (position, options) => pool.analyse(position, { ...options, user }),
    newGame: () => Promise.resolve(),
  };
}

/**
 * Searches every position of a game, from the last to the first, and writes the results into the game: an evaluation
 * for each move; a glyph, a comment and a variation for each error; and tags with the opening and both players'
 * accuracy. Notes from an earlier analysis are replaced; notes by people are kept. Variations and moves after a null
 * move are not analysed, and a game without moves is not changed. If the current node is in a variation that is
 * replaced, the node before that variation becomes current.
 *
 * @param game The game; its moves must not change until the analysis is done.
 * @param engine An engine or a pool. An engine forgets its lessons before the analysis. It searches at full strength,
 *   and analyses one game at a time. A pool analyses one game per engine at a time, within the limits of the pool.
 * @param options The limits of each search; see `AnalyseGameOptions`.
 * @returns The results for each move, and totals.
 * @throws {TypeError} If `game` is not a `Game`, no limit is given, or an option is unknown or has the wrong type.
 * @throws {RangeError} If an option is outside its range.
 * @throws {PositionError} If the moves of the game were changed during the analysis; in that case nothing is written.
 * @throws {EngineError} If the engine was closed, its worker died, or too many searches are waiting in the pool.
 *
 * @example
 * ```ts
 * import { analyseGame, Engine, Game, gameFromPgn } from "@hindsight/engine";
 *
 * const game = gameFromPgn("1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ *");
 * await using engine = await Engine.start();
 * const { players } = await analyseGame(game, engine, { depth: 10 });
 * console.log(game.toPgn(), players.black.accuracy, game.mainLine[3].evaluation);
 * ```
 */
export async function analyseGame(
  game: Game,
  engine: Engine | EnginePool,
  options: AnalyseGameOptions,
): Promise<Analysis> {
  expect(game, { words: "a Game", fits: (value) => value instanceof Game });
  expect(engine, objectWith("an Engine or an EnginePool", "analyse", "setOptions"));
  checkEngineOptions(options, OPTIONS);
  const { depth, nodes, time, lines, fresh = false, signal, onProgress } = options;
  if ((depth ?? nodes ?? time) === undefined) {
    throw new TypeError("Expected depth, nodes or time: nothing bounds the searches");
  }
  signal?.throwIfAborted();
  const { root } = game;
  const replay = replayOf(root);
  const { moves } = replay.record;
  let done = 0;
  const step = (): void => onProgress?.(++done, moves.length + 1);
  const { signal: inner } = new AbortController();
  const [searcher, places] = "newGame" in engine ? [engine, 1] : [engineOf(engine), engine.size];
  const others = running.get(engine) ?? new Set();
  running.set(engine, others);
  const analysis = await unlessAborted(signal, async () => {
    while (others.size >= places) await Promise.race(others).catch(() => {});
    signal?.throwIfAborted();
    const found = analyse(replay, searcher, { depth, nodes, time, lines }, signal ?? inner, step);
    others.add(found);
    return await found.finally(() => others.delete(found));
  });
  if (replayOf(root).record.moves.join() !== moves.join()) {
    throw new PositionError("Expected a game that does not change, but its moves were changed during the analysis");
  }
  annotate(game, analysis, { fresh, annotator: ENGINE_TITLE });
  const { path } = game.current;
  const lost = path.findIndex((node) => !node.parent?.children.includes(node));
  // Call `goTo` even for the current node. It clears the moves for `redo`, which the analysis may have added.
  game.goTo(lost < 0 ? game.current : path[lost].parent ?? root);
  return analysis;
}
