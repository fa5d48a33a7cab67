/**
 * Code that runs before the page is drawn: it sets the theme, starts the service worker, and reports errors. Without
 * this code, a dark page would be light at first, and a page in a sandboxed frame would stay empty.
 * @module
 */

import { mayHaveWorker } from "./isolation.ts";
import { readSettings } from "./state/settings.ts";
import { showTheme } from "./views/theme.ts";

try {
  showTheme(readSettings(localStorage).theme);
} catch {
  // If the browser stores nothing, the theme is the system's.
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
  showFault("The script of this page cannot be loaded here. Open the page in its own window: ", link);
}, { capture: true });

// Register the worker early, so that the reload of a first visit comes early. The page works without the worker.
if (mayHaveWorker()) navigator.serviceWorker.register("./service_worker.js").catch(() => {});
