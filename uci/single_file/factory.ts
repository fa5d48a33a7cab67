/**
 * `Hindsight()` of `hindsight-uci.js`: an engine in the form of an object that receives commands as text and calls
 * listeners with its lines.
 *
 * Both usual forms work: `const engine = Hindsight()`, which may send commands immediately, and
 * `const engine = await Hindsight()`, which waits until the search thread has started.
 *
 * @module
 */

import { EngineHere, type Place } from "./engine_here.ts";

/** Called with a line. */
export type LineListener = (line: string) => void;

/** An engine that receives commands and calls listeners with its lines. */
export interface Handle {
  /** Sends commands, one on each line. */
  postMessage(commands: string): void;
  /** Called with each line, `null` for none. */
  onmessage: LineListener | null;
  /** Called once with the reason if the engine does not start. By default, throws an uncaught error. */
  onerror: ((error: Error) => void) | null;
  /** Calls a listener with each line. */
  addMessageListener(listener: LineListener): void;
  /** Stops calling the listener. */
  removeMessageListener(listener: LineListener): void;
  /** Ends the engine immediately. */
  terminate(): void;
}

/** The result of `Hindsight()`. */
export type AwaitableHandle = Handle & PromiseLike<Handle>;

/** Starts an engine, with search threads that `startWorker` starts. */
export function createHandle(startWorker: Place["startWorker"]): AwaitableHandle {
  const listeners = new Set<LineListener>();
  let onmessage: LineListener | null = null;
  let onerror: Handle["onerror"] = null;
  let isAwaited = false;
  const engine = new EngineHere({
    startWorker,
    onLine: (line) => {
      // The caller adds its listeners only after this call has returned.
      queueMicrotask(() => {
        onmessage?.(line);
        for (const listener of listeners) listener(line);
      });
    },
    onFailure: (reason) => {
      const error = new Error(reason);
      if (onerror !== null) onerror(error);
      else if (!isAwaited) throwLater(error);
    },
    onQuit: () => {},
    endsThreads: false,
  });
  const handle: Handle = {
    postMessage: (commands) => engine.receive(String(commands)),
    addMessageListener: (listener) => void listeners.add(listener),
    removeMessageListener: (listener) => void listeners.delete(listener),
    terminate: () => engine.close(),
    get onmessage() {
      return onmessage;
    },
    set onmessage(listener) {
      onmessage = listener;
    },
    get onerror() {
      return onerror;
    },
    set onerror(listener) {
      onerror = listener;
    },
  };
  const then: PromiseLike<Handle>["then"] = (resolve, reject) => {
    isAwaited = true;
    return engine.started.then(() => handle).then(resolve, reject);
  };
  // `await` gets the handle without its `then`; otherwise it would be awaited again.
  return Object.create(handle, { then: { value: then } });
}

/** Throws an error outside all callers, so that the browser or runtime reports it. */
export function throwLater(error: Error): void {
  setTimeout(() => {
    throw error;
  });
}
