/**
 * Shared memory: whether it is available, and how it is returned to the system. A page can share memory between its
 * threads only if it is cross-origin isolated.
 * @module
 */

/** Megabytes to request: enough to make V8 collect garbage. They are never written, so they take no real memory. */
const PRESSURE_MEGABYTES = 512;

/** Whether threads can share memory here. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === "function" &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
}

/**
 * Makes this thread collect garbage, which frees shared memory to which no reference is left.
 *
 * The search allocates almost nothing, so a thread may not collect garbage for minutes. Requests for shared memory do
 * not start a collection either: after ten changes of the hash size, ten tables would remain. A request for much
 * unshared memory does start a collection.
 */
export function releaseSharedMemory(): void {
  if (!canShareMemory()) return;
  try {
    new ArrayBuffer(PRESSURE_MEGABYTES * 1024 * 1024);
  } catch {
    // The request failed because memory is low. V8 has just collected garbage.
  }
}
