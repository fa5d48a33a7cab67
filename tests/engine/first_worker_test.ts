import { assertEquals } from "@std/assert";
import { FirstWorker, type StartingWay } from "../../engine/first_worker.ts";
import type { SearchWorker } from "../../search/threads/thread_handle.ts";

/** A way to start a worker; it fails immediately or later. */
function failing(from: string, isLate: boolean): StartingWay {
  const start = (): SearchWorker | Promise<SearchWorker> => {
    const reason = new Error(`no ${from}`);
    if (isLate) return Promise.reject(reason);
    throw reason;
  };
  return { from, start };
}

Deno.test("if every way fails, earlier and later listeners receive the reasons", async () => {
  for (const isLate of [false, true]) {
    const worker = new FirstWorker([failing("file", isLate), failing("text", isLate)]);
    const next = (): Promise<string> =>
      new Promise((resolve) => worker.addEventListener("error", ({ message }) => resolve(message)));
    const first = next();
    assertEquals(await first, "The search worker starts neither from file (no file) nor from text (no text)");
    assertEquals(await next(), await first);
  }
});
