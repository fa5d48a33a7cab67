/**
 * Code that runs before the page is drawn for the first time: it sets the theme, starts the service worker, and shows errors, a
 * script that cannot be loaded among them. Without it, a page that the user has set to dark would be light until its script
 * is loaded, and a page in a sandboxed frame would stay empty.
 *
 * @module
 */

import { mayHaveWorker } from "./isolation.ts";
import { readSettings } from "./state/settings.ts";
import { showTheme } from "./views/theme.ts";

try {
  showTheme(readSettings(localStorage).theme);
} catch {
  // A browser that keeps nothing has no settings, so the theme is the system's.
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

// Early, so that a first visit is loaded once more before much is drawn. The page works without it, only not offline.
if (mayHaveWorker()) navigator.serviceWorker.register("./service_worker.js").catch(() => {});
