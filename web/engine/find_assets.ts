/**
 * Where the page finds its engine: the file of the search worker, and the network.
 *
 * The page comes in two forms. On a server they are two files beside the page. In `hindsight.html`, which opens from a
 * disk, both are texts inside the page, since such a page may not load files: the worker is started from a blob URL, as a
 * classic script, because browsers refuse modules there.
 *
 * @module
 */

import type { Assets } from "./assets.ts";

/** What the browser's tools call a worker. */
const WORKER_NAME = "search";
/** The elements that hold the texts in the page that is one file. */
const WORKER_ELEMENT = "engine-worker";
const NETWORK_ELEMENT = "engine-network";
/** The files beside the page. */
const WORKER_FILE = "./worker.js";
const NETWORK_FILE = "./network.bin";

/** The assets of this page. */
export function findAssets(): Assets {
  const worker = document.getElementById(WORKER_ELEMENT);
  const network = document.getElementById(NETWORK_ELEMENT);
  if (worker !== null && network !== null) {
    const source = new Blob(['"use strict";', worker.textContent ?? ""], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    return {
      startWorker: () => new Worker(url, { name: WORKER_NAME }),
      loadNetwork: once(() => inflate(fromBase64((network.textContent ?? "").trim()))),
    };
  }
  const assets: Assets = {
    startWorker: () => new Worker(WORKER_FILE, { type: "module", name: WORKER_NAME }),
    loadNetwork: once(() => fetchNetwork((loaded) => assets.onProgress?.(loaded))),
  };
  return assets;
}

/** Loads something at the first call, and again only after a failure. */
function once(load: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let loading: Promise<Uint8Array> | null = null;
  return () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function fetchNetwork(onProgress: (loaded: number | null) => void): Promise<Uint8Array> {
  const response = await fetch(NETWORK_FILE);
  if (!response.ok) throw new Error(`Cannot load ${NETWORK_FILE}: the server answers ${response.status}`);
  // A server that compresses the file once more reports another size than that of the bytes that come.
  const size = response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    onProgress(size > 0 ? Math.min(1, length / size) : null);
  }
  return await inflate(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

/** Bytes as they were before gzip; those that are not compressed stay as they are: some servers inflate by themselves. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
