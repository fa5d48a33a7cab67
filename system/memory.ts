/** Checks whether the system has enough memory for search threads. @module */

/** Megabytes that a search thread needs. Measurements gave 30 to 45; see docs/uci.md. */
export const THREAD_MEGABYTES = 40;
/** Share of the memory that must stay free. */
const KEPT_SHARE = 1 / 20;
const MEGABYTE = 1024 * 1024;

/** Total bytes, and bytes that are free or can be freed. */
export type Memory = Readonly<Record<"total" | "available", number>>;

/** The system's memory; `null` if there is no permission to query it. */
function systemMemory(): Memory | null {
  const right = { name: "sys", kind: "systemMemoryInfo" } as const;
  return Deno.permissions.querySync(right).state === "granted" ? Deno.systemMemoryInfo() : null;
}

/** Throws a RangeError if another thread would need so much memory that the system would swap or kill the program. */
export function expectThreadMemory(memory: Memory | null = systemMemory()): void {
  if (memory === null) return;
  const left = Math.floor((memory.available - memory.total * KEPT_SHARE) / MEGABYTE);
  if (left >= THREAD_MEGABYTES) return;
  throw new RangeError(`A thread takes ${THREAD_MEGABYTES} MB of memory, but only ${Math.max(0, left)} MB are left`);
}
