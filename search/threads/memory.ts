/**
 * Shared memory: whether it is available, and how to free it. A page can share memory between its threads only if it is
 * cross-origin isolated.
 * @module
 */

/** Requesting this many megabytes makes V8 collect garbage. As nothing is written to them, they take no real memory. */
const PRESSURE_MEGABYTES = 512;

/** Whether threads can share memory here. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === "function" &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
}

/**
 * Makes this thread collect garbage, so that shared memory that is no longer used is freed.
 *
 * The search allocates almost nothing, so a thread may not collect garbage for minutes. A request for shared memory
 * does not start a collection either, so after ten changes of the hash size, ten old tables would still take up memory.
 * A large request for unshared memory does start one.
 */
export function releaseSharedMemory(): void {
  if (!canShareMemory()) return;
  try {
    new ArrayBuffer(PRESSURE_MEGABYTES * 1024 * 1024);
  } catch {
    // Memory is low, so the request failed. But V8 has already collected garbage.
  }
}
