/** Threads and memory of a process, as Linux reports them. @module */

export interface Usage {
  threads: number;
  /** Memory in use, in MB. */
  megabytes: number;
}

/**
 * Reads what a process uses. The program `cat` reads the file, because Deno reads such files only with all permissions.
 */
export async function usageOf(pid: number): Promise<Usage> {
  const { stdout } = await new Deno.Command("cat", { args: [`/proc/${pid}/status`] }).output();
  const status = new TextDecoder().decode(stdout);
  const numberOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return { threads: numberOf("Threads"), megabytes: numberOf("VmRSS") / 1024 };
}

/**
 * Waits up to 200 seconds until a process has at most this many threads, and less than this many MB, and returns its
 * usage. Memory is freed some time after the threads have ended.
 */
export async function usageWithin(pid: number, threads: number, megabytes: number = Infinity): Promise<Usage> {
  let usage = await usageOf(pid);
  for (let i = 0; i < 2000 && (usage.threads > threads || usage.megabytes >= megabytes); i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    usage = await usageOf(pid);
  }
  return usage;
}
