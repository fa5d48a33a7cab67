/**
 * Parts of the page that are loaded when they are first shown.
 *
 * @module
 */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewProps } from "./board_place.tsx";

/** A view of the page. */
type View = (props: ViewProps) => JSX.Element | null;

/** A view that is empty until its module has come. Where it does not come, the user is told so once. */
export function lazy(load: () => Promise<View>): View {
  let loading: Promise<View> | null = null;
  let loaded: View | null = null;
  return function Lazy({ c }: ViewProps): JSX.Element | null {
    const [, redraw] = useState(false);
    useEffect(() => {
      if (loaded !== null) return;
      loading ??= load();
      loading.then((view) => {
        loaded = view;
        redraw(true);
      }, () => {
        loading = null;
        c.store.fail("A part of the page cannot be loaded. Is there a connection?");
      });
    }, []);
    const Loaded = loaded;
    return Loaded === null ? null : <Loaded c={c} />;
  };
}
