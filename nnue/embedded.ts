/**
 * The network that the engine carries along: `hindsight.net`, imported as bytes, so that a bundle or an executable
 * needs no second file and no permission to read one.
 *
 * @module
 */

import bytes from "./hindsight.net" with { type: "bytes" };
import type { Network } from "./network.ts";
import { parseNetwork } from "./network_file.ts";

/** The file of the embedded network, byte by byte. */
export const EMBEDDED_NETWORK_FILE: Uint8Array<ArrayBuffer> = bytes;

/**
 * Reads the embedded network.
 *
 * @returns A new one each time, in its own memory: keep it, and post it to the threads that share it.
 * @throws {RangeError} If the system does not grant the memory.
 */
export function embeddedNetwork(): Network {
  return parseNetwork(EMBEDDED_NETWORK_FILE);
}
