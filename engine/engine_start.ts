/** How an engine comes to its search threads: worker, memory, network and tablebases, within a time limit. @module */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import { PolyglotBook } from "../book/polyglot_book.ts";
import { createCatalog, type TableFiles } from "../tablebase/catalog.ts";
import { startDefaultWorker } from "./default_worker.ts";
import type { EngineChanges, EngineOptions } from "./engine_options.ts";
import { EngineError } from "./errors.ts";
import { listFolder, startSearchWorker } from "./runtime.ts";
import { Learning } from "./learning.ts";
import type { Settings } from "./settings.ts";
import type { WorkerFactory } from "../search/threads/thread_handle.ts";
import { ThreadPool } from "../search/threads/thread_pool.ts";

/** Milliseconds that the search threads may take to start, unless the caller says otherwise: a slow phone needs some. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts the search threads of an engine.
 *
 * @param faults Gets the message of everything that fails and that no call waits for.
 * @throws {EngineError} With the code `start` if they cannot start, or do not start in time.
 */
export async function startPool(options: EngineOptions, settings: Settings, faults: string[]): Promise<ThreadPool> {
  let pool: ThreadPool | null = null;
  try {
    const tables = findTables(options.tablebases);
    pool = new ThreadPool({
      startWorker: workerFactory(options),
      megabytes: settings.hashMegabytes,
      network: copyOf(options.network),
      sharesMemory: options.sharedMemory,
      parameters: options.parameters,
      warmUp: false,
      onFault: (fault) => faults.push(fault),
      onNotice: options.onNotice,
    });
    if (tables.length > 0) pool.setTablebases(tables);
    const patience = options.startTimeout ?? START_TIMEOUT_MS;
    if (!await settlesWithin(startThreads(pool, settings.threads), patience)) {
      const file = "is its file (`workerUrl`, `startWorker`) the search worker of this version?";
      throw new Error(`The search worker did not answer within ${patience} ms: ${file}`);
    }
    if (faults.length > 0) throw new Error(faults[0]);
    return pool;
  } catch (error) {
    pool?.close();
    throw new EngineError("start", `The engine cannot start. ${messageOf(error)}`);
  }
}

/**
 * What search threads begin with and learn, `null` if nothing is to be kept.
 *
 * @throws {EngineError} With the code `start` if the file cannot be used. The threads are ended then.
 */
export async function startLearning(pool: ThreadPool, { learned, onNotice }: EngineOptions): Promise<Learning | null> {
  if (learned === undefined) return null;
  const learning = new Learning(pool);
  try {
    for (const notice of await learning.load(learned)) onNotice?.(notice);
    return learning;
  } catch (error) {
    pool.close();
    throw new EngineError("start", `The engine cannot use what was learned. ${messageOf(error)}`);
  }
}

/**
 * Gives the search threads what options ask for. What was learned with another network is forgotten; a learning file is
 * added to what was learned.
 */
export async function changePool(pool: ThreadPool, learning: Learning | null, options: EngineChanges): Promise<void> {
  const { tablebases, hash, network, threads = pool.threadCount, learned } = options;
  if (tablebases !== undefined) pool.setTablebases(findTables(tablebases));
  if (hash !== undefined) pool.resize(hash);
  if (network !== undefined) pool.setNetwork(copyOf(network));
  await startThreads(pool, threads);
  if (network !== undefined) learning?.forget();
  else if (hash !== undefined) learning?.settle();
  if (learned === undefined) return;
  if (learning === null) throw new TypeError("Expected an engine that was started with the option `learned`");
  await learning.merge(learned, true);
}

/** The opening book of options, `undefined` if they have none. Throws a RangeError if it is not a Polyglot book. */
export function bookOf({ book }: EngineChanges): PolyglotBook | undefined {
  return book === undefined ? undefined : new PolyglotBook(book.slice());
}

async function startThreads(pool: ThreadPool, count: number): Promise<void> {
  await pool.setThreads(count);
  await pool.settled();
}

function workerFactory({ startWorker, workerUrl }: EngineOptions): WorkerFactory {
  if (startWorker !== undefined) return startWorker;
  return workerUrl === undefined ? startDefaultWorker : () => startSearchWorker(workerUrl);
}

/** A copy of a network's bytes: the caller keeps its own, and they are not shared memory. */
function copyOf(network: Uint8Array | undefined): Uint8Array<ArrayBuffer> | null {
  return network === undefined ? null : new Uint8Array(network);
}

/** The tablebases in folders. Throws an Error if a folder cannot be read, or has none. */
function findTables(folders: EngineOptions["tablebases"] = []): TableFiles[] {
  const list = typeof folders === "string" ? [folders] : folders;
  const tables = createCatalog(list.flatMap(listFolder));
  if (list.length > 0 && tables.length === 0) {
    throw new RangeError(`Expected tablebases, but found none in '${list.join("', '")}'`);
  }
  return tables;
}
