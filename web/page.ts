/**
 * The entry point of the page.
 *
 * @module
 */

import { App } from "./app.ts";
import { findAssets } from "./engine/find_assets.ts";
import { isolateFirstVisit } from "./isolation.ts";

/** Shows an error that nothing else has caught. */
function showFault(fault: unknown): void {
  const reason = fault instanceof Error ? fault.message : String(fault);
  const place = document.getElementById("fault");
  if (place === null) return;
  place.hidden = false;
  place.textContent = reason;
}

addEventListener("error", ({ error, message }) => showFault(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => showFault(reason));

const root = document.getElementById("app");
if (root === null) throw new TypeError("Expected an element with the id 'app'");
const app = new App(root, findAssets());
// The engine starts while the user looks at the page, so that the first move is quick.
requestAnimationFrame(() => setTimeout(() => void app.link.start().catch(() => {}), 0));

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  // An error that is shown is still to be read.
  isolateFirstVisit(() => app.isIdle && document.getElementById("fault")?.hidden !== false);
  navigator.serviceWorker.register("./service_worker.js").catch(() => {
    // The page works without it, only not offline.
  });
}
