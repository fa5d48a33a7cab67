/**
 * Ctrl-C as a request to come to an end.
 *
 * @module
 */

/** Signals that ask a program to end; Windows knows only the first. */
const END_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];

/**
 * Milliseconds in which signals count as one: a terminal tells every process of a task, and `deno task` passes on what
 * it was told, so one Ctrl-C arrives twice.
 */
const REPEAT_MS = 500;

/**
 * Runs something that Ctrl-C, or a signal to terminate, is to end in good order. Another one, half a second later or
 * more, ends the program at once.
 *
 * @param run Told by the signal that it shall come to an end.
 */
export async function untilInterrupted<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const forget = (): void => {
    for (const name of END_SIGNALS) Deno.removeSignalListener(name, stop);
  };
  const stop = (): void => {
    if (controller.signal.aborted) return;
    // Not a reason for the program to stay.
    Deno.unrefTimer(setTimeout(forget, REPEAT_MS));
    controller.abort();
  };
  for (const name of END_SIGNALS) Deno.addSignalListener(name, stop);
  try {
    return await run(controller.signal);
  } finally {
    if (!controller.signal.aborted) forget();
  }
}
