/** The system's free memory for search threads. @module */

/** Megabytes that a search thread takes, approximately: 30 to 45 were measured, see docs/uci.md. */
export const THREAD_MEGABYTES = 40;
/** Share of the system's memory that threads must leave free. */
const KEPT_SHARE = 1 / 20;
const MEGABYTE = 1024 * 1024;

/** Bytes of memory in total, and bytes that are free or can be freed. */
export type Memory = Readonly<Record<"total" | "available", number>>;

/** The system's memory; `null` if the program may not ask for it. */
export function systemMemory(): Memory | null {
  const right = { name: "sys", kind: "systemMemoryInfo" } as const;
  return Deno.permissions.querySync(right).state === "granted" ? Deno.systemMemoryInfo() : null;
}

/**
 * Checks that there is memory for another search thread. A system that is short of memory does not refuse a thread; it
 * ends the program, or swaps.
 *
 * @throws RangeError if there is too little.
 */
export function expectThreadMemory(memory: Memory | null = systemMemory()): void {
  if (memory === null) return;
  const left = Math.floor((memory.available - memory.total * KEPT_SHARE) / MEGABYTE);
  if (left >= THREAD_MEGABYTES) return;
  throw new RangeError(`A thread takes some ${THREAD_MEGABYTES} MB of memory, and ${Math.max(0, left)} are left`);
}
