/**
 * Threads that do one job after the other, such as games.
 *
 * A thread does not return to its event loop while it works, so what breaks a job off goes through shared memory, which
 * is in its setup.
 *
 * @module
 */

/** What the main thread sends: the setup once, then jobs. */
type Request<Setup, Job> = { readonly setup: Setup } | { readonly job: Job };

/** What a thread sends: that it is ready, that a step of a job is done, what came of a job. */
type Answer<Result> = "ready" | "step" | { readonly result: Result };

/** The main thread's side: a thread of its own for jobs. */
export class JobThread<Setup, Job, Result> {
  private onStep: () => void = () => {};
  private running: PromiseWithResolvers<Result> | null = null;
  private failure: Error | null = null;

  /** A thread that has no job yet. The worker calls `serveJobs`. */
  constructor(private readonly worker: Worker, setup: Setup) {
    worker.onmessage = ({ data }: MessageEvent<Answer<Result>>) => {
      if (data === "step") this.onStep();
      else if (data !== "ready") this.running?.resolve(data.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.failure = new Error(`A thread that plays games failed: ${event.message}`);
      this.running?.reject(this.failure);
    };
    this.send({ setup });
  }

  /** Lets the thread do a job; the one before must be done. Throws an Error if the thread fails. */
  run(job: Job, onStep: () => void = () => {}): Promise<Result> {
    this.running = Promise.withResolvers();
    if (this.failure !== null) this.running.reject(this.failure);
    this.onStep = onStep;
    this.send({ job });
    return this.running.promise;
  }

  /** Ends the thread, whatever it does. */
  close(): void {
    this.worker.terminate();
  }

  private send(request: Request<Setup, Job>): void {
    this.worker.postMessage(request);
  }
}

/** A thread's end of the message channel: the global scope of a worker has this shape. */
interface Port<Setup, Job, Result> {
  postMessage(answer: Answer<Result>): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Request<Setup, Job>>) => void): void;
}

/** Whether this is a thread, not the program. */
export const isThread: boolean = "WorkerGlobalScope" in globalThis;

/**
 * The thread's side: does the jobs that the main thread sends.
 *
 * @param prepare Makes of the setup the function that does a job and returns what came of it; `onStep` reports a step.
 */
export function serveJobs<Setup, Job, Result>(
  prepare: (setup: Setup) => (job: Job, onStep: () => void) => Result,
): void {
  // The types describe the main thread's global scope, which has no `postMessage`.
  const port = globalThis as unknown as Port<Setup, Job, Result>;
  let work: ((job: Job, onStep: () => void) => Result) | null = null;
  port.addEventListener("message", ({ data }) => {
    if ("setup" in data) {
      // Sent before anything is compiled: V8 throws optimised code away with the first message of a thread.
      port.postMessage("ready");
      work = prepare(data.setup);
    } else if (work !== null) {
      port.postMessage({ result: work(data.job, () => port.postMessage("step")) });
    }
  });
}
