/** Implements the option `EvalFile`, which loads another evaluation network from a file. @module */

import type { Network } from "../nnue/network.ts";
import { parseNetwork } from "../nnue/network_file.ts";
import { readParsed } from "../system/files.ts";

/** In this format, a network takes at most 12.6 MB with one-byte weights, or three times that with larger ones. */
const MAX_NETWORK_BYTES = 40 * 1024 * 1024;

/** Reads a network. Throws an Error that names the file. */
export function loadNetwork(path: string): Network {
  return readParsed(path, "load the network", MAX_NETWORK_BYTES, parseNetwork);
}

/** Describes the network that was read from this path; "" means the embedded network. */
export function describeNetwork({ hiddenSize, isMirrored }: Network, path: string): string {
  const name = path === "" ? "the embedded one" : `'${path}'`;
  return `The network is ${name}, with ${hiddenSize} neurons for each side${isMirrored ? ", mirrored" : ""}`;
}
