/** Times that one thread takes over from another. @module */

import { assertEquals } from "@std/assert";
import { unlimited } from "../../../search/limits.ts";
import type { RequestMessage, WorkerAnswer } from "../../../search/threads/messages.ts";
import { onReceiversClock } from "../../../search/threads/moment.ts";
import { PoolMemory } from "../../../search/threads/pool_memory.ts";
import { serveSearch } from "../../../search/threads/search_thread.ts";
import { CONTROL_RUNNING } from "../../../search/thread_slot.ts";
import { NETWORK, START } from "./pool_fixtures.ts";

const HOUR_MS = 3_600_000;

Deno.test("a sender's time is found on the receiver's clock, less the message's way by the system's clock", () => {
  // 200 ms before it was sent, and 30 ms under way.
  const sent = { ownMs: 1200, systemMs: 50_000 };
  assertEquals(onReceiversClock(1000, sent, { ownMs: 90, systemMs: 50_030 }), 90 - 230);
  // Set back meanwhile.
  assertEquals(onReceiversClock(1000, sent, { ownMs: 90, systemMs: 40_000 }), 90 - 200);
});

Deno.test("a system's clock that is set between the starts of two threads, or in a search, changes no time of the search", () => {
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
  // The engine's thread started when the system's clock was an hour behind. The message takes 30 ms; then the clock is
  // set an hour on each time that it is looked at.
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
