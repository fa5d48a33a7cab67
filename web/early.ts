/**
 * What runs before the page is drawn for the first time: it sets the theme, starts the service worker, and reports a
 * script that cannot be loaded. Without it, a page that the user has set to dark would be light until its script is
 * loaded, and a page in a sandboxed frame would stay empty.
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

addEventListener("error", ({ target }) => {
  const place = document.getElementById("fault");
  if (!(target instanceof HTMLScriptElement) || place === null) return;
  place.hidden = false;
  place.textContent = "The script of this page cannot be loaded here. Open the page in its own window: ";
  const link = document.createElement("a");
  Object.assign(link, { href: location.href, target: "_blank", rel: "noopener", textContent: "Hindsight" });
  place.append(link);
}, { capture: true });

// Early, so that a first visit is loaded once more before much is drawn. The page works without it, only not offline.
if (mayHaveWorker()) navigator.serviceWorker.register("./service_worker.js").catch(() => {});
