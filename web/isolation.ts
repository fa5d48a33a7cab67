/**
 * Isolates the page from other sites on the first visit, by reloading it once.
 *
 * A page may share memory between threads only if it came with two headers. If the server does not send them, the
 * service worker adds them. But on a first visit, the page is loaded before the worker runs, so it must be reloaded.
 *
 * Assumes: the reload comes in the first second or two, and the page looks the same afterwards.
 * Wrong when: the user acts sooner, or the network is slow.
 * Limited by: the user's first action and a time limit. After either, the page does not reload, because a screen reader
 * would start again from the top. Without the reload, isolation begins at the next visit.
 * @module
 */

import { pause } from "./pause.ts";

/** The key under which a tab remembers the reload, so that it reloads only once. */
const KEY = "hindsight.reloaded";
/** Milliseconds after which it is too late to reload, counted from the start of loading. */
const LATEST_MS = 5000;
/** Maximum number of milliseconds that the rest of the page waits for the reload. */
const PATIENCE_MS = 1500;
/** Events that show that the user has acted. Assistive technology can click and focus without a pointer or a key. */
const ACTIONS = ["pointerdown", "click", "keydown", "input", "wheel", "dragenter", "drop", "paste", "focusin"];

let isReloading = false;

/** Whether the page is being reloaded. If so, there is no need to draw it. */
export function isBeingReloaded(): boolean {
  return isReloading;
}

/** A page has no service worker if it was opened from disk, is embedded, or has an opaque origin. */
export function mayHaveWorker(): boolean {
  const isElsewhere = location.protocol === "file:" || self.origin === "null";
  return !isElsewhere && !new URLSearchParams(location.search).has("embed") && "serviceWorker" in navigator;
}

/**
 * If a reload isolates the page, reloads it as soon as its service worker is active. Settles once it is clear that
 * there will be no reload, or when the wait is over.
 *
 * @param isIdle Returns whether a reload would interrupt nothing. Called right before the reload.
 * @param loading Returns the current download. The reload waits for it, so that a large file is not loaded twice.
 */
export function isolateFirstVisit(isIdle: () => boolean, loading: () => Promise<unknown>): Promise<void> {
  // In a frame, the headers have no effect.
  if (crossOriginIsolated || top !== self || isFromServiceWorker()) return Promise.resolve();
  const { promise, resolve: onEnd } = Promise.withResolvers<void>();
  const workers = navigator.serviceWorker;
  const address = location.href;
  const wait = new AbortController();
  const { signal } = wait;
  const reload = async (): Promise<void> => {
    // A new version of the worker must not reload the page again.
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
  // Listen only for scrolling of the page itself: lists also scroll without the user.
  document.addEventListener("scroll", end, { passive: true, signal });
  // Do not reload a page that comes back from the back/forward cache: the user has already used it.
  addEventListener("pagehide", end, { signal });
  // Another window may have started the worker.
  if (workers.controller !== null) void reload();
  else workers.addEventListener("controllerchange", reload, { signal });
  return Promise.race([promise, pause(PATIENCE_MS)]);
}

/** Whether this document came from the service worker, and so has the headers. */
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
