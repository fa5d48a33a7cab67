/**
 * Implements `Hindsight()` in `hindsight-uci.js`. It makes an object that receives commands and calls listeners with
 * lines. After `const engine = Hindsight()`, commands can be sent immediately; `const engine = await Hindsight()` waits
 * until the search thread has started.
 *
 * @module
 */

import { EngineHere, type Place } from "./engine_here.ts";

/** Called with each line that the engine writes. */
export type LineListener = (line: string) => void;

/** An engine. `postMessage` sends commands to it; `onmessage` and the listeners receive the lines that it writes. */
export type Handle = {
  postMessage(commands: string): void;
  onmessage: LineListener | null;
  /** Called if the engine does not start. By default, an uncaught error is thrown. */
  onerror: ((error: Error) => void) | null;
  addMessageListener(listener: LineListener): void;
  removeMessageListener(listener: LineListener): void;
  terminate(): void;
};

/** The result of `Hindsight()`. */
export type AwaitableHandle = Handle & PromiseLike<Handle>;

/** Starts an engine. */
export function createHandle(startWorker: Place["startWorker"]): AwaitableHandle {
  const listeners = new Set<LineListener>();
  let onmessage: LineListener | null = null;
  let onerror: Handle["onerror"] = null;
  let isAwaited = false;
  const engine = new EngineHere({
    startWorker,
    onLine: (line) => {
      // Call the listeners later, because the caller adds them after `Hindsight()` has returned.
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
  // `await` must get a handle without `then`, because it would await a handle with `then` again.
  return Object.create(handle, { then: { value: then } });
}

/** Throws an error that nothing catches, so that the runtime reports it. */
export function throwLater(error: Error): void {
  setTimeout(() => {
    throw error;
  });
}
