/** The page's database in the browser's IndexedDB. @module */

const DATABASE = "hindsight";
/** The learning file with the rows added to it, and the user's games. */
const STORES = ["learned", "games"] as const;
/** The version of the stores. Raise it whenever `STORES` changes. */
const VERSION = 2;

/** Uses a store in one transaction. When the promise settles, the changes are on the device. */
export async function withStore<T>(
  name: typeof STORES[number],
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  if (typeof indexedDB === "undefined") throw new Error("This browser has no IndexedDB");
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const store of STORES) if (!result.objectStoreNames.contains(store)) result.createObjectStore(store);
  };
  const database = await settled(request);
  try {
    const transaction = database.transaction(name, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser stopped writing"));
    });
    const [result] = await Promise.all([use(transaction.objectStore(name)), ended]);
    return result;
  } finally {
    database.close();
  }
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser stores no data for this page"));
  });
}
