/**
 * The page's entry point. It first waits for the service worker, which may reload the page. Then it loads the board,
 * and finally the network, which is large.
 * @module
 */

import type { Controls } from "./control/controls.ts";
import { findAssets } from "./engine/find_assets.ts";
import type { EngineLink } from "./engine/engine_link.ts";
import { isBeingReloaded, isolateFirstVisit, mayHaveWorker } from "./isolation.ts";
import { pause } from "./pause.ts";

/** The page is drawn no later than this many milliseconds after loading starts, even if it may still reload. */
const DRAW_BY_MS = 1000;

const root = document.getElementById("app");
if (root === null) throw new TypeError("Expected an element with the id 'app'");

let app: Controls | null = null;

/** Whether there is no game or search under way, and no error or question on the screen. */
function isIdle(): boolean {
  if (document.getElementById("fault")?.hidden === false) return false;
  if (app === null) return true;
  const { store, link } = app;
  return !store.isPlaying && !link.isSearching && store.notices.length === 0 && store.dialog === null;
}

let loading: Promise<unknown> = Promise.resolve();

async function start(root: HTMLElement): Promise<void> {
  // Settles when it is clear that there will be no reload.
  const prepared = mayHaveWorker() ? isolateFirstVisit(isIdle, () => loading) : Promise.resolve();
  // Wait for the reload first, so that the page is not drawn twice.
  await Promise.race([prepared, pause(DRAW_BY_MS - performance.now())]);
  if (isBeingReloaded()) await prepared;
  // Load each module in its own task, so that the browser can respond to the user in between.
  await import("./state/game_line.ts");
  const { startApp } = await import("./app.tsx");
  await pause();
  const seen = whenSeen(root);
  const { store, link } = app = startApp(root, findAssets(seen));
  if (store.isEmbedded) return;
  await seen;
  await pause();
  await prepared;
  await startEngine(link);
}

/** Starts the engine. Afterwards, the service worker caches the network. */
async function startEngine(link: EngineLink): Promise<void> {
  const workers = mayHaveWorker() ? navigator.serviceWorker : null;
  const isKept = workers === null || workers.controller !== null;
  const starting = link.start().then(() => true, () => false);
  loading = starting;
  if (!(await starting) || isKept) return;
  const keep = (): void => void fetch("./network.bin").catch(() => {});
  if (workers.controller !== null) keep();
  else workers.addEventListener("controllerchange", keep, { once: true });
}

/** Settles when the element first appears on the screen, or when the user clicks or presses a key. */
function whenSeen(element: Element): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && end());
  const end = (): void => {
    observer.disconnect();
    for (const action of ["click", "keydown"]) removeEventListener(action, end, { capture: true });
    resolve();
  };
  for (const action of ["click", "keydown"]) addEventListener(action, end, { capture: true });
  observer.observe(element);
  return promise;
}

void start(root);
