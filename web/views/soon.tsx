/** Parts of the page that are drawn a little later than the others, or loaded when they are first shown. @module */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewProps } from "./parts.tsx";

/** Draws its content in a separate task, so that a slow device can respond to the user in between. */
export function Soon({ draw }: { readonly draw: () => ComponentChildren }): JSX.Element | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? <>{draw()}</> : null;
}

type View = (props: ViewProps) => JSX.Element | null;

/** A view that is empty until its module is loaded. */
export function lazy(load: () => Promise<View>): View {
  let loaded: View | null = null;
  return function Lazy({ c }: ViewProps): JSX.Element | null {
    const [, redraw] = useState(false);
    useEffect(() => {
      if (loaded !== null) return;
      load().then((view) => {
        loaded = view;
        redraw(true);
      }, () => c.store.fail("Part of the page cannot be loaded. Is this device online?"));
    }, []);
    const Loaded = loaded;
    return Loaded === null ? null : <Loaded c={c} />;
  };
}
