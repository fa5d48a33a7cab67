/**
 * The engine as a library: analyses positions, plays on a clock, and shows what it learned.
 *
 * An engine has its own search threads, table and settings, so several can run side by side. Each carries out one call
 * after the other; calls that come meanwhile wait. For many users there is a pool, engine_pool.ts.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchInfo, SearchResult } from "../search/info.ts";
import type { Inspection, LearningWatch } from "../search/inspect.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { FULL_LEVEL } from "../search/weaker_play.ts";
import { pickBookMove, type PolyglotBook } from "../book/polyglot_book.ts";
import { ASYNC_DISPOSE, DISPOSE } from "./disposal.ts";
import { bookOf, changePool, startLearning, startPool } from "./engine_start.ts";
import {
  ANALYSE_OPTIONS,
  type AnalyseOptions,
  applyOptions,
  CHANGES,
  checkOptions,
  ENGINE_OPTIONS,
  type EngineChanges,
  type EngineOptions,
  INSPECT_EVERY_MS,
  PLAY_OPTIONS,
  type PlayOptions,
} from "./engine_options.ts";
import { EngineClosedError, EngineError, WorkerDiedError } from "./errors.ts";
import type { Learning } from "./learning.ts";
import { type PositionInput, readMove, type ReadPosition, readPosition } from "./position_input.ts";
import { explainMove, type MoveExplanation, movesBefore, nameMoves } from "./reasons.ts";
import { LineCollector, RunningSearch, unlessAborted } from "./running_search.ts";
import { analysisOrder, isBounded, limitsOf, playOrder, type SearchOrder, type SearchTask } from "./search_order.ts";
import { defaultSettings, type Settings } from "./settings.ts";

/**
 * A chess engine. Start one with `Engine.start`, and close it when it is no longer needed: its threads keep a program
 * alive.
 *
 * It searches for one caller: calls wait for the one before, so an analysis without a bound holds up all that come
 * later, and each search starts with what the previous ones have learned. A server with several users has an `EnginePool`.
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
  readonly #pool: ThreadPool;
  /** What was learned; `null` where nothing is kept. */
  readonly #learning: Learning | null;
  readonly #settings: Settings;
  readonly #faults: string[];
  #book: PolyglotBook | null;
  #isClosed = false;
  /** Settles when the calls so far are done; it never rejects. */
  #tail: Promise<void> = Promise.resolve();
  /** The searches that ponder: their results wait for a ponderhit, a stop or the end of the engine. */
  readonly #pondering = new Set<SearchTask>();

  private constructor(
    pool: ThreadPool,
    learning: Learning | null,
    settings: Settings,
    book: PolyglotBook | null,
    faults: string[],
  ) {
    this.#pool = pool;
    this.#learning = learning;
    this.#settings = settings;
    this.#book = book;
    this.#faults = faults;
  }

  /**
   * Starts an engine.
   *
   * @param options Threads, memory, network and more; see `EngineOptions`.
   * @returns The engine, when its threads have started.
   * @throws {TypeError} If an option is unknown or has the wrong type.
   * @throws {RangeError} If an option is outside its range, or the book is no Polyglot book.
   * @throws {EngineError} With the code `start` if it cannot start: no memory, no worker, no such network or folder.
   *
   * @example
   * ```ts
   * const engine = await Engine.start();
   * const { move } = await engine.play("startpos", { time: 100 }).result;
   * engine.close();
   * ```
   */
  static async start(options: EngineOptions = {}): Promise<Engine> {
    checkOptions(options, ENGINE_OPTIONS);
    const settings = defaultSettings();
    applyOptions(settings, options);
    const book = bookOf(options) ?? null;
    const faults: string[] = [];
    const pool = await startPool(options, settings, faults);
    return new Engine(pool, await startLearning(pool, options), settings, book, faults);
  }

  /** Number of search threads. */
  get threads(): number {
    return this.#pool.threadCount;
  }

  /** Size of the transposition table in MiB. */
  get hash(): number {
    return this.#pool.hashMegabytes;
  }

  /**
   * Changes options, when the calls before are done. Calls that come before this settles still have the old ones.
   *
   * @param options What is to change; everything else stays.
   * @throws {TypeError} If an option is unknown or has the wrong type, or cannot change.
   * @throws {RangeError} If an option is outside its range, or the book is no Polyglot book.
   * @throws {EngineError} With the code `start` if the engine cannot have what it is to have: no memory, no such network
   *   or folder. What came before in the list `threads`, `hash`, `network`, `tablebases` may have changed then.
   *
   * @example
   * ```ts
   * await engine.setOptions({ threads: 4, level: 3 });
   * ```
   */
  async setOptions(options: EngineChanges): Promise<void> {
    checkOptions(options, CHANGES);
    this.#expectOpen();
    const settings = { ...this.#settings };
    applyOptions(settings, options);
    const book = bookOf(options);
    await this.#queue(() => changePool(this.#pool, this.#learning, options), (message) => {
      return new EngineError("start", `The engine cannot have these options. ${message}`);
    });
    this.#book = book ?? this.#book;
    Object.assign(this.#settings, settings);
  }

  /**
   * Analyses a position, always at full strength.
   *
   * @param position A FEN, `"startpos"`, `{ fen, moves }`, a `Position` or a `Game`.
   * @param options What bounds the analysis, and how many lines it finds.
   * @returns The search under way: loop over it for lines as they are found, await its `result` for the end.
   * @throws {PositionError} If it is not a position, or a move is not legal.
   * @throws {TypeError} If an option is unknown or has the wrong type.
   * @throws {RangeError} If an option is outside its range.
   * @throws {EngineClosedError} If the engine was closed.
   *
   * @example
   * ```ts
   * for await (const line of engine.analyse("startpos", { lines: 3, time: 1000 })) {
   *   console.log(line.depth, line.rank, line.score, line.san.join(" "));
   * }
   * ```
   */
  analyse(position: PositionInput, options: AnalyseOptions = {}): RunningSearch {
    checkOptions(options, ANALYSE_OPTIONS);
    this.#expectOpen();
    const { lines = 1, onInspection, inspectEvery = INSPECT_EVERY_MS, onDepth } = options;
    const input = readPosition(position, this.#settings.chess960);
    return this.#start(
      { ...this.#settings, multiPv: lines, limitStrength: false, skillLevel: FULL_LEVEL, moveOverheadMs: 0 },
      input,
      analysisOrder(options, input.position),
      options.signal,
      {
        watch: {
          everyMs: onInspection === undefined ? 0 : inspectEvery,
          afterDepths: onDepth !== undefined,
          onInspection: (found, depth) => depth > 0 ? onDepth?.(found, depth) : onInspection?.(found),
        },
      },
    );
  }

  /**
   * Chooses a move to play, at the strength that the engine was started with or that the options give.
   *
   * @param position A FEN, `"startpos"`, `{ fen, moves }`, a `Position` or a `Game`.
   * @param options The clock, or other bounds; at least one.
   * @returns The search under way; its `result` has the move. With `ponder`, call its `ponderhit()` when the expected
   *   move was played, or `stop()` when another one was.
   * @throws {PositionError} If it is not a position, or a move is not legal.
   * @throws {TypeError} If an option is unknown or has the wrong type, or nothing bounds the search.
   * @throws {RangeError} If an option is outside its range.
   * @throws {EngineClosedError} If the engine was closed.
   *
   * @example
   * ```ts
   * const clock = { whiteTime: 60_000, blackTime: 55_000, whiteIncrement: 600, blackIncrement: 600 };
   * const { move, ponder } = await engine.play({ moves: ["e2e4"] }, clock).result;
   * ```
   */
  play(position: PositionInput, options: PlayOptions): RunningSearch {
    checkOptions(options, PLAY_OPTIONS);
    this.#expectOpen();
    const input = readPosition(position, this.#settings.chess960);
    const order = playOrder(options);
    if (!isBounded(order)) throw new TypeError("Expected a clock, time, depth or nodes: nothing bounds the search");
    const settings: Settings = { ...this.#settings, multiPv: 1 };
    applyOptions(settings, { strength: options.strength, level: options.level });
    const moves = order.ponder ? [] : this.#book?.movesFor(input.position, input.record.moves.at(-1)) ?? [];
    const bookMove = pickBookMove(moves, Math.random());
    if (bookMove === NO_MOVE) return this.#start(settings, input, order, options.signal);
    // A glance at the move, for a line with its score.
    const glance: SearchOrder = { clock: {}, depth: 1, infinite: false, ponder: false, searchMoves: [bookMove] };
    const full = { ...settings, limitStrength: false, skillLevel: FULL_LEVEL };
    return this.#start(full, input, glance, options.signal, { isBookMove: true });
  }

  /**
   * Looks up what the searches so far have learned about a position, as plain data. For people, `describeHistories`,
   * `formatHistories` and `drawHeatMap` show it. With several threads it is what the first of them learned.
   *
   * @param position A FEN, `"startpos"`, `{ fen, moves }`, a `Position` or a `Game`. The tables know most about the one
   *   that was searched last.
   * @throws {PositionError} If it is not a position, or a move is not legal.
   * @throws {EngineError} If the engine was closed, or the worker died.
   *
   * @example
   * ```ts
   * const game = new Game();
   * await engine.analyse(game, { depth: 12 }).result;
   * console.log(describeHistories(await engine.inspect(game), game.position).quiets[0]);
   * ```
   */
  async inspect(position: PositionInput): Promise<Inspection> {
    this.#expectOpen();
    const { record } = readPosition(position, this.#settings.chess960);
    return await this.#queue(() => this.#pool.inspect(record));
  }

  /**
   * Explains why the search tries a move early or late: by what the searches so far have learned, in points and in
   * sentences.
   *
   * @param position As for `inspect`.
   * @param move The move, as UCI or in standard algebraic notation.
   * @throws {PositionError} If it is not a position, or the move is not legal.
   * @throws {EngineError} If the engine was closed, or the worker died.
   *
   * @example
   * ```ts
   * const position = { moves: ["e4", "e5", "Nf3", "Nc6"] };
   * await engine.analyse(position, { depth: 12 }).result;
   * console.log((await engine.explain(position, "Bb5")).text);
   * ```
   */
  async explain(position: PositionInput, move: string): Promise<MoveExplanation> {
    this.#expectOpen();
    const { record, position: place } = readPosition(position, this.#settings.chess960);
    const uci = formatUci(readMove(place, move), place.chess960);
    const inspection = await this.#queue(() => this.#pool.inspect(record));
    return explainMove(nameMoves(inspection, place), uci, movesBefore(place));
  }

  /**
   * Forgets everything that was learned, for another game.
   *
   * @throws {EngineError} If the engine was closed, or the worker died.
   */
  async newGame(): Promise<void> {
    this.#expectOpen();
    await this.#queue(async () => {
      await (this.#learning ?? this.#pool).newGame();
      await this.#pool.settled();
    });
  }

  /**
   * What was learned so far, to begin with another time; if nothing was searched, it is what the engine began with.
   *
   * @param into A learning file that others may have added to since: what this engine found is added to it.
   * @returns The bytes of a learning file, for the option `learned`.
   * @throws {TypeError} If the engine was started without the option `learned`.
   * @throws {EngineError} If the engine was closed, or the worker died.
   */
  async saveLearned(into?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    this.#expectOpen();
    const learning = this.#learning;
    if (learning === null) throw new TypeError("Expected an engine that was started with the option `learned`");
    return await this.#queue(() => into === undefined ? learning.save() : learning.update(into));
  }

  /** Ends the engine at once. Searches under way reject with an `EngineClosedError`. Closing it twice does nothing. */
  close(): void {
    this.#isClosed = true;
    this.#pool.close();
    for (const task of this.#pondering) task.release();
  }

  /** Ends the engine at once, at the end of a block with `using`. */
  [DISPOSE](): void {
    this.close();
  }

  /** Ends the engine at the end of a block with `await using`. */
  [ASYNC_DISPOSE](): Promise<void> {
    this.close();
    return this.#tail;
  }

  /** Queues a search. */
  #start(
    settings: Settings,
    input: ReadPosition,
    order: SearchOrder,
    signal: AbortSignal | undefined,
    { watch, isBookMove = false }: { readonly watch?: LearningWatch; readonly isBookMove?: boolean } = {},
  ): RunningSearch {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    const task: SearchTask = { input, order, settings, watch, isStopped: false, isRunning: false, release };
    if (order.ponder) this.#pondering.add(task);
    else release();
    const control = { stop: () => this.#stop(task), ponderhit: () => this.#ponderhit(task) };
    return new RunningSearch(control, (report) =>
      unlessAborted(signal, control.stop, async () => {
        try {
          const collector = new LineCollector(input.position, settings.multiPv);
          const result = await this.#queue(() => {
            signal?.throwIfAborted();
            return this.#search(task, (info) => report(collector.add(info)));
          });
          await released;
          if (this.#pondering.has(task)) this.#expectOpen();
          return collector.outcome(result, task.isStopped, order.searchMoves, isBookMove);
        } finally {
          this.#pondering.delete(task);
        }
      }));
  }

  /** Runs a search whose turn it is. */
  #search(task: SearchTask, onInfo: (info: SearchInfo) => void): Promise<SearchResult> {
    const { input: { record, position }, order, settings } = task;
    task.isRunning = true;
    const limits = limitsOf(order, position, settings, performance.now());
    // A stop while it waited asks for an answer at once.
    if (task.isStopped) limits.nodes = 1;
    const ponder = order.ponder && !task.isStopped;
    const search = this.#learning === null
      ? this.#pool.search(record, limits, ponder, onInfo, task)
      : this.#learning.search(record, position, limits, ponder, onInfo, task);
    return search.finally(() => task.isRunning = false);
  }

  /** Ends a search, or lets it answer at once when its turn comes. */
  #stop(task: SearchTask): void {
    task.isStopped = true;
    task.release();
    if (task.isRunning) this.#pool.stop();
  }

  /** Lets the clock of a search count. */
  #ponderhit(task: SearchTask): void {
    task.order.ponder = false;
    task.release();
    if (task.isRunning) this.#pool.ponderhit();
  }

  /** Runs something when everything before is done. Errors become those of the library. */
  #queue<T>(
    run: () => Promise<T>,
    errorOf: (message: string) => EngineError = (message) => new WorkerDiedError(message),
  ): Promise<T> {
    const turn = this.#tail.then(async () => {
      this.#expectOpen();
      // A worker that died is started again by the next request: faults from before are not faults of this call.
      this.#faults.length = 0;
      try {
        const result = await run();
        if (this.#faults.length > 0) throw new Error(this.#faults[0]);
        return result;
      } catch (error) {
        if (this.#isClosed) throw new EngineClosedError();
        throw errorOf(messageOf(error));
      }
    });
    this.#tail = turn.then(() => {}, () => {});
    return turn;
  }

  #expectOpen(): void {
    if (this.#isClosed) throw new EngineClosedError();
  }
}
