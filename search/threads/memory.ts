/**
 * Giving a replaced transposition table back to the system.
 *
 * Shared memory is freed when the last thread has collected its reference to it. The search allocates next to nothing,
 * so a thread may not collect for minutes, and V8 does not count shared memory among the reasons to do so: ten changes
 * of the hash size would pile up ten tables. Unshared memory does count, so asking for much of it brings the
 * collection about.
 *
 * @module
 */

/** Megabytes asked for: enough to make V8 collect. They are never written to, so the system need not provide them. */
const PRESSURE_MEGABYTES = 512;

/** Makes this thread collect garbage, which frees shared memory that no thread refers to any more. */
export function releaseSharedMemory(): void {
  try {
    new ArrayBuffer(PRESSURE_MEGABYTES * 1024 * 1024);
  } catch {
    // The system is that short of memory: then V8 has just collected.
  }
}
