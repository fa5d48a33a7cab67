/**
 * Ctrl-C as a request to come to an end.
 *
 * @module
 */

/** Signals that ask a program to end; Windows knows only the first. */
const END_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];

/**
 * Runs something that Ctrl-C, or a signal to terminate, is to end in good order. A second one ends the program at once.
 *
 * @param run Told by the signal that it shall come to an end.
 */
export async function untilInterrupted<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let isListening = true;
  const forget = (): void => {
    if (isListening) { for (const name of END_SIGNALS) Deno.removeSignalListener(name, stop); }
    isListening = false;
  };
  const stop = (): void => {
    forget();
    controller.abort();
  };
  for (const name of END_SIGNALS) Deno.addSignalListener(name, stop);
  try {
    return await run(controller.signal);
  } finally {
    forget();
  }
}
