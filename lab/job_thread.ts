/**
 * Threads that do jobs, such as playing games. Jobs are aborted through shared memory, because the threads
 * cannot read messages during a job.
 *
 * @module
 */

import { CONTROL_STOP } from "../search/thread_slot.ts";

const TICK_MS = 500;

type Request<Setup, Job> = { readonly setup: Setup } | { readonly job: Job };

type Answer<Result> = "ready" | { readonly result: Result };

export interface Doer<Job, Result> {
  /** Resolves to `null` if the job was aborted. */
  run(job: Job): Promise<Result | null>;
  close(): void;
}

export class JobThread<Setup, Job, Result> implements Doer<Job, Result> {
  private running: PromiseWithResolvers<Result | null> | null = null;
  private failure: Error | null = null;

  /** The worker must call `serveJobs`. */
  constructor(private readonly worker: Worker, setup: Setup) {
    worker.onmessage = ({ data }: MessageEvent<Answer<Result | null>>) => {
      if (data !== "ready") this.running?.resolve(data.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.failure = new Error(`A thread that plays games failed: ${event.message}`);
      this.running?.reject(this.failure);
    };
    this.send({ setup });
  }

  run(job: Job): Promise<Result | null> {
    this.running = Promise.withResolvers();
    if (this.failure !== null) this.running.reject(this.failure);
    this.send({ job });
    return this.running.promise;
  }

  close(): void {
    this.worker.terminate();
  }

  private send(request: Request<Setup, Job>): void {
    this.worker.postMessage(request);
  }
}

export interface Work<Job, Result> {
  /** Returns the next job for thread number `doer`; `null` if there is none. */
  next(doer: number): Job | null;
  finish(job: Job, result: Result, doer: number): void;
}

/**
 * Distributes jobs until none are left or the signal is aborted, then closes the threads.
 *
 * @param onTick Called now and then with the seconds since the start.
 * @throws An error from `work` or from a thread. The other threads are stopped.
 */
export async function shareJobs<Job, Result>(
  work: Work<Job, Result>,
  doers: readonly Doer<Job, Result>[],
  control: Int32Array,
  onTick: (seconds: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let hasFailed = false;
  const stop = () => void Atomics.store(control, CONTROL_STOP, 1);
  const occupy = async (doer: Doer<Job, Result>, index: number): Promise<void> => {
    try {
      while (!signal.aborted && !hasFailed) {
        const job = work.next(index);
        const result = job === null ? null : await doer.run(job);
        if (job === null || result === null) return;
        work.finish(job, result, index);
      }
    } catch (error) {
      hasFailed = true;
      stop();
      throw error;
    }
  };
  const timer = setInterval(() => onTick((performance.now() - startedAt) / 1000), TICK_MS);
  signal.addEventListener("abort", stop);
  try {
    for (const outcome of await Promise.allSettled(doers.map(occupy))) {
      if (outcome.status === "rejected") throw outcome.reason;
    }
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
    for (const doer of doers) doer.close();
  }
}

interface Port<Setup, Job, Result> {
  postMessage(answer: Answer<Result>): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Request<Setup, Job>>) => void): void;
}

export const isThread: boolean = "WorkerGlobalScope" in globalThis;

/** `prepare` turns the setup into the function that does a job. */
export function serveJobs<Setup, Job, Result>(prepare: (setup: Setup) => (job: Job) => Result): void {
  // TypeScript's types describe only the main thread's global scope.
  const port = globalThis as unknown as Port<Setup, Job, Result>;
  let work: ((job: Job) => Result) | null = null;
  port.addEventListener("message", ({ data }) => {
    if ("setup" in data) {
      // When a thread sends its first message, V8 discards optimised code. So send a message before the work starts.
      port.postMessage("ready");
      work = prepare(data.setup);
    } else if (work !== null) {
      port.postMessage({ result: work(data.job) });
    }
  });
}
