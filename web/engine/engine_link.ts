/**
 * Runs one search at a time on an engine. A new search ends the previous one, waits until it has ended, and drops its
 * result. After a crash, the next search starts a new engine.
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
  readonly loadNetwork: () => Promise<Uint8Array>;
  /** The fraction of the network that has arrived, from 0 to 1; `null` if unknown. */
  loaded?: number | null;
}

export type EngineSize = Pick<EngineOptions, "threads" | "hash" | "parameters">;

export type EngineState = "idle" | "starting" | "ready" | "failed";

/** Minimum depth, in plies, of a search whose results are saved for later visits. */
export const LEARN_DEPTH = 8;

/** Keeps an engine's learning file. The methods never reject. */
export interface Memory {
  /** The store for the engine's learning file; `undefined` for none. */
  load(): Promise<LearningStore | undefined>;
  /** Called if the engine refused the file. */
  refused(error: unknown): void;
  /** Called with a notice about the file that was read. */
  notice(text: string): void;
  closing(engine: Engine): Promise<unknown>;
}

export class EngineLink {
  state: EngineState = "idle";
  /** The number of search threads; 0 while there is no engine. */
  threads = 0;
  learns = false;
  memory: Memory | null = null;
  private starting: Promise<Engine> | null = null;
  private running: AbortController | null = null;
  /** Settles when the previous search has ended; it never rejects. */
  private tail: Promise<unknown> = Promise.resolve();

  constructor(private readonly assets: Assets, private size: EngineSize) {
    observe<EngineLink>(this, "state", "threads");
  }

  get loaded(): number | null {
    return this.assets.loaded ?? null;
  }

  get isSearching(): boolean {
    return this.running !== null;
  }

  start(): Promise<Engine> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /**
   * Sets the number of threads and the hash size for later searches, and returns whether they changed. If so, `mayStop`
   * says whether to end the current search early.
   */
  async resize(size: EngineSize, mayStop: boolean): Promise<boolean> {
    if (size.threads === this.size.threads && size.hash === this.size.hash) return false;
    this.size = size;
    if (mayStop) this.stop();
    await this.restart();
    return true;
  }

  /** Closes the engine after the current search, then runs `between`. The next search starts a new engine. */
  restart(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.queue(async () => {
      if (this.learns) await this.memory?.closing(await this.start());
      await this.close();
      await between();
    });
  }

  /** Ends the current search. The search's caller gets the results so far. */
  stop(): void {
    this.running?.abort("stop");
    this.running = null;
  }

  /** Runs a search. Returns its outcome, or `null` if another search has replaced it. */
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

  /** Lets a caller use the engine between two searches. */
  ask<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
    return this.queue(async () => await use(await this.start()));
  }

  /** Lets a caller use the engine for several searches. Returns `null` if another search has replaced them. */
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
        // If the engine did not start, keep the state `failed`, because the page shows it.
        if (this.state !== "failed") await this.close();
        throw error;
      } finally {
        if (this.running === controller) this.running = null;
      }
    };
    return this.queue(search);
  }

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
      // The engine starts without the file, so the file was the cause.
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
      // The caller has already received this error.
    }
    this.setState("idle");
  }

  private setState(state: EngineState, threads: number = 0): void {
    Object.assign(this, { state, threads });
  }
}
