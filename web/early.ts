/**
 * Runs before the page is drawn: sets the theme, starts the service worker, and reports errors. Without this script, a
 * dark page would be light at first, and a page in a sandboxed frame would stay empty.
 * @module
 */

import { mayHaveWorker } from "./isolation.ts";
import { readSettings } from "./state/settings.ts";
import { showTheme } from "./views/theme.ts";

try {
  showTheme(readSettings(localStorage).theme);
} catch {
  // If the browser stores nothing, the page follows the system's theme.
}

function showFault(fault: unknown, ...others: readonly Node[]): void {
  const place = document.getElementById("fault");
  if (place === null) return;
  place.hidden = false;
  place.replaceChildren(fault instanceof Error ? fault.message : String(fault), ...others);
}

addEventListener("unhandledrejection", ({ reason }) => showFault(reason));
addEventListener("error", (event) => {
  if (event instanceof ErrorEvent) showFault(event.error ?? event.message);
  if (!(event.target instanceof HTMLScriptElement)) return;
  const link = document.createElement("a");
  Object.assign(link, { href: location.href, target: "_blank", rel: "noopener", textContent: "Hindsight" });
  showFault("This page's script could not be loaded here. Open the page in its own window: ", link);
}, { capture: true });

// Register the worker early, so that a first visit's reload comes early. The page also works without the worker.
if (mayHaveWorker()) navigator.serviceWorker.register("./service_worker.js").catch(() => {});
