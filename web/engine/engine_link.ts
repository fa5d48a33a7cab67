/**
 * An engine of the page: one search at a time, the latest request first.
 *
 * All parts of the page request searches here. A new search ends the previous one, waits until that has ended, and
 * ignores its result. So parts of the page never interfere with one another. After a crash, the next search starts a
 * new engine.
 *
 * @module
 */

import type {
  Engine,
  EngineOptions,
  LearningStore,
  Line,
  RunningSearch,
  SearchOutcome,
  WorkerFactory,
} from "../../engine/mod.ts";
import { observe } from "../observed.ts";

export interface Assets {
  readonly startWorker: WorkerFactory;
  /** Loads the bytes of the network file, once for all engines. */
  readonly loadNetwork: () => Promise<Uint8Array>;
  /** The part of the network that has arrived, 0 … 1; `null` while its size is not known. */
  loaded?: number | null;
}

export type EngineSize = Pick<EngineOptions, "threads" | "hash" | "parameters">;

export type EngineState = "idle" | "starting" | "ready" | "failed";

/** Minimum depth, in plies, of a search that is saved for later visits. */
export const LEARN_DEPTH = 8;

/** Keeps the learning file of an engine. Its methods never reject. */
export interface Memory {
  /** The store for the engine's learning file; `undefined` if it should keep none. */
  load(): Promise<LearningStore | undefined>;
  /** Called if the engine refused the file and started without it. */
  refused(error: unknown): void;
  /** Called with a notice about the file that was read. */
  notice(text: string): void;
  /** Called before the engine ends. */
  closing(engine: Engine): Promise<unknown>;
}

export class EngineLink {
  state: EngineState = "idle";
  /** The number of search threads, 0 while there is no engine. */
  threads = 0;
  /** Whether the engine keeps a learning file for later visits. */
  learns = false;
  /** The keeper of the engine's learning file, `null` for none. */
  memory: Memory | null = null;
  private starting: Promise<Engine> | null = null;
  private running: AbortController | null = null;
  /** Settles when the previous search has ended; it never rejects. */
  private tail: Promise<unknown> = Promise.resolve();

  /** The engine starts with the first search, or with `start`. */
  constructor(private readonly assets: Assets, private size: EngineSize) {
    observe<EngineLink>(this, "state", "threads");
  }

  get loaded(): number | null {
    return this.assets.loaded ?? null;
  }

  /** Whether a search is under way, or waits for the engine. */
  get isSearching(): boolean {
    return this.running !== null;
  }

  start(): Promise<Engine> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /**
   * Uses these sizes from the next search on. Returns whether they differ from the current ones. If they do and
   * `mayStop` is set, the search under way ends.
   */
  async resize(size: EngineSize, mayStop: boolean): Promise<boolean> {
    if (size.threads === this.size.threads && size.hash === this.size.hash) return false;
    this.size = size;
    if (mayStop) this.stop();
    await this.restart();
    return true;
  }

  /** Closes the engine when the search under way has ended. The next search starts another engine, after `between`. */
  restart(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.queue(async () => {
      if (this.learns) await this.memory?.closing(await this.start());
      await this.close();
      await between();
    });
  }

  /** Ends the search under way, if there is one. Its caller gets the results so far. */
  stop(): void {
    this.running?.abort("stop");
    this.running = null;
  }

  /** Begins a search and ends the previous one. Returns the outcome; `null` if another search came before the end. */
  search(
    begin: (engine: Engine) => RunningSearch,
    onLine: (line: Line) => void = () => {},
  ): Promise<SearchOutcome | null> {
    return this.borrow(async (engine, signal) => {
      const search = begin(engine).stopOn(signal);
      for await (const line of search) if (!signal.aborted) onLine(line);
      return await search.result;
    });
  }

  /** Lets a caller use the engine between two searches: after the end of the current search, before the next one. */
  ask<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
    return this.queue(async () => await use(await this.start()));
  }

  /**
   * Lets a caller use the engine alone, for several searches; ends the previous search. Returns the caller's result, or
   * `null` if another search came before its end.
   */
  borrow<T>(use: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.running?.abort("other");
    const controller = new AbortController();
    this.running = controller;
    const { signal } = controller;
    const search = async (): Promise<T | null> => {
      if (signal.aborted) return null;
      try {
        const found = await use(await this.start(), signal);
        return signal.reason === "other" ? null : found;
      } catch (error) {
        // An engine that did not start has nothing to close, and its state must stay visible.
        if (this.state !== "failed") await this.close();
        throw error;
      } finally {
        if (this.running === controller) this.running = null;
      }
    };
    return this.queue(search);
  }

  /** Runs a function after all earlier ones have ended. */
  private queue<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(run);
    this.tail = turn.catch(() => {});
    return turn;
  }

  private async launch(): Promise<Engine> {
    this.setState("starting");
    try {
      const engine = await this.startWithMemory();
      this.setState("ready", engine.threads);
      return engine;
    } catch (error) {
      this.starting = null;
      this.setState("failed");
      throw error;
    }
  }

  private async startWithMemory(): Promise<Engine> {
    const { startWorker, loadNetwork } = this.assets;
    // Loaded here, so that the board does not wait for it.
    const { Engine } = await import("./later.ts");
    const onNotice = (text: string): void => this.memory?.notice(text);
    const options: EngineOptions = { ...this.size, network: await loadNetwork(), startWorker, onNotice };
    const learned = await this.memory?.load();
    try {
      const engine = await Engine.start({ ...options, learned });
      this.learns = learned !== undefined;
      return engine;
    } catch (error) {
      if (learned === undefined) throw error;
      // If the engine starts without the learning file, that file was the cause.
      const engine = await Engine.start(options);
      this.memory?.refused(error);
      return engine;
    }
  }

  private async close(): Promise<void> {
    const { starting } = this;
    this.starting = null;
    this.learns = false;
    try {
      (await starting)?.close();
    } catch {
      // The engine did not start, and the caller has got this error already.
    }
    this.setState("idle");
  }

  private setState(state: EngineState, threads: number = 0): void {
    Object.assign(this, { state, threads });
  }
}
