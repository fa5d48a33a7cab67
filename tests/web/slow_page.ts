/**
 * A browser that takes its time, as on a slow machine: timers, frames, locks, files, the database, and messages to and
 * from workers come up to `HINDSIGHT_SLOW_PAGE` milliseconds later. Each kind keeps its order, and what the page does
 * without waiting is as fast as before. A test therefore fails if it reads something before the page is certain to have
 * it.
 *
 * @module
 */

/** Maximum delay in milliseconds, 0 for none. */
const DELAY_MS = Number(Deno.env.get("HINDSIGHT_SLOW_PAGE") ?? 0);
/** The seed of the random delays. */
const SEED = Number(Deno.env.get("HINDSIGHT_SEED") ?? 1);

/** A script to run before the scripts of a page; empty if nothing is delayed. */
export const SLOW_BROWSER: string = DELAY_MS === 0 ? "" : `{
  const { setTimeout: wait } = globalThis;
  let seed = ${SEED};
  const delay = () => (seed = seed * 48271 % 0x7fffffff) / 0x7fffffff * ${DELAY_MS};

  /** Delays the calls of one kind, which keep their order. */
  const kind = () => {
    const calls = [];
    let due = 0;
    return (call) => {
      const now = Date.now();
      due = Math.max(due, now + delay());
      calls.push(call);
      wait(() => calls.shift()(), due - now);
    };
  };

  /** Timers and frames, which can also be cancelled while they are delayed. */
  const timers = kind();
  for (const [start, stop, later] of [
    ["setTimeout", "clearTimeout", timers],
    ["setInterval", "clearInterval", timers],
    ["requestAnimationFrame", "cancelAnimationFrame", kind()],
  ]) {
    const [plainStart, plainStop] = [globalThis[start], globalThis[stop]];
    const cancelled = new Set();
    globalThis[start] = (call, ...parts) => {
      const id = plainStart((...found) => later(() => cancelled.has(id) || call(...found)), ...parts);
      return id;
    };
    globalThis[stop] = (id) => {
      cancelled.add(id);
      plainStop(id);
    };
  }

  /** Functions that return promises. */
  const files = kind();
  for (const [owner, ...names] of [
    [globalThis, "fetch"],
    [globalThis.LockManager?.prototype, "request"],
    [globalThis.Clipboard?.prototype, "writeText"],
    [globalThis.ServiceWorkerContainer?.prototype, "register"],
    [Blob.prototype, "arrayBuffer", "text"],
    [Response.prototype, "arrayBuffer", "blob", "text"],
    [HTMLImageElement.prototype, "decode"],
    [OffscreenCanvas.prototype, "convertToBlob"],
  ]) {
    for (const name of owner === undefined ? [] : names) {
      const plain = owner[name];
      owner[name] = async function (...parts) {
        await new Promise(files);
        return await plain.apply(this, parts);
      };
    }
  }

  /** Events, except those of a database transaction, which ends if the page does not use it immediately. */
  const events = kind();
  const isLate = (target, type) =>
    target instanceof Worker || target instanceof IDBTransaction || type === "hashchange" ||
    (target instanceof IDBOpenDBRequest && type === "success");
  const delayed = new WeakMap();
  for (const name of ["addEventListener", "removeEventListener"]) {
    const plain = EventTarget.prototype[name];
    EventTarget.prototype[name] = function (type, listener, options) {
      let own = listener;
      if (typeof listener === "function" && isLate(this, type)) {
        own = delayed.get(listener) ?? function (event) { events(() => listener.call(this, event)); };
        delayed.set(listener, own);
      }
      plain.call(this ?? globalThis, type, own, options);
    };
  }
  for (const [{ prototype }, type] of [[IDBOpenDBRequest, "success"], [IDBTransaction, "complete"]]) {
    Object.defineProperty(prototype, "on" + type, { set(listener) { this.addEventListener(type, listener); } });
  }
  for (const name of ["IntersectionObserver", "ResizeObserver"]) {
    const later = kind();
    globalThis[name] = class extends globalThis[name] {
      constructor(call, options) { super((...parts) => later(() => call(...parts)), options); }
    };
  }
  const { postMessage } = Worker.prototype;
  const sent = kind();
  Worker.prototype.postMessage = function (...parts) { sent(() => postMessage.apply(this, parts)); };
}`;

/** Waits as long as a slow network takes. */
export function slowNetwork(): Promise<void> {
  return new Promise((resolve) => DELAY_MS === 0 ? resolve() : void setTimeout(resolve, Math.random() * DELAY_MS));
}
