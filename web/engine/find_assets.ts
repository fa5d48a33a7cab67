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
      loadNetwork: () => inflate(fromBase64((network.textContent ?? "").trim())),
    };
  }
  return {
    startWorker: () => new Worker(WORKER_FILE, { type: "module", name: WORKER_NAME }),
    loadNetwork: fetchNetwork,
  };
}

async function fetchNetwork(): Promise<Uint8Array> {
  const response = await fetch(NETWORK_FILE);
  if (!response.ok) throw new Error(`Cannot load ${NETWORK_FILE}: the server answers ${response.status}`);
  return await inflate(new Uint8Array(await response.arrayBuffer()));
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
