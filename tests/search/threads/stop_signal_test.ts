/** Stop and ponderhit by blob URLs, with an imitation of synchronous requests, which Deno lacks. @module */

import { assert, assertEquals, assertLess } from "@std/assert";
import { SignalSender, SignalWatch } from "../../../search/threads/stop_signal.ts";

/** Runs `body` while synchronous requests reach blob URLs that are not revoked; `body` can count the requests. */
function withRequests(body: (countRequests: () => number) => void): void {
  const alive = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  let requests = 0;
  class Request {
    send = (): void => {};
    open(_method: string, url: string): void {
      this.send = () => {
        requests++;
        if (!alive.has(url)) throw new Error("Not found");
      };
    }
  }
  URL.createObjectURL = (blob) => {
    const url = createObjectURL(blob);
    alive.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    revokeObjectURL(url);
    alive.delete(url);
  };
  Object.assign(globalThis, { XMLHttpRequest: Request });
  try {
    body(() => requests);
  } finally {
    Reflect.deleteProperty(globalThis, "XMLHttpRequest");
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  }
}

/** Waits until a watch has certainly looked again: the longest time between two looks is 40 ms. */
function waitForLook(): void {
  const end = performance.now() + 45;
  while (performance.now() < end);
}

Deno.test("the next check sees a sent signal, which stays sent", () => {
  withRequests((countRequests) => {
    const sender = new SignalSender();
    const { stop, ponder } = sender.next(true);
    const watches = [new SignalWatch(stop, false), new SignalWatch(ponder!, false)];
    assertEquals(watches.map(({ works }) => works), [true, true]);
    waitForLook();
    assertEquals(watches.map((watch) => watch.isSent()), [false, false]);
    sender.sendStop();
    waitForLook();
    assertEquals(watches.map((watch) => watch.isSent()), [true, false]);
    const requests = countRequests();
    waitForLook();
    assert(watches[0].isSent());
    assertEquals(countRequests(), requests);
    // Sending the signal again changes nothing.
    sender.sendStop();
    sender.sendPonderhit();
    waitForLook();
    assertEquals(watches.map((watch) => watch.isSent()), [true, true]);
  });
});

Deno.test("a watch that is asked repeatedly looks only every few milliseconds", () => {
  withRequests((countRequests) => {
    const watch = new SignalWatch(new SignalSender().next(false).stop, false);
    const start = performance.now();
    for (let i = 0; i < 100_000; i++) watch.isSent();
    // There is one look when it starts, then at most one in 10 ms.
    assertLess(countRequests(), 2 + (performance.now() - start) / 10);
  });
});

Deno.test("if signals are known to work, the first look comes after the longest interval", () => {
  withRequests((countRequests) => {
    const sender = new SignalSender();
    const watch = new SignalWatch(sender.next(false).stop, true);
    assert(watch.works && !watch.isSent());
    assertEquals(countRequests(), 0);
    // The watch even notices a signal that was sent before it began.
    sender.sendStop();
    waitForLook();
    assert(watch.isSent());
  });
});

Deno.test("without synchronous requests there is no URL, and a watch never finds a signal", () => {
  const sender = new SignalSender();
  const { stop } = sender.next(false);
  const watch = new SignalWatch(stop, false);
  const isSent = [watch.isSent()];
  sender.sendStop();
  waitForLook();
  assertEquals([stop, watch.works, ...isSent, watch.isSent()], ["", false, false, false]);
});

Deno.test("a stop signal that was not sent is used for the next search, but a sent one is not", () => {
  withRequests(() => {
    const sender = new SignalSender();
    const first = sender.next(true);
    const watch = new SignalWatch(first.ponder!, false);
    const second = sender.next(false);
    // A search that does not ponder has no such signal, and the signal of the previous search no longer answers.
    assertEquals([second.stop, second.ponder], [first.stop, null]);
    waitForLook();
    assert(watch.isSent());
    sender.sendStop();
    const third = sender.next(false);
    assert(third.stop !== second.stop);
    assert(new SignalWatch(third.stop, false).works);
    sender.close();
    assert(!new SignalWatch(third.stop, false).works);
  });
});
