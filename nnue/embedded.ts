/**
 * The network that the engine carries along, imported as bytes: a bundle or an executable needs no second file.
 * @module
 */

import bytes from "./hindsight.net" with { type: "bytes" };
import type { Network } from "./network.ts";
import { parseNetwork } from "./network_file.ts";

/** The file of the embedded network, byte by byte. */
export const EMBEDDED_NETWORK_FILE: Uint8Array<ArrayBuffer> = bytes;

/** Reads the embedded network: a new one each time, to be kept and posted to the threads that share it. */
export function embeddedNetwork(): Network {
  return parseNetwork(EMBEDDED_NETWORK_FILE);
}
