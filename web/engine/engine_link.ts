/**
 * An engine of the page: one search at a time, the latest wish first.
 *
 * Everything on the page asks for searches here. A new one ends the previous one and waits for its end; the previous one then
 * counts for nothing. So two parts of the page never disturb each other. An engine that died starts again with the next
 * search.
 *
 * @module
 */

import type {
  AnalyseOptions,
  Engine,
  EngineOptions,
  Game,
  Inspection,
  Line,
  PlayOptions,
  RunningSearch,
  SearchOutcome,
} from "../../engine/mod.ts";
import type { Assets } from "./assets.ts";

/** What the engine is to have. */
export type EngineSize = Pick<EngineOptions, "threads" | "hash" | "parameters">;

/** What the engine is doing. */
export type EngineState = "idle" | "starting" | "ready" | "failed";

/** An engine of the page. */
export class EngineLink {
  private readonly assets: Assets;
  private readonly onState: (state: EngineState, threads: number) => void;
  private size: EngineSize;
  private starting: Promise<Engine> | null = null;
  private running: AbortController | null = null;
  /** Settles when the previous search has ended; it never rejects. */
  private tail: Promise<unknown> = Promise.resolve();
  private current: EngineState = "idle";

  /** An engine that starts with the first search, or with `start`. */
  constructor(assets: Assets, size: EngineSize, onState: (state: EngineState, threads: number) => void = () => {}) {
    this.assets = assets;
    this.size = size;
    this.onState = onState;
  }

  /** What it is doing. */
  get state(): EngineState {
    return this.current;
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
  async resize(size: EngineSize, mayStop: boolean): Promise<boolean> {
    if (size.threads === this.size.threads && size.hash === this.size.hash) return false;
    this.size = size;
    if (mayStop) this.stop();
    // The next search waits until the engine is closed, as it waits for the previous search.
    await this.queue(() => this.close());
    return true;
  }

  /** Forgets everything that was learned. */
  newGame(): Promise<void> {
    this.stop();
    return this.queue(async () => (await this.start()).newGame());
  }

  /** Ends the search under way, if there is one. Its caller gets what it has found. */
  stop(): void {
    this.running?.abort("stop");
    this.running = null;
  }

  /**
   * Analyses a position; ends the previous search.
   *
   * @param game The position.
   * @param options What bounds the analysis, and how many lines it finds.
   * @param onLine Called with each line.
   * @returns How it ended; `null` if another search came before its end.
   */
  analyse(
    game: Game,
    options: Omit<AnalyseOptions, "signal">,
    onLine: (line: Line) => void = () => {},
  ): Promise<SearchOutcome | null> {
    return this.search((engine, signal) => engine.analyse(game, options).stopOn(signal), onLine);
  }

  /** Chooses a move to play; ends the previous search. */
  play(game: Game, options: Omit<PlayOptions, "signal">): Promise<SearchOutcome | null> {
    return this.search((engine, signal) => engine.play(game, options).stopOn(signal), () => {});
  }

  /** What was learned about a position. Waits for the end of a search; the next one waits for it. */
  inspect(game: Game): Promise<Inspection> {
    return this.queue(async () => (await this.start()).inspect(game));
  }

  /**
   * Lets a caller use the engine by itself, for several searches; ends the previous search.
   *
   * @param use Gets the engine, and the signal that ends its work.
   * @returns What it returns; `null` if another search came before its end.
   */
  borrow<T>(use: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.running?.abort("other");
    const controller = new AbortController();
    this.running = controller;
    const { signal } = controller;
    return this.queue(async () => {
      if (signal.aborted) return null;
      try {
        const found = await use(await this.start(), signal);
        return signal.reason === "other" ? null : found;
      } catch (error) {
        // An engine that did not start has nothing to close, and its state stays to be seen.
        if (this.current !== "failed") await this.close();
        throw error;
      } finally {
        if (this.running === controller) this.running = null;
      }
    });
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

  /** Runs something when everything before is done. */
  private queue<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(run);
    this.tail = turn.catch(() => {});
    return turn;
  }

  private async launch(): Promise<Engine> {
    this.setState("starting");
    try {
      const { startWorker, loadNetwork } = this.assets;
      // The board does not wait for it.
      const { Engine } = await import("./later.ts");
      const engine = await Engine.start({ ...this.size, network: await loadNetwork(), startWorker });
      this.setState("ready", engine.threads);
      return engine;
    } catch (error) {
      this.starting = null;
      this.setState("failed");
      throw error;
    }
  }

  /** Ends the engine; the next search starts another one. */
  private async close(): Promise<void> {
    const { starting } = this;
    this.starting = null;
    try {
      (await starting)?.close();
    } catch {
      // It did not start, which its caller knows.
    }
    this.setState("idle");
  }

  private setState(state: EngineState, threads: number = 0): void {
    this.current = state;
    this.onState(state, threads);
  }
}
