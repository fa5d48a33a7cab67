/**
 * Signals stop and ponderhit to a search thread that shares no memory with the main thread, as on a page that is not
 * cross-origin isolated.
 *
 * A searching thread reads no messages. So the main thread creates a blob URL, and revokes it to send the signal. Every
 * few milliseconds the search thread requests the URL synchronously, which workers may do; no server sees the request.
 * As long as the request succeeds, the search continues. In this way, a stopped search ends properly, with its answer
 * and its lessons.
 *
 * If the page's policy forbids such requests, the first request fails, and the main thread terminates the worker
 * instead (thread_pool.ts). Then the lessons are lost.
 * @module
 */

/** Minimum and maximum milliseconds between two checks. A check takes up to 3.5 ms (Chromium, slow machine). */
const CHECK_INTERVAL_MS = [10, 40] as const;
/** The interval is this multiple of the latest check's duration, so that checks take 2 % of the time. */
const INTERVAL_PER_LOOK = 50;

/** After a stop, a job without shared memory has this many milliseconds to end before its worker is terminated. */
export const STOP_PATIENCE_MS = 35;
/** If a signal can stop the job, it gets this many milliseconds more, so that only a hanging worker is terminated. */
export const SIGNAL_PATIENCE_MS = 2000;

/** The blob URLs of one search. */
export interface SearchSignals {
  /** Revoked to end the search; "" if no URL can be created. */
  readonly stop: string;
  /** Revoked at the ponderhit; `null` for a search that does not ponder. */
  readonly ponder: string | null;
}

/** The part of `XMLHttpRequest` that is used here. */
interface SynchronousRequest {
  open(method: "GET", url: string, async: false): void;
  send(): void;
}

/** The global scope, with the function that only a page and its workers have. */
const scope = globalThis as unknown as { readonly XMLHttpRequest?: new () => SynchronousRequest };

/** The main thread's end of the signals: sends them for one search after another. */
export class SignalSender {
  private stop = "";
  private ponder: string | null = null;

  /** The signals for the next search. A stop signal that was not sent is reused, because creating a URL is slow. */
  next(ponders: boolean): SearchSignals {
    if (this.stop === "") this.stop = createUrl();
    this.sendPonderhit();
    this.ponder = ponders ? createUrl() : null;
    return { stop: this.stop, ponder: this.ponder };
  }

  /** Sends the stop signal, if a search is running. */
  sendStop(): void {
    revoke(this.stop);
    this.stop = "";
  }

  /** Sends the ponderhit signal, if a search is pondering. */
  sendPonderhit(): void {
    revoke(this.ponder ?? "");
    this.ponder = null;
  }

  /** Sends all signals, so that no URL remains. */
  close(): void {
    this.sendStop();
    this.sendPonderhit();
  }
}

/** A URL that can be requested until it is revoked; "" if this runtime has no synchronous requests. */
function createUrl(): string {
  return scope.XMLHttpRequest === undefined ? "" : URL.createObjectURL(new Blob(["1"]));
}

function revoke(url: string): void {
  if (url !== "") URL.revokeObjectURL(url);
}

/** One signal, as the search thread sees it. */
export class SignalWatch {
  /** Whether the signal can be watched here; the page's policy may forbid it. */
  readonly works: boolean;
  private nextCheck: number;
  private wasSent = false;

  /**
   * Watches the signal at a URL. Unless signals are known to work in this thread, makes a test request, so the signal
   * must not have been sent yet.
   */
  constructor(private readonly url: string, isKnownToWork: boolean) {
    this.nextCheck = performance.now() + CHECK_INTERVAL_MS[1];
    this.works = url !== "" && (isKnownToWork || this.look());
  }

  /** Whether the signal was sent before the latest check, which may have been a few milliseconds ago. */
  isSent(): boolean {
    if (this.wasSent || !this.works) return this.wasSent;
    if (performance.now() >= this.nextCheck) this.wasSent = !this.look();
    return this.wasSent;
  }

  /** Whether the URL can still be requested. */
  private look(): boolean {
    const start = performance.now();
    const isThere = answers(this.url);
    const end = performance.now();
    const [least, most] = CHECK_INTERVAL_MS;
    this.nextCheck = end + Math.min(most, Math.max(least, INTERVAL_PER_LOOK * (end - start)));
    return isThere;
  }
}

function answers(url: string): boolean {
  const { XMLHttpRequest } = scope;
  if (XMLHttpRequest === undefined) return false;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}
