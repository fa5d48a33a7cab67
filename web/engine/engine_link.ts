/**
 * The page's engine: one search at a time, the latest wish first.
 *
 * Everything on the page asks for searches here. A new one ends the one before and waits for its end, so two parts of
 * the page never disturb each other. An engine that died starts again with the next search.
 *
 * @module
 */

import {
  type AnalyseOptions,
  Engine,
  type EngineOptions,
  type Game,
  type Inspection,
  type Line,
  type PlayOptions,
  type RunningSearch,
  type SearchOutcome,
} from "../../engine/mod.ts";
import type { Assets } from "./assets.ts";

/** What the engine is to have. */
export interface EngineSize {
  /** Search threads. */
  readonly threads: number;
  /** Size of the transposition table in MiB. */
  readonly hash: number;
}

/** What the engine is doing. */
export type EngineState = "idle" | "starting" | "ready" | "failed";

/** The page's engine. */
export class EngineLink {
  private readonly assets: Assets;
  private readonly onState: (state: EngineState) => void;
  private size: EngineSize;
  private starting: Promise<Engine> | null = null;
  private network: Promise<Uint8Array> | null = null;
  private running: AbortController | null = null;
  /** Settles when the search before has ended; it never rejects. */
  private tail: Promise<void> = Promise.resolve();
  private current: EngineState = "idle";
  private threadCount = 0;

  /** An engine that starts with the first search, or with `start`. */
  constructor(assets: Assets, size: EngineSize, onState: (state: EngineState) => void) {
    this.assets = assets;
    this.size = size;
    this.onState = onState;
  }

  /** What it is doing. */
  get state(): EngineState {
    return this.current;
  }

  /** Search threads of the engine, 0 while there is none. */
  get threads(): number {
    return this.threadCount;
  }

  /** Whether a search is under way, or waits for the engine. */
  get isSearching(): boolean {
    return this.running !== null;
  }

  /** Starts the engine, if it does not run. */
  start(): Promise<Engine> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /**
   * Uses other sizes from the next search on.
   *
   * @param mayStop Whether the search under way is ended; otherwise it goes on to its own end first.
   * @returns Whether the sizes are others. Settles when the engine with the sizes before is closed.
   */
  async resize({ threads, hash }: EngineSize, mayStop: boolean): Promise<boolean> {
    if (threads === this.size.threads && hash === this.size.hash) return false;
    this.size = { threads, hash };
    if (mayStop) this.stop();
    // The next search waits until the engine is closed, as it waits for the search before.
    this.tail = this.tail.then(() => this.close());
    await this.tail;
    return true;
  }

  /** Forgets everything that was learned. */
  async newGame(): Promise<void> {
    this.stop();
    const turn = this.tail.then(async () => (await this.start()).newGame());
    this.tail = turn.then(() => {}, () => {});
    await turn;
  }

  /** Ends the search under way, if there is one. */
  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  /**
   * Analyses a position; ends the search before.
   *
   * @param game The position.
   * @param options What bounds the analysis, and how many lines it finds.
   * @param onLine Called with each line.
   * @returns How it ended; `null` if another search came before it could begin.
   */
  analyse(
    game: Game,
    options: Omit<AnalyseOptions, "signal">,
    onLine: (line: Line) => void = () => {},
  ): Promise<SearchOutcome | null> {
    return this.search((engine, signal) => engine.analyse(game, options).stopOn(signal), onLine);
  }

  /** Chooses a move to play; ends the search before. */
  play(game: Game, options: Omit<PlayOptions, "signal">): Promise<SearchOutcome | null> {
    return this.search((engine, signal) => engine.play(game, options).stopOn(signal), () => {});
  }

  /** What was learned about a position. Waits for the end of a search; the next one waits for it. */
  inspect(game: Game): Promise<Inspection> {
    const inspection = this.tail.then(async () => (await this.start()).inspect(game));
    this.tail = inspection.then(() => {}, () => {});
    return inspection;
  }

  /**
   * Lets a caller use the engine by itself, for several searches; ends the search before.
   *
   * @param use Gets the engine, and the signal that ends its work.
   */
  async borrow<T>(use: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const controller = this.begin();
    const before = this.tail;
    const turn = (async () => {
      await before;
      if (controller.signal.aborted) return null;
      try {
        return await use(await this.start(), controller.signal);
      } catch (error) {
        // An engine that did not start has nothing to close, and its state stays to be seen.
        if (this.current !== "failed") await this.close();
        throw error;
      } finally {
        if (this.running === controller) this.running = null;
      }
    })();
    this.tail = turn.then(() => {}, () => {});
    return await turn;
  }

  private search(
    begin: (engine: Engine, signal: AbortSignal) => RunningSearch,
    onLine: (line: Line) => void,
  ): Promise<SearchOutcome | null> {
    return this.borrow(async (engine, signal) => {
      const search = begin(engine, signal);
      for await (const line of search) if (!signal.aborted) onLine(line);
      return await search.result;
    });
  }

  private begin(): AbortController {
    this.stop();
    this.running = new AbortController();
    return this.running;
  }

  private async launch(): Promise<Engine> {
    this.setState("starting");
    try {
      this.network ??= this.assets.loadNetwork();
      const options: EngineOptions = {
        threads: this.size.threads,
        hash: this.size.hash,
        network: await this.network,
        startWorker: this.assets.startWorker,
      };
      const engine = await Engine.start(options);
      this.threadCount = engine.threads;
      this.setState("ready");
      return engine;
    } catch (error) {
      this.starting = null;
      this.network = null;
      this.setState("failed");
      throw error;
    }
  }

  /** Ends the engine; the next search starts another one. */
  private async close(): Promise<void> {
    const { starting } = this;
    this.starting = null;
    this.rest();
    try {
      (await starting)?.close();
    } catch {
      // It did not start, which its caller knows.
    }
    // One that was starting has reported itself meanwhile.
    if (this.starting === null && this.current === "ready") this.rest();
  }

  /** There is no engine. */
  private rest(): void {
    this.threadCount = 0;
    this.setState("idle");
  }

  private setState(state: EngineState): void {
    this.current = state;
    this.onState(state);
  }
}
