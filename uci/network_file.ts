/** The option `EvalFile`: another evaluation network, from a file. @module */

import type { Network } from "../nnue/network.ts";
import { parseNetwork } from "../nnue/network_file.ts";
import { readParsed } from "../system/files.ts";

/**
 * Maximum size of a network file. The largest network of the format, with 16 king buckets and 1024 neurons, takes 12.6
 * MB if every weight fits into one byte, and three times as much if none does.
 */
const MAX_NETWORK_BYTES = 40 * 1024 * 1024;

/** Reads a network. If the file cannot be read or is not a network, throws an Error that names the file. */
export function loadNetwork(path: string): Network {
  return readParsed(path, "load the network", MAX_NETWORK_BYTES, parseNetwork);
}

/** Describes the network in use: from the file `path`, or the embedded network for "". */
export function describeNetwork({ hiddenSize, isMirrored }: Network, path: string): string {
  const name = path === "" ? "the embedded one" : `'${path}'`;
  return `The network is ${name}, with ${hiddenSize} neurons for each side${isMirrored ? ", mirrored" : ""}`;
}
