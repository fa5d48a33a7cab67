/** How an engine comes to its search threads: worker, memory, network and tablebases, within a time limit. @module */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import { PolyglotBook } from "../book/polyglot_book.ts";
import { createCatalog, type TableFiles } from "../tablebase/catalog.ts";
import { startDefaultWorker } from "./default_worker.ts";
import type { EngineChanges, EngineOptions } from "./engine_options.ts";
import { EngineError } from "./errors.ts";
import { listFolder, startSearchWorker } from "./runtime.ts";
import { SearchService, type WorkerFactory } from "./search_service.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds that the search threads may take to start, unless the caller says otherwise: a slow phone needs some. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts the search threads of an engine.
 *
 * @param faults Gets the message of everything that fails and that no call waits for.
 * @throws {EngineError} With the code `start` if they cannot start, or do not start in time.
 */
export async function startService(
  options: EngineOptions,
  settings: Settings,
  faults: string[],
): Promise<SearchService> {
  let service: SearchService | null = null;
  try {
    const tables = findTables(options.tablebases);
    service = new SearchService({
      startWorker: workerFactory(options),
      hashMegabytes: settings.hashMegabytes,
      network: copyOf(options.network),
      sharesMemory: options.sharedMemory,
      parameters: options.parameters,
      warmUp: false,
      onFault: (fault) => faults.push(fault),
      onNotice: options.onNotice,
    });
    if (tables.length > 0) service.setTablebases(tables);
    const patience = options.startTimeout ?? START_TIMEOUT_MS;
    if (!await settlesWithin(startThreads(service, settings.threads), patience)) {
      const file = "is its file (`workerUrl`, `startWorker`) the search worker of this version?";
      throw new Error(`The search worker did not answer within ${patience} ms: ${file}`);
    }
    if (faults.length > 0) throw new Error(faults[0]);
    return service;
  } catch (error) {
    service?.close();
    throw new EngineError("start", `The engine cannot start. ${messageOf(error)}`);
  }
}

/** Gives the search threads what options ask for; it must be an option that needs them. */
export async function changeService(service: SearchService, options: EngineChanges): Promise<void> {
  const network = copyOf(options.network);
  if (options.tablebases !== undefined) service.setTablebases(findTables(options.tablebases));
  if (options.hash !== undefined) service.setHash(options.hash);
  if (network !== null) service.setNetwork(network);
  await startThreads(service, options.threads ?? service.threads);
}

/**
 * The opening book of options, `undefined` if they have none.
 *
 * @throws {RangeError} If it is not a Polyglot book.
 */
export function bookOf({ book }: EngineChanges): PolyglotBook | undefined {
  return book === undefined ? undefined : new PolyglotBook(book.slice());
}

async function startThreads(service: SearchService, count: number): Promise<void> {
  await service.setThreads(count);
  await service.ready();
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
