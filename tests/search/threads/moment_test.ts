import { assertEquals } from "@std/assert";
import { unlimited } from "../../../search/limits.ts";
import type { RequestMessage, WorkerAnswer } from "../../../search/threads/messages.ts";
import { onReceiversClock } from "../../../search/threads/moment.ts";
import { PoolMemory } from "../../../search/threads/pool_memory.ts";
import { serveSearch } from "../../../search/threads/search_thread.ts";
import { CONTROL_RUNNING } from "../../../search/thread_slot.ts";
import { NETWORK, START } from "./pool_fixtures.ts";

const HOUR_MS = 3_600_000;

Deno.test("a sender's time is converted to the receiver's clock; the system's clock gives the time that the message took", () => {
  // The time is 200 ms before the message was sent, and the message takes 30 ms.
  const sent = { ownMs: 1200, systemMs: 50_000 };
  assertEquals(onReceiversClock(1000, sent, { ownMs: 90, systemMs: 50_030 }), 90 - 230);
  // The system's clock is set back in between.
  assertEquals(onReceiversClock(1000, sent, { ownMs: 90, systemMs: 40_000 }), 90 - 200);
});

Deno.test("setting the system's clock between the starts of two threads, or during a search, changes no time of the search", () => {
  const infos: number[] = [];
  let serve: (message: RequestMessage) => void = () => {};
  const port = {
    postMessage: (answer: WorkerAnswer) => {
      if (answer.kind === "info") infos.push(answer.info.timeMs);
      if (answer.kind === "failed") throw new Error(answer.message);
    },
    addEventListener: (_: string, listen: (event: { data: RequestMessage }) => void) => {
      serve = (data) => listen({ data });
    },
    close: () => {},
  };
  serveSearch(port);
  const memory = new PoolMemory(true, 1, NETWORK);
  serve({ ticket: 1, request: memory.startRequest(0, null) });
  memory.state.control[CONTROL_RUNNING] = 1;
  // The message takes 30 ms. From then on, the system's clock is set forward by an hour each time it is read.
  const sentAt = { ownMs: 7000, systemMs: 10 * HOUR_MS };
  let systemMs = 10 * HOUR_MS + 30;
  const limits = { ...unlimited(), depth: 4, hardMs: HOUR_MS, startedAt: 6800 };
  const request = { kind: "search" as const, game: START, limits, sentAt, search: 1, threads: 1, searchesBefore: 0 };
  const rest = { parameters: null, inspectEveryMs: 0, inspectDepths: false, known: null, signals: null };
  const [ownNow, systemNow] = [performance.now, Date.now];
  [performance.now, Date.now] = [() => 40, () => (systemMs += HOUR_MS) - HOUR_MS];
  try {
    serve({ ticket: 2, request: { ...request, ...rest } });
  } finally {
    [performance.now, Date.now] = [ownNow, systemNow];
  }
  assertEquals(infos, [230, 230, 230, 230]);
});
