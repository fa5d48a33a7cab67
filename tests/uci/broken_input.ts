/** The engine with unreadable input, for flood_process_test.ts: the word `break` causes an exception. @module */

import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import { runEngine } from "../../uci/uci.ts";

if ("WorkerGlobalScope" in globalThis) {
  serveSearch(globalThis as unknown as WorkerPort);
} else {
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (...args: Parameters<typeof decode>): string {
    const text = decode.apply(this, args);
    if (text.includes("break")) throw new RangeError("Invalid string length");
    return text;
  };
  await runEngine(() => new Worker(import.meta.url, { type: "module" }));
}
