/**
 * Shared memory: whether there is any, and how it is given back to the system.
 *
 * A page that is not cross-origin isolated may not share memory between its threads. Then one search thread works in
 * its own memory; in all other environments, threads share memory.
 * @module
 */

/**
 * How many megabytes to request: enough to make V8 collect garbage. They are never written to, so the system need not
 * provide them.
 */
const PRESSURE_MEGABYTES = 512;

/** Whether threads can share memory here. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === "function" &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
}

/**
 * Makes this thread collect garbage, which frees shared memory that no thread refers to any more.
 *
 * Shared memory is freed when the last thread has collected its reference to it. The search allocates next to nothing,
 * so a thread may not collect for minutes, and shared memory does not make V8 collect: ten changes of the hash size would
 * leave ten tables. Unshared memory does, so asking for much of it starts a collection.
 */
export function releaseSharedMemory(): void {
  try {
    new ArrayBuffer(PRESSURE_MEGABYTES * 1024 * 1024);
  } catch {
    // The system has so little memory that the request failed; then V8 has just collected garbage.
  }
}
