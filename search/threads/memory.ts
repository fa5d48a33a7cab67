/**
 * Shared memory: whether it is available, and how it is returned to the system.
 *
 * A page that is not cross-origin isolated may not share memory between its threads. In such a page, one search thread
 * works in its own memory; in all other environments, threads share memory.
 * @module
 */

/**
 * Number of megabytes to request: enough to make V8 collect garbage. They are never written, so the system need not
 * provide real memory.
 */
const PRESSURE_MEGABYTES = 512;

/** Whether threads can share memory here. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === "function" &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
}

/**
 * Makes this thread collect garbage, which frees shared memory to which no reference is left.
 *
 * Shared memory is freed when the last thread that had a reference to it has collected garbage. The search allocates
 * almost nothing, so a thread may not collect garbage for minutes. Requests for shared memory do not start a collection
 * either: after ten changes of the hash size, or ten engines one after the other, ten tables would remain. A request
 * for much unshared memory does start a collection.
 */
export function releaseSharedMemory(): void {
  if (!canShareMemory()) return;
  try {
    new ArrayBuffer(PRESSURE_MEGABYTES * 1024 * 1024);
  } catch {
    // The request failed because memory is low. In that case, V8 has just collected garbage.
  }
}
