/** The embedded network, imported as bytes. In a bundle, it is a string instead (tools/build/bundle.ts). @module */

import bytes from "./hindsight.net" with { type: "bytes" };
import type { Network } from "./network.ts";
import { parseNetwork } from "./network_file.ts";
import { fromPrintable } from "./printable.ts";

const FILE: Uint8Array<ArrayBuffer> | string = bytes;

/** The bytes of the embedded network's file. */
export function embeddedNetworkFile(): Uint8Array<ArrayBuffer> {
  return typeof FILE === "string" ? fromPrintable(FILE) : FILE;
}

/** Makes a new network from the embedded file. */
export function embeddedNetwork(): Network {
  // The text in a bundle was checked when the bundle was built.
  return parseNetwork(embeddedNetworkFile(), typeof FILE === "string");
}
