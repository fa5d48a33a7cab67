/** Starts an engine from the library's options, within a time limit. @module */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import { PolyglotBook } from "../book/polyglot_book.ts";
import { createCatalog, type TableFiles } from "../tablebase/catalog.ts";
import { Core } from "./core.ts";
import { startDefaultWorker } from "./default_worker.ts";
import { type EngineChanges, type EngineOptions, given, strengthOf } from "./engine_options.ts";
import { EngineError } from "./errors.ts";
import { listFolder, startSearchWorker } from "./runtime.ts";
import { Learner, type LearningSource } from "./learner.ts";
import type { LearningStore } from "./learning_store.ts";
import { Settings } from "./settings.ts";
import type { WorkerFactory } from "../search/threads/thread_handle.ts";

/** On a slow phone, the threads take several seconds to start. */
const START_TIMEOUT_MS = 30_000;

/** Starts the threads of an engine. Throws an `EngineError` with the code `start` if they do not start in time. */
export async function startCore(options: EngineOptions): Promise<Core> {
  const { threads = 1, ...others } = changesOf(options, "The engine cannot start");
  const patience = options.startTimeout ?? START_TIMEOUT_MS;
  let core: Core | null = null;
  try {
    core = new Core({
      settings: Object.assign(new Settings(), others),
      startWorker: workerFactory(options),
      sharesMemory: options.sharedMemory,
      parameters: options.parameters,
      warmUp: false,
      onNotice: options.onNotice,
    });
    if (!await settlesWithin(startThreads(core, threads), patience)) {
      const file = "is its file (`workerUrl`, `startWorker`) the search worker of this version?";
      throw new Error(`The search worker did not answer within ${patience} ms: ${file}`);
    }
    return core;
  } catch (error) {
    core?.close();
    throw new EngineError("start", `The engine cannot start. ${messageOf(error)}`);
  }
}

/** Gives an engine a learner for this file. On failure, closes the engine and throws an EngineError or a TypeError. */
export async function startLearning(core: Core, learned: Uint8Array | LearningStore): Promise<Learner> {
  const source = learned instanceof Uint8Array ? sourceOf(learned) : learned;
  const learner = new Learner(core, source, { report: core.onNotice });
  try {
    await core.useLearner(learner);
    for (const notice of await learner.opened) core.onNotice(notice);
    return learner;
  } catch (error) {
    core.close();
    if (error instanceof TypeError) throw error;
    throw new EngineError("start", `The engine cannot use what was learned. ${messageOf(error)}`);
  }
}

/**
 * Converts options to settings. Throws a TypeError if the options contradict each other, and a RangeError if the book
 * is not a Polyglot book. Throws an `EngineError` whose message begins with `task` if no tablebases are found.
 */
export function changesOf(options: EngineChanges, task: string): Partial<Settings> {
  const { threads, hash, chess960, moveOverhead, book, network, tablebases } = options;
  const changes: Partial<Settings> = {
    threads,
    hashMegabytes: hash,
    chess960,
    moveOverheadMs: moveOverhead,
    // Copy the bytes: the caller may change them, and they must not be in shared memory.
    book: book && new PolyglotBook(book.slice()),
    network: network && new Uint8Array(network),
    ...strengthOf(options),
  };
  try {
    changes.tables = tablebases === undefined ? undefined : findTables(tablebases);
  } catch (error) {
    throw new EngineError("start", `${task}. ${messageOf(error)}`);
  }
  return given(changes);
}

function sourceOf(file: Uint8Array): LearningSource {
  const bytes = file.slice();
  return { read: () => Promise.resolve(bytes) };
}

async function startThreads(core: Core, threads: number): Promise<void> {
  await core.configure({ threads });
  await core.turn(() => core.pool.settled());
}

function workerFactory({ startWorker, workerUrl }: EngineOptions): WorkerFactory {
  if (startWorker !== undefined) return startWorker;
  return workerUrl === undefined ? startDefaultWorker : () => startSearchWorker(workerUrl);
}

function findTables(folders: EngineOptions["tablebases"] = []): TableFiles[] {
  const list = typeof folders === "string" ? [folders] : folders;
  const tables = createCatalog(list.flatMap(listFolder));
  if (list.length > 0 && tables.length === 0) {
    throw new RangeError(`Expected tablebases, but found none in '${list.join("', '")}'`);
  }
  return tables;
}
