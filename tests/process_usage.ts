/** Threads and memory of a process, as Linux reports them. @module */

import { outputOf } from "../tools/output.ts";

export interface Usage {
  threads: number;
  /** Memory in use, in MB. */
  megabytes: number;
}

/** Reads what a process uses. Deno reads such files only with all permissions, so the program `cat` does it. */
export async function usageOf(pid: number): Promise<Usage> {
  const status = await outputOf("cat", [`/proc/${pid}/status`]);
  const numberOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return { threads: numberOf("Threads"), megabytes: numberOf("VmRSS") / 1024 };
}

/** A process's usage once it is this small, or after 200 s: memory is freed some time after threads have ended. */
export async function usageWithin(pid: number, threads: number, megabytes: number = Infinity): Promise<Usage> {
  let usage = await usageOf(pid);
  for (let i = 0; i < 2000 && (usage.threads > threads || usage.megabytes >= megabytes); i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    usage = await usageOf(pid);
  }
  return usage;
}
