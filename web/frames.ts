/** Starting what is costly only when someone looks. @module */

/** Settles when an element is on the screen for the first time, or when someone uses the page without looking at it. */
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
