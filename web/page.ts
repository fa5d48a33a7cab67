/**
 * The entry point of the page.
 *
 * The order of the load: this script together with the service worker, which may load the page once more, then the board,
 * and only then the network, which is large. Meanwhile the board can be used.
 *
 * @module
 */

import type { Controls } from "./control/controls.ts";
import { findAssets } from "./engine/find_assets.ts";
import type { EngineLink } from "./engine/engine_link.ts";
import { whenSeen } from "./frames.ts";
import { isBeingReloaded, isolateFirstVisit, mayHaveWorker } from "./isolation.ts";
import { pause } from "./pause.ts";

/** Milliseconds after the start of the load from which a first visit is drawn, though it may be loaded once more. */
const DRAW_BY_MS = 1000;

const root = document.getElementById("app");
if (root === null) throw new TypeError("Expected an element with the id 'app'");

let app: Controls | null = null;

/** Whether nothing is under way, neither a game nor a search, and there is no error or question to be read. */
function isIdle(): boolean {
  if (document.getElementById("fault")?.hidden === false) return false;
  if (app === null) return true;
  const { store, link } = app;
  return !store.isPlaying && !link.isSearching && store.notices.length === 0 && store.dialog === null;
}

/** Settles when the engine is not being loaded. */
let loading: Promise<unknown> = Promise.resolve();

/** Draws the page. The engine starts while the user looks at it, so that the first move is quick. */
async function start(root: HTMLElement): Promise<void> {
  // Settles when there will be no reload.
  const prepared = mayHaveWorker() ? isolateFirstVisit(isIdle, () => loading) : Promise.resolve();
  // Otherwise a page that is drawn and then loaded again would be drawn twice.
  await Promise.race([prepared, pause(DRAW_BY_MS - performance.now())]);
  if (isBeingReloaded()) await prepared;
  // The rules first, then the views, in tasks of their own, between which the browser can answer the user.
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

/** Starts the engine. The service worker keeps the network that was loaded before it was there, too. */
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

void start(root);
