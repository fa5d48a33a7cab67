/**
 * Parts of the page that are drawn a little later than the others.
 *
 * @module
 */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * What is drawn in a task of its own, after what is beside it: no task of a slow device is so long that it keeps an answer
 * to the user waiting.
 */
export function Soon({ draw }: { readonly draw: () => ComponentChildren }): JSX.Element | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? <>{draw()}</> : null;
}
