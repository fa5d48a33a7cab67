/** The engine as a library: it analyses positions, plays on a clock, and shows what it has learned. @module */

import { messageOf } from "../core/errors.ts";
import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import type { Inspection, LearningWatch } from "../search/inspect.ts";
import { FULL_LEVEL } from "../search/weaker_play.ts";
import { readJournal } from "../experience/journal.ts";
import { pickBookMove } from "../book/polyglot_book.ts";
import { BYTES, expect } from "./arguments.ts";
import { Core } from "./core.ts";
import { ASYNC_DISPOSE, DISPOSE } from "./disposal.ts";
import { changesOf, startCore, startLearning } from "./engine_start.ts";
import {
  ANALYSE_OPTIONS,
  type AnalyseOptions,
  CHANGES,
  checkEngineOptions,
  ENGINE_OPTIONS,
  type EngineChanges,
  type EngineOptions,
  INSPECT_EVERY_MS,
  PLAY_OPTIONS,
  type PlayOptions,
  strengthOf,
} from "./engine_options.ts";
import { EngineClosedError, EngineError, WorkerDiedError } from "./errors.ts";
import type { Learner } from "./learner.ts";
import { type Line, lineOf } from "./line.ts";
import { type MoveInput, type PositionInput, readMove, readPosition } from "./position_input.ts";
import { explainMove, type MoveExplanation, movesBefore, nameMoves } from "./reasons.ts";
import { outcomeOf, RunningSearch, unlessAborted } from "./running_search.ts";
import { analysisBounds, isBounded, playBounds, type SearchOrder } from "./search_order.ts";
import type { Settings } from "./settings.ts";

const AT_FULL_STRENGTH = { limitStrength: false, skillLevel: FULL_LEVEL } as const;

/**
 * A chess engine. `Engine.start` starts an engine; `close` frees its threads and its memory.
 *
 * Calls run one after another, so an analysis without a limit delays all later calls. Each search starts with what the
 * previous ones have learned. A server with several users needs an `EnginePool`.
 *
 * @example
 * ```ts
 * import { Engine } from "@hindsight/engine";
 *
 * const engine = await Engine.start({ threads: 2, hash: 64 });
 * const { san, lines } = await engine.analyse("startpos", { depth: 12 }).result;
 * console.log(san, lines[0].score);
 * engine.close();
 * ```
 */
export class Engine {
  readonly #core: Core;
  #isClosed = false;

  private constructor(core: Core) {
    if (!(core instanceof Core)) {
      throw new TypeError("Expected Engine.start() instead of 'new'");
    }
    this.#core = core;
  }

  /**
   * Starts an engine.
   *
   * @throws {TypeError} If an option is unknown or has the wrong type.
   * @throws {RangeError} If an option is outside its range, or the book is not a Polyglot book.
   * @throws {EngineError} With the code `start` if there is not enough memory, the worker does not start, or the
   * network or the tablebases cannot be used.
   */
  static async start(options: EngineOptions = {}): Promise<Engine> {
    checkEngineOptions(options, ENGINE_OPTIONS);
    const core = await startCore(options);
    if (options.learned !== undefined) await startLearning(core, options.learned);
    return new Engine(core);
  }

  /** Number of search threads. */
  get threads(): number {
    return this.#core.pool.threadCount;
  }

  /** Size of the transposition table in MiB. */
  get hash(): number {
    return this.#core.pool.hashMegabytes;
  }

  /**
   * Changes options as soon as all earlier calls are done. If the promise rejects, no option has changed. Calls made
   * before it settles may still use the old options.
   *
   * @throws {TypeError} If an option is unknown, has the wrong type, or cannot be changed.
   * @throws {RangeError} If an option is outside its range, or the book is not a Polyglot book.
   * @throws {EngineError} With the code `start` if there is not enough memory, or the network, the tablebases or the
   * learning file cannot be used.
   *
   * @example
   * ```ts
   * import { Engine } from "@hindsight/engine";
   *
   * const engine = await Engine.start();
   * await engine.setOptions({ threads: 4, level: 3 });
   * ```
   */
  async setOptions(options: EngineChanges): Promise<void> {
    checkEngineOptions(options, CHANGES);
    this.#expectOpen();
    const task = "These options cannot be applied";
    const errorOf = (message: string): EngineError => new EngineError("start", `${task}. ${message}`);
    const { learned } = options;
    const learner = learned === undefined ? null : this.#learner(errorOf);
    const bytes = learned instanceof Uint8Array ? learned.slice() : await this.#call(learned?.read(), errorOf);
    if (bytes !== undefined) expect(bytes, BYTES, "learned");
    // Reject invalid bytes before anything changes.
    if (bytes !== undefined) await this.#call(readJournal(bytes), errorOf);
    await this.#call(this.#core.configure(changesOf(options, task)), errorOf);
    const loads = [];
    if (options.network !== undefined) loads.push(this.#core.learner?.opened);
    if (learner !== null && bytes !== undefined) {
      loads.push(this.#core.turn(() => learner.learning.merge(bytes)));
    }
    for (const load of loads) {
      for (const notice of await this.#call(load, errorOf) ?? []) this.#core.onNotice(notice);
    }
    void learner?.keep();
  }

  /**
   * Analyses a position, always at full strength.
   *
   * @param position A FEN, `"startpos"`, `{ fen, moves }`, a `Position` or a `Game`.
   * @param options Limits, the number of lines and other options. Without a limit, the analysis runs until it is
   * stopped.
   * @returns The running search. Loop over it to get lines as they are found, or await its `result`.
   * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
   * @throws {TypeError} If an option is unknown or has the wrong type.
   * @throws {RangeError} If an option is outside its range.
   * @throws {EngineClosedError} If the engine was closed.
   *
   * @example
   * ```ts
   * import { Engine } from "@hindsight/engine";
   *
   * const engine = await Engine.start();
   * for await (const line of engine.analyse("startpos", { lines: 3, time: 1000 })) {
   *   console.log(line.depth, line.rank, line.score, line.san.join(" "));
   * }
   * ```
   */
  analyse(position: PositionInput, options: AnalyseOptions = {}): RunningSearch {
    checkEngineOptions(options, ANALYSE_OPTIONS);
    this.#expectOpen();
    const { lines = 1, onInspection, inspectEvery = INSPECT_EVERY_MS, onDepth } = options;
    const { settings } = this.#core;
    const game = readPosition(position, settings.chess960);
    const order = {
      game,
      settings: { ...settings, ...AT_FULL_STRENGTH, multiPv: lines, moveOverheadMs: 0 },
      ...analysisBounds(options, game.position),
      signal: options.signal,
    };
    return this.#start(order, {
      everyMs: onInspection === undefined ? 0 : inspectEvery,
      afterDepths: onDepth !== undefined,
      onInspection: (found, depth) => depth > 0 ? onDepth?.(found, depth) : onInspection?.(found),
    });
  }

  /**
   * Chooses a move to play. Plays at the engine's strength, unless the options set another strength.
   *
   * @param position A FEN, `"startpos"`, `{ fen, moves }`, a `Position` or a `Game`.
   * @param options The clock, or at least one other limit.
   * @returns The running search; its `result` gives the move. With `ponder`, call `ponderhit()` after the expected
   *   move, or `stop()` after any other.
   * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
   * @throws {TypeError} If an option is unknown or has the wrong type, or if no option limits the search.
   * @throws {RangeError} If an option is outside its range.
   * @throws {EngineClosedError} If the engine was closed.
   *
   * @example
   * ```ts
   * import { Engine } from "@hindsight/engine";
   *
   * const engine = await Engine.start();
   * const clock = { whiteTime: 60_000, blackTime: 55_000, whiteIncrement: 600, blackIncrement: 600 };
   * const { move, ponder } = await engine.play({ moves: ["e2e4"] }, clock).result;
   * ```
   */
  play(position: PositionInput, options: PlayOptions): RunningSearch {
    checkEngineOptions(options, PLAY_OPTIONS);
    this.#expectOpen();
    const { book, ...own } = this.#core.settings;
    const game = readPosition(position, own.chess960);
    const bounds = playBounds(options);
    if (!isBounded(bounds)) throw new TypeError("Expected a clock, time, depth or nodes: nothing bounds the search");
    const settings: Settings = { ...own, book, multiPv: 1, ...strengthOf(options) };
    const { ponder, signal } = options;
    const moves = ponder ? [] : book?.movesFor(game.position, game.record.moves.at(-1)) ?? [];
    const bookMove = pickBookMove(moves, Math.random());
    if (bookMove === NO_MOVE) return this.#start({ game, settings, ...bounds, searchMoves: [], ponder, signal });
    // Search only this move, to depth 1, to get a line with a score.
    const glance = { clock: {}, depth: 1, searchMoves: [bookMove] };
    return this.#start({ game, settings: { ...settings, ...AT_FULL_STRENGTH }, ...glance, signal }, null, true);
  }

  /**
   * Looks up what the first thread's searches have learned about a position. `describeHistories`, `formatHistories` and
   * `drawHeatMap` show these data.
   *
   * @param position In any form that `analyse` accepts. The engine knows most about the position that was searched
   * last.
   * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
   * @throws {EngineError} If the engine was closed, or the worker died.
   *
   * @example
   * ```ts
   * import { Engine, Game } from "@hindsight/engine";
   * import { describeHistories } from "@hindsight/engine/view";
   *
   * const engine = await Engine.start();
   * const game = new Game();
   * await engine.analyse(game, { depth: 12 }).result;
   * console.log(describeHistories(await engine.inspect(game), game.position).quiets[0]);
   * ```
   */
  async inspect(position: PositionInput): Promise<Inspection> {
    this.#expectOpen();
    const { record } = readPosition(position, this.#core.settings.chess960);
    return await this.#call(this.#core.inspect(record));
  }

  /**
   * Explains, from what the engine has learned so far, why the search tries a move early or late.
   *
   * @param position In any form that `analyse` accepts.
   * @param move In any form that `Game.move` accepts.
   * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
   * @throws {EngineError} If the engine was closed, or the worker died.
   *
   * @example
   * ```ts
   * import { Engine } from "@hindsight/engine";
   *
   * const engine = await Engine.start();
   * const position = { moves: ["e4", "e5", "Nf3", "Nc6"] };
   * await engine.analyse(position, { depth: 12 }).result;
   * console.log((await engine.explain(position, "Bb5")).text);
   * ```
   */
  async explain(position: PositionInput, move: MoveInput): Promise<MoveExplanation> {
    this.#expectOpen();
    const { record, position: place } = readPosition(position, this.#core.settings.chess960);
    const uci = formatUci(readMove(place, move), place.chess960);
    const inspection = await this.#call(this.#core.inspect(record));
    return explainMove(nameMoves(inspection, place), uci, movesBefore(place));
  }

  /** Forgets all lessons. Throws an `EngineError` if the engine was closed or the worker died. */
  async newGame(): Promise<void> {
    this.#expectOpen();
    await this.#call(this.#core.newGame());
  }

  /**
   * All results learned so far, as a learning file for the option `learned`.
   *
   * @param into Another learning file, whose results the returned file should also contain.
   * @throws {TypeError} If the engine was started without the option `learned`.
   * @throws {EngineError} With the code `learned` if `into` is not a learning file; with another code if the engine was
   *   closed or the worker died.
   */
  async saveLearned(into?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    if (into !== undefined) expect(into, BYTES);
    this.#expectOpen();
    const learner = this.#learner();
    const { learning } = learner;
    await this.#call(this.#core.turn(() => learner.keepHistories()));
    return await this.#call(into === undefined ? learning.save() : learning.saveInto(into), learnedError);
  }

  /**
   * Settles when all results so far have been written to the store that was passed as the option `learned`.
   *
   * @throws {TypeError} If the engine was started without the option `learned`.
   * @throws {EngineError} With the code `learned` if the store fails: `cause` is the store's error, and the engine tries
   *   again after the next search. With another code if the engine was closed or the worker died.
   */
  async keepLearned(): Promise<void> {
    this.#expectOpen();
    const learner = this.#learner();
    await this.#call(this.#core.turn(() => learner.keepHistories()));
    await this.#call(learner.keep("awaited"), learnedError);
  }

  /** Ends the engine immediately. Running searches reject with an `EngineClosedError`. */
  close(): void {
    this.#isClosed = true;
    this.#core.close();
  }

  /** Closes the engine when a variable declared with `using` goes out of scope. */
  [DISPOSE](): void {
    this.close();
  }

  /** Closes the engine when a variable declared with `await using` goes out of scope. */
  [ASYNC_DISPOSE](): Promise<void> {
    this.close();
    return this.#core.idle();
  }

  #start(order: SearchOrder, watch: LearningWatch | null = null, isBookMove: boolean = false): RunningSearch {
    const { game: { position }, signal } = order;
    let report: (line: Line) => void = () => {};
    const task = this.#core.search(order, { watch, onLine: (info) => report(lineOf(position, info)) });
    return new RunningSearch(task, (onLine) => {
      report = onLine;
      return unlessAborted(signal, async () => {
        const end = await this.#call(task.finished);
        return outcomeOf(position, end, { isStopped: task.isStopped, isBookMove });
      });
    });
  }

  #learner(errorOf: (message: string) => Error = (message) => new TypeError(message)): Learner {
    const { learner } = this.#core;
    if (learner === null) throw errorOf("Expected an engine that was started with the option `learned`");
    return learner;
  }

  /** Awaits a call, and replaces its errors with the library's own. */
  async #call<T>(
    call: T | Promise<T>,
    errorOf: (message: string, cause: unknown) => EngineError = (message) => new WorkerDiedError(message),
  ): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw this.#isClosed ? new EngineClosedError() : errorOf(messageOf(error), error);
    }
  }

  #expectOpen(): void {
    if (this.#isClosed) throw new EngineClosedError();
  }
}

function learnedError(message: string, cause: unknown): EngineError {
  return new EngineError("learned", `What was learned cannot be saved. ${message}`, { cause });
}
