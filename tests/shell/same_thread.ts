/** A search "thread" in the program's own thread: the search must end without a command. @module */

import { embeddedNetwork } from "../../nnue/embedded.ts";
import { AccumulatorStack } from "../../nnue/accumulator.ts";
import type { RequestMessage } from "../../search/threads/messages.ts";
import { serveSearch } from "../../search/threads/search_thread.ts";
import { openTableFile } from "../../system/table_files.ts";

// Reading the network takes longer than everything else that an engine does when it starts.
const network = embeddedNetwork();
const accumulators = AccumulatorStack.reserve(network);

/** Starts such a thread in a tenth of a worker's processor time. Only one engine may search at a time. */
export function startSameThread(): Worker {
  const { port1, port2 } = new MessageChannel();
  const withNetwork = ({ data: { ticket, request } }: MessageEvent<RequestMessage>): { data: RequestMessage } => {
    const isAsked = request.kind === "start" && request.network === null;
    return { data: { ticket, request: isAsked ? { ...request, network, accumulators } : request } };
  };
  serveSearch(
    {
      postMessage: (answer) => port1.postMessage(answer),
      close: () => port1.close(),
      addEventListener: (_, listener) => port1.onmessage = (event) => listener(withNetwork(event)),
    },
    undefined,
    openTableFile,
  );
  const worker: Pick<Worker, "postMessage" | "addEventListener" | "terminate"> = {
    postMessage: (request: unknown) => port2.postMessage(request),
    addEventListener: (type: string, listener: unknown) => {
      port2.addEventListener(type as "message", listener as (event: MessageEvent) => void);
      port2.start();
    },
    terminate: () => port1.close(),
  };
  return worker as Worker;
}
