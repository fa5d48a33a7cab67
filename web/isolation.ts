/**
 * Isolates the page in its first visit: it loads itself again, once.
 *
 * A browser lets a page share memory between threads only if the page is isolated, which takes headers. If the server
 * does not send them, the service worker adds them, but the first document of a first visit came without the worker. Once
 * the worker is active and answers for this page, a reload isolates it.
 *
 * The bet: the reload comes in the first second or two, before the user does anything, and shows the same again. Browsers
 * keep the old picture until the new one is there. The bet fails if the user is faster or the network is slow. The guards:
 * the first action of the user ends the wait. So does a time after which someone may be reading, perhaps with a screen
 * reader, which would start again from the top. Such a page is isolated from the next visit on.
 *
 * @module
 */

import { pause } from "./pause.ts";

/** Remembers the reload, for one tab: a browser that does not isolate the page anyway would reload it for ever. */
const KEY = "hindsight.reloaded";
/** Milliseconds after the start of the load from which the page is not reloaded. */
const LATEST_MS = 5000;
/** Milliseconds that the rest of the load waits for the reload. */
const PATIENCE_MS = 1500;
/** What users do. Assistive programs click and move the focus without a pointer or a key; dictation uses no keys. */
const ACTIONS = ["pointerdown", "click", "keydown", "input", "wheel", "dragenter", "drop", "paste", "focusin"];

let isReloading = false;

/** Whether the page is on its way out: what it would show now is not seen. */
export function isBeingReloaded(): boolean {
  return isReloading;
}

/** Whether there may be a service worker: not on a disk, not in a blog, and not in a frame without an origin of its own. */
export function mayHaveWorker(): boolean {
  const isElsewhere = location.protocol === "file:" || self.origin === "null";
  return !isElsewhere && !new URLSearchParams(location.search).has("embed") && "serviceWorker" in navigator;
}

/**
 * Reloads the page when its service worker has become active, if it should be reloaded at all. Called once, at the start
 * of the page, where there can be a service worker. Settles when there will be no reload, or when it is late: what the
 * page has still to load need not wait longer.
 *
 * @param isIdle Whether the page does nothing that a reload would disturb. Asked right before the reload.
 * @param loading What the page is loading now. The reload comes after it: a large file half loaded would be loaded twice.
 */
export function isolateFirstVisit(isIdle: () => boolean, loading: () => Promise<unknown>): Promise<void> {
  // In a frame, which is not the top, the headers have no effect.
  if (crossOriginIsolated || top !== self || isFromServiceWorker()) return Promise.resolve();
  const { promise, resolve: onEnd } = Promise.withResolvers<void>();
  const workers = navigator.serviceWorker;
  const address = location.href;
  const wait = new AbortController();
  const { signal } = wait;
  const reload = async (): Promise<void> => {
    // Another change of the worker, in an update, reloads nothing.
    workers.removeEventListener("controllerchange", reload);
    await loading();
    if (signal.aborted) return;
    wait.abort();
    isReloading = location.href === address && isIdle() && performance.now() < LATEST_MS && takeTurn();
    if (isReloading) location.reload();
    else onEnd();
  };
  const end = (): void => {
    wait.abort();
    onEnd();
  };
  for (const action of ACTIONS) addEventListener(action, end, { capture: true, passive: true, signal });
  // Lists scroll by themselves to show a move; the whole page does not.
  document.addEventListener("scroll", end, { passive: true, signal });
  // A page that comes back from the browser's cache of left pages has been in use.
  addEventListener("pagehide", end, { signal });
  // Another window may have started the worker while this document was on its way.
  if (workers.controller !== null) void reload();
  else workers.addEventListener("controllerchange", reload, { signal });
  return Promise.race([promise, pause(PATIENCE_MS)]);
}

/** Whether the service worker has sent this document: it has added the headers then, and a reload adds nothing. */
function isFromServiceWorker(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.workerStart > 0;
}

/** Returns whether this tab has not been reloaded yet, and notes that it is. Never, where the browser keeps no notes. */
function takeTurn(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, "yes");
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
