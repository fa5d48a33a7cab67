/**
 * Messages for the user, over the head of the page, and a live region that screen readers speak.
 *
 * While a window is open they are in it: what is behind a window can be neither read nor closed.
 *
 * @module
 */

import type { JSX } from "preact";
import type { ViewProps } from "./board_place.tsx";
import { IconButton } from "./parts.tsx";

/** The messages. */
export function Notices({ c: { store } }: ViewProps): JSX.Element {
  return (
    <>
      <div class="notices">
        {store.notices.map((notice) => (
          <div
            key={notice.text}
            class={`notice ${notice.kind === "error" ? "error" : "info"}`}
            role={notice.kind === "error" ? "alert" : undefined}
          >
            <p>{notice.text}</p>
            <IconButton class="small" icon="close" label="Close" onClick={() => store.dismiss(notice)} />
          </div>
        ))}
      </div>
      <div class="visually-hidden spoken" role="status" aria-live="polite">
        {store.spoken.map((text, i) => <p key={`${i} ${text}`}>{text}</p>)}
      </div>
    </>
  );
}
