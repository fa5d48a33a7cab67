/**
 * Drawing at the right moment, and starting what is costly only when somebody looks.
 *
 * A browser gives no animation frames to a page that nobody sees: in a tab in the background, or in a frame of another site
 * that is hidden or has yet to be scrolled to. Such a page is drawn all the same, so that it is there when it is seen.
 *
 * @module
 */

/** Milliseconds after which no animation frame is to be expected. */
const PATIENCE_MS = 100;

/** Runs something before the next frame, or soon where no frame comes. */
export function beforeFrame(action: () => void): void {
  const run = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    action();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, PATIENCE_MS);
}

/** Settles when an element is on the screen for the first time, or when somebody uses the page without looking at it. */
export function whenSeen(element: Element): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && end());
  const end = (): void => {
    observer.disconnect();
    for (const action of ["click", "keydown"]) removeEventListener(action, end, { capture: true });
    resolve();
  };
  for (const action of ["click", "keydown"]) addEventListener(action, end, { capture: true });
  observer.observe(element);
  return promise;
}
