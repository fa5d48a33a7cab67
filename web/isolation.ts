/**
 * Isolates the page on its first visit: the page reloads itself once.
 *
 * A browser lets a page share memory between threads only if the page is isolated, and that needs two headers. If the
 * server does not send them, the service worker adds them. But on the first visit the page was loaded without the
 * worker. When the worker is active for this page, a reload isolates the page.
 *
 * Assumes: the reload comes in the first second or two, before the user does anything, and the page looks the same
 * afterwards. Browsers keep the old picture until the new one is ready. Wrong when the user is faster or the network is
 * slow. Limited by: the first action of the user prevents the reload. So does a time limit, after which the user may be
 * reading: a screen reader would start again from the top. Without the reload, the next visit isolates the page.
 *
 * @module
 */

import { pause } from "./pause.ts";

/** The key under which a tab remembers the reload, so that a page that stays unisolated is reloaded only once. */
const KEY = "hindsight.reloaded";
/** The page is not reloaded later than this many milliseconds after the start of loading. */
const LATEST_MS = 5000;
/** Milliseconds that the rest of the load waits for the reload. */
const PATIENCE_MS = 1500;
/** Events of a user's actions. Assistive programs click and move the focus without a pointer or a key. */
const ACTIONS = ["pointerdown", "click", "keydown", "input", "wheel", "dragenter", "drop", "paste", "focusin"];

let isReloading = false;

/** Whether the page is being reloaded, so that the user would not see what it draws now. */
export function isBeingReloaded(): boolean {
  return isReloading;
}

/** Whether the page may have a service worker. Not from a disk or a blob, nor in a frame with an opaque origin. */
export function mayHaveWorker(): boolean {
  const isElsewhere = location.protocol === "file:" || self.origin === "null";
  return !isElsewhere && !new URLSearchParams(location.search).has("embed") && "serviceWorker" in navigator;
}

/**
 * Reloads the page when its service worker has become active, if a reload is useful. Called once at the start of a page
 * that may have a service worker. Settles when it is clear that there will be no reload, or when the reload is late and
 * the rest of the page should not wait longer.
 *
 * @param isIdle Whether the page does nothing that a reload would interrupt. Called right before the reload.
 * @param loading What the page is loading now. The reload waits for it; otherwise a large file would be loaded twice.
 */
export function isolateFirstVisit(isIdle: () => boolean, loading: () => Promise<unknown>): Promise<void> {
  // In a frame inside another page, the headers have no effect.
  if (crossOriginIsolated || top !== self || isFromServiceWorker()) return Promise.resolve();
  const { promise, resolve: onEnd } = Promise.withResolvers<void>();
  const workers = navigator.serviceWorker;
  const address = location.href;
  const wait = new AbortController();
  const { signal } = wait;
  const reload = async (): Promise<void> => {
    // A later change of the worker, after an update, must not reload the page.
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
  // Only the scrolling of the whole page counts as an action: lists also scroll by themselves to show a move.
  document.addEventListener("scroll", end, { passive: true, signal });
  // A page that the browser restores from its back/forward cache has been in use.
  addEventListener("pagehide", end, { signal });
  // Another window may have started the worker while this document was loading.
  if (workers.controller !== null) void reload();
  else workers.addEventListener("controllerchange", reload, { signal });
  return Promise.race([promise, pause(PATIENCE_MS)]);
}

/** Whether this document came from the service worker. If so, it has the headers, and a reload changes nothing. */
function isFromServiceWorker(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.workerStart > 0;
}

/** Returns whether this tab may be reloaded, and records the reload. Returns `false` if the browser stores nothing. */
function takeTurn(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, "yes");
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
