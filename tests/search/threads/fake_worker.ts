/** An imitation of a search thread, for tests of how a pool starts, uses and ends its workers. @module */

import { timeLeft } from "../../../search/limits.ts";
import { CONTROL_STOP } from "../../../search/thread_slot.ts";
import type { RequestMessage, WorkerAnswer, WorkerRequest } from "../../../search/threads/messages.ts";
import type { SearchWorker, WorkerError } from "../../../search/threads/thread_handle.ts";

/** The answer to every search. */
const RESULT = { bestMove: 796, ponderMove: 0, nodes: 9, score: 3, depth: 1, pv: [796], completed: [] };

/** Answers requests immediately, but a search only when it is stopped or its time is over. */
export class FakeWorker implements SearchWorker {
  readonly requests: WorkerRequest[] = [];
  isTerminated = false;
  private readonly listeners: Record<string, (event: { data: unknown } & WorkerError) => void> = {};
  private control: Int32Array = new Int32Array(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts the worker; a deaf worker does not answer. */
  constructor(private readonly isDeaf = false) {}

  postMessage(message: unknown): void {
    const { ticket, request } = message as RequestMessage;
    this.requests.push(request);
    if (this.isDeaf) return;
    if (request.kind === "start") this.control = request.state.control;
    const isOver = () => request.kind !== "search" || this.control[CONTROL_STOP] !== 0 || timeLeft(request.limits) <= 0;
    const answer = (): void => {
      if (this.isTerminated) return;
      if (isOver()) this.send({ kind: "done", ticket, result: request.kind === "search" ? RESULT : null });
      else this.timer = setTimeout(answer, 1);
    };
    queueMicrotask(answer);
  }

  addEventListener(type: string, listener: (event: { data: unknown } & WorkerError) => void): void {
    this.listeners[type] = listener;
  }

  terminate(): void {
    this.isTerminated = true;
    clearTimeout(this.timer);
  }

  send(data: WorkerAnswer): void {
    this.listeners.message({ data, message: "", preventDefault: () => {} });
  }

  die(message: string): void {
    clearTimeout(this.timer);
    this.listeners.error({ data: null, message, preventDefault: () => {} });
  }
}
