/**
 * Finds the engine's two files: the search worker and the network.
 *
 * On a server, both are files next to the page. A page opened from disk cannot load files, so `hindsight.html`
 * contains both as text. It starts the worker from a blob URL, as a classic script: such a page cannot load modules.
 * @module
 */

import { observe } from "../observed.ts";
import type { Assets } from "./engine_link.ts";

const WORKER_NAME = "search";
const NETWORK_FILE = "./network.bin";

type Bytes = Uint8Array<ArrayBuffer>;

/** @param seen Settles when the page is visible. The network is loaded only after that. */
export function findAssets(seen: Promise<void>): Assets {
  const worker = document.getElementById("engine-worker");
  const network = document.getElementById("engine-network");
  if (worker !== null && network !== null) {
    const source = new Blob(['"use strict";', worker.textContent ?? ""], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    return {
      startWorker: () => new Worker(url, { name: WORKER_NAME }),
      loadNetwork: once(() => inflate(new Blob([fromBase64((network.textContent ?? "").trim())]).stream()), seen),
    };
  }
  const assets: Assets = {
    startWorker: () => new Worker("./worker.js", { type: "module", name: WORKER_NAME }),
    loadNetwork: once(() => fetchNetwork(assets), seen),
    loaded: null,
  };
  observe(assets, "loaded");
  return assets;
}

/** Loads on the first call, but not before `due` settles. Loads again only after a failure. */
function once(load: () => Promise<Uint8Array>, due: Promise<void>): () => Promise<Uint8Array> {
  let loading: Promise<Uint8Array> | null = null;
  return () => {
    loading ??= due.then(load).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** Loads the network, and records how much of it has arrived. */
async function fetchNetwork(assets: Assets): Promise<Uint8Array> {
  const response = await fetch(NETWORK_FILE);
  if (!response.ok) throw new Error(`Cannot load ${NETWORK_FILE}: the server returned ${response.status}`);
  // If the server compresses the file again, `content-length` is not the number of bytes that arrive here.
  const size = response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length"));
  let length = 0;
  const counter = new TransformStream<Bytes, Bytes>({
    transform(part, controller): void {
      length += part.length;
      assets.loaded = size > 0 ? Math.min(1, length / size) : null;
      controller.enqueue(part);
    },
  });
  return await inflate((response.body ?? new Blob([]).stream()).pipeThrough(counter));
}

/** Decompresses gzip piece by piece, so that no task takes long. Some servers have already decompressed the file. */
async function inflate(stream: ReadableStream<Bytes>): Promise<Uint8Array> {
  const loaded = await new Response(stream).blob();
  const [first, second] = new Uint8Array(await loaded.slice(0, 2).arrayBuffer());
  const isCompressed = first === 0x1f && second === 0x8b;
  const bytes = isCompressed ? loaded.stream().pipeThrough(new DecompressionStream("gzip")) : loaded;
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
