/** Signals: turns Ctrl-C into a request to end, and makes a write beyond the file-size limit an error. @module */

/** Signals that ask a program to end. Windows has only the first. */
const END_SIGNALS: readonly Deno.Signal[] = ["SIGINT", "SIGTERM"];
/** The signal that a terminal sends when it is closed. */
const HANGUP: Deno.Signal = "SIGHUP";

/**
 * Signals within this number of milliseconds count as one. A terminal sends Ctrl-C to every process of a task, and
 * `deno task` passes it on, so one Ctrl-C arrives twice.
 */
const REPEAT_MS = 500;

/**
 * Runs a job that ends early on Ctrl-C or a termination signal. A second signal, at least half a second later, ends the
 * program immediately.
 *
 * @param run The job. Its signal is aborted when the job must end.
 * @param options With `onHangup`, a closed terminal is also a request to end, and `nohup` has no effect. Without it,
 *   the system's default action applies.
 */
export async function untilInterrupted<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { onHangup = false }: { readonly onHangup?: boolean } = {},
): Promise<T> {
  const isWindows = Deno.build.os === "windows";
  const names = isWindows ? END_SIGNALS.slice(0, 1) : onHangup ? [...END_SIGNALS, HANGUP] : END_SIGNALS;
  const controller = new AbortController();
  const stopListening = (): void => {
    for (const name of names) Deno.removeSignalListener(name, stop);
  };
  const stop = (): void => {
    if (controller.signal.aborted) return;
    // The timer must not keep the program running.
    Deno.unrefTimer(setTimeout(stopListening, REPEAT_MS));
    controller.abort();
  };
  for (const name of names) Deno.addSignalListener(name, stop);
  try {
    return await run(controller.signal);
  } finally {
    if (!controller.signal.aborted) stopListening();
  }
}

/**
 * Turns a write beyond the limit of a file's size (`ulimit -f`) into an error; by default a signal ends the program.
 * Call this once, before the first write.
 */
export function makeSizeLimitAnError(): void {
  try {
    Deno.addSignalListener("SIGXFSZ", () => {});
  } catch {
    // This system has no such signal.
  }
}
