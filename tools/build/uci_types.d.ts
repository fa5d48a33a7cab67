/** The types of `hindsight-uci.js`, for the npm package. @module */

/** A UCI engine that receives commands as text and calls listeners with its lines. */
export interface Hindsight {
  /** Sends commands, one per line. */
  postMessage(commands: string): void;
  /** Called with each line; `null` if there is no listener. */
  onmessage: ((line: string) => void) | null;
  /** Called once, with the reason, if the engine does not start. By default, the reason becomes an uncaught error. */
  onerror: ((error: Error) => void) | null;
  /** Calls a listener with each line. */
  addMessageListener(listener: (line: string) => void): void;
  /** Stops calling the listener. */
  removeMessageListener(listener: (line: string) => void): void;
  /** Ends the engine immediately. */
  terminate(): void;
}

/** Starts an engine. It accepts commands immediately; `await` waits until it has started. */
declare const Hindsight: {
  (): Hindsight & PromiseLike<Hindsight>;
  new (): Hindsight & PromiseLike<Hindsight>;
};
export default Hindsight;
