/**
 * A progress bar on standard error, if that is a terminal; nothing otherwise.
 *
 * @module
 */

/** How far a long job is. To be closed. */
export interface ProgressBar {
  /** One more step is done. */
  step(): void;
  /** Says what is worked on. */
  describe(text: string): void;
  /** Takes the bar away. */
  close(): void;
}

/**
 * Shows a bar.
 *
 * @param total How many steps there are.
 */
export async function showProgress(total: number): Promise<ProgressBar> {
  if (!Deno.stderr.isTerminal() || total === 0) return { step: () => {}, describe: () => {}, close: () => {} };
  // Loaded only here: the engine, which starts from the same file, has no use for it.
  const { default: { SingleBar } } = await import("cli-progress");
  const bar = new SingleBar({
    format: "{bar} {percentage} %, {value} of {total} positions, {eta_formatted} left  {what}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    hideCursor: true,
    clearOnComplete: true,
    // The program has its own way to end in good order.
    gracefulExit: false,
  });
  bar.start(total, 0, { what: "" });
  return {
    step: () => bar.increment(),
    describe: (text) => bar.update({ what: text }),
    close: () => bar.stop(),
  };
}
