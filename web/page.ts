/**
 * The entry point of the page.
 *
 * The order of the load: this script, the board, then the service worker, which may load the page once more, and only then
 * the network, which is large. Meanwhile the board can be used.
 *
 * @module
 */

import { startApp } from "./app.tsx";
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
const { store, link } = startApp(root, findAssets());

/** Whether nothing is under way, neither a game nor a search, and there is no error or question to be read. */
function isIdle(): boolean {
  const hasError = store.notices.length > 0 || store.dialog !== null;
  return !store.isPlaying && !link.isSearching && !hasError && document.getElementById("fault")?.hidden !== false;
}

/** Whether there may be a service worker: not on a disk, and not in a frame without an origin of its own. */
function mayHaveWorker(): boolean {
  const isElsewhere = location.protocol === "file:" || self.origin === "null";
  return !isElsewhere && !store.isEmbedded && "serviceWorker" in navigator;
}

/** Settles when the engine is not being loaded. */
let loading: Promise<unknown> = Promise.resolve();

/** Makes the page work offline, and isolates it. Settles when no reload is to come. */
async function prepareWorker(): Promise<void> {
  if (!mayHaveWorker()) return;
  const isolated = isolateFirstVisit(isIdle, () => loading);
  // The page works without it, only not offline.
  await Promise.race([
    isolated,
    navigator.serviceWorker.register("./service_worker.js").then(() => isolated, () => {}),
  ]);
}

// The engine starts while the user looks at the page, so that the first move is quick.
requestAnimationFrame(() =>
  setTimeout(async () => {
    await prepareWorker();
    if (!store.isEmbedded) await startEngine();
  }, 0)
);

/** Starts the engine. The service worker keeps the network that was loaded before it was there, too. */
async function startEngine(): Promise<void> {
  const workers = mayHaveWorker() ? navigator.serviceWorker : null;
  const isKept = workers === null || workers.controller !== null;
  const starting = link.start().then(() => true, () => false);
  loading = starting;
  if (!(await starting) || isKept) return;
  const keep = (): void => void fetch("./network.bin").catch(() => {});
  if (workers.controller !== null) keep();
  else workers.addEventListener("controllerchange", keep, { once: true });
}
