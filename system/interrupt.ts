/** Turns Ctrl-C into a request to end, and turns a write beyond the file-size limit into an error. @module */

/** Signals that ask the program to end. Windows has only the first. */
const END_SIGNALS: readonly Deno.Signal[] = ["SIGINT", "SIGTERM"];
/** Sent when the terminal is closed. */
const HANGUP: Deno.Signal = "SIGHUP";

/** Signals within this many milliseconds count as one: Ctrl-C may arrive from both the terminal and `deno task`. */
const REPEAT_MS = 500;

/**
 * Runs a job, and aborts its signal on Ctrl-C or a termination signal. With `onHangup`, also does so when the terminal
 * is closed. A second Ctrl-C, at least half a second later, ends the program.
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

/** Turns a write beyond the limit of `ulimit -f` into an error instead of a signal. Call this before any write. */
export function makeSizeLimitAnError(): void {
  try {
    Deno.addSignalListener("SIGXFSZ", () => {});
  } catch {
    // This system has no such signal.
  }
}
