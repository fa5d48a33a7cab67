/**
 * Isolates the page on its first visit: the page reloads itself once.
 *
 * A browser lets a page share memory between threads only if the page has two headers. If the server does not send
 * them, the service worker adds them. But on the first visit the page was loaded without the worker, so a reload is
 * needed.
 *
 * Assumes: the reload comes in the first second or two, and the page looks the same afterwards.
 * Wrong when: the user is faster or the network is slow.
 * Limited by: the first action of the user prevents the reload, as does a time limit: a screen reader would start again
 * from the top. Without the reload, the next visit isolates the page.
 * @module
 */

import { pause } from "./pause.ts";

/** The key under which a tab remembers the reload, so that it reloads only once. */
const KEY = "hindsight.reloaded";
/** Milliseconds after the start of loading. */
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

/** Not from a disk or a blob, nor in a frame with an opaque origin. */
export function mayHaveWorker(): boolean {
  const isElsewhere = location.protocol === "file:" || self.origin === "null";
  return !isElsewhere && !new URLSearchParams(location.search).has("embed") && "serviceWorker" in navigator;
}

/**
 * Reloads the page when its service worker has become active, if a reload is useful. Settles when there will be no
 * reload, or when the reload is late.
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
    // A later change of the worker must not reload the page.
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
  // Lists also scroll by themselves, so only the whole page counts.
  document.addEventListener("scroll", end, { passive: true, signal });
  // A page from the browser's back/forward cache has been in use.
  addEventListener("pagehide", end, { signal });
  // Another window may have started the worker.
  if (workers.controller !== null) void reload();
  else workers.addEventListener("controllerchange", reload, { signal });
  return Promise.race([promise, pause(PATIENCE_MS)]);
}

/** Whether this document came from the service worker, so that it has the headers. */
function isFromServiceWorker(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.workerStart > 0;
}

/** Returns whether this tab may be reloaded, and records the reload. */
function takeTurn(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, "yes");
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
