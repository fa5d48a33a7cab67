/**
 * The learning file on this device: one record in the browser's IndexedDB.
 *
 * Windows of the page share it. Whoever changes it holds a lock from reading to writing, so that no window overwrites what
 * another one has added. Browsers without locks, which pages without HTTPS are in, keep what was written last.
 *
 * @module
 */

const DATABASE = "hindsight";
const STORE = "learned";
const KEY = "file";
const LOCK = "hindsight.learned";

/** The file that is kept, an empty one if there is none. Rejects if the browser keeps nothing for this page. */
export function readLearned(): Promise<Uint8Array<ArrayBuffer>> {
  return run("readonly", async (store) => {
    const kept: unknown = await settled(store.get(KEY));
    return kept instanceof Uint8Array ? kept.slice() : new Uint8Array(0);
  });
}

/** Keeps another file, made of the one before, which stays if that rejects. Returns the size of the new one in bytes. */
export function updateLearned(change: (before: Uint8Array) => Promise<Uint8Array>): Promise<number> {
  return locked(async () => {
    const after = await change(await readLearned());
    await run("readwrite", (store) => settled(store.put(after, KEY)));
    return after.length;
  });
}

export function clearLearned(): Promise<void> {
  return locked(() => run("readwrite", (store) => settled(store.delete(KEY))));
}

function locked<T>(change: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  return locks === undefined ? change() : locks.request(LOCK, change);
}

/** Does something with the store, in one transaction; what was written is on the device then. */
async function run<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  if (typeof indexedDB === "undefined") throw new Error("This browser has no IndexedDB");
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await settled(request);
  try {
    const transaction = database.transaction(STORE, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser broke off writing"));
    });
    const [result] = await Promise.all([use(transaction.objectStore(STORE)), ended]);
    return result;
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser keeps nothing for this page"));
  });
}
