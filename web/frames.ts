/** Delays costly work until the user can see the page. @module */

/** Settles when an element is on the screen for the first time, or when the user acts on the page before that. */
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
