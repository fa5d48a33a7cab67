import { assertEquals, assertInstanceOf, assertMatch, assertThrows } from "@std/assert";
import { crc32 } from "../../nnue/crc32.ts";
import { createNetwork, type Network } from "../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../nnue/network_file.ts";
import { randomIntegers } from "../core/random_games.ts";
import { randomNetwork } from "./random_network.ts";

/** A file of the smallest size, with a summary of odd length. */
function validFile(summary = '{"n":123,"of":"ü"}'): Uint8Array<ArrayBuffer> {
  return serialiseNetwork({ ...randomNetwork({ isMirrored: true }), summary });
}

/** Writes the checksum of the file's current contents. */
function sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

/** A valid file with one 32-bit number replaced, and the right checksum. */
function fileWith(at: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = validFile();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return sign(bytes);
}

function weightsOf({ featureWeights, featureBias, outputWeights, outputBias, layers }: Network) {
  return [featureWeights, featureBias, outputWeights, outputBias, ...layers];
}

/** Expects the file to be refused with a documented kind of error, and returns its message. */
function refusal(bytes: Uint8Array): string {
  try {
    parseNetwork(bytes);
  } catch (error) {
    assertInstanceOf(error, Error);
    assertMatch(error.name, /^(SyntaxError|RangeError)$/, error.stack);
    return error.message;
  }
  throw new TypeError(`Expected a file of ${bytes.length} bytes to be refused`);
}

Deno.test("`parseNetwork()` reads what `serialiseNetwork()` wrote, for every size", () => {
  for (const [hiddenSize, isMirrored] of [[32, false], [64, true], [96, false], [512, true], [1024, true]] as const) {
    const numbers = { qa: 181, qb: 50, scale: 1000 };
    const network = { ...randomNetwork({ hiddenSize, isMirrored, seed: hiddenSize, weight: 20 }), ...numbers };
    const bytes = serialiseNetwork(network);
    const read = parseNetwork(bytes);
    assertEquals(weightsOf(read), weightsOf(network));
    const { qa, qb, scale } = read;
    assertEquals([read.hiddenSize, read.isMirrored, read.summary], [hiddenSize, isMirrored, network.summary]);
    assertEquals({ qa, qb, scale }, numbers);
    assertEquals(serialiseNetwork(read), bytes);
  }
});

Deno.test("a network with king buckets is written in bytes, and read as it was written", () => {
  for (const [kingBucketCount, weight] of [[2, 60], [4, 127], [16, 400]] as const) {
    const network = randomNetwork({ isMirrored: true, kingBucketCount, weight, seed: 9 });
    network.featureWeights.set([127, -127, 128, -128, 500, -500]);
    const bytes = serialiseNetwork(network);
    const table = 768 * 32;
    const { featureWeights } = network;
    const numbers = featureWeights.map((value, i) => i < table ? value : value - featureWeights[i % table]);
    const wide = numbers.filter((number) => Math.abs(number) > 127).length;
    const weights = kingBucketCount * 768 * 32;
    assertEquals(bytes.length, 64 + 64 + weights + 2 * wide + 64 + 8 * 128 + 8 * 4 + 4);
    assertEquals(bytes[8], 2);
    assertEquals(bytes.subarray(64, 128), network.kingBuckets);
    assertEquals(Array.from(bytes.subarray(128, 134)), [127, 129, 128, 128, 128, 128]);
    const read = parseNetwork(bytes);
    assertEquals([read.kingBucketCount, read.kingBuckets], [kingBucketCount, network.kingBuckets]);
    assertEquals(weightsOf(read), weightsOf(network));
    assertEquals(serialiseNetwork(read), bytes);
  }
});

Deno.test("`parseNetwork()` refuses king buckets that are damaged or missing", () => {
  const bytes = serialiseNetwork(randomNetwork({ kingBucketCount: 3 }));
  const random = randomIntegers(7);
  for (let i = 0; i < 300; i++) refusal(bytes.subarray(0, i < 200 ? i : random(bytes.length)));
  const withBuckets = (kingBuckets: Uint8Array) => {
    const changed = bytes.slice();
    changed.set(kingBuckets, 64);
    return refusal(sign(changed));
  };
  assertEquals(withBuckets(new Uint8Array(64)), "Network file of version 2 must have two king buckets or more");
  assertEquals(withBuckets(new Uint8Array(64).fill(16)), "King buckets of a network must be 0 to 15, not 16");
  // One file has more buckets than weights. In the other, a weight is marked as wide but is missing.
  assertMatch(withBuckets(Uint8Array.from({ length: 64 }, (_, i) => i & 7)), /must have feature weights up to byte/);
  const wide = bytes.slice();
  wide[128] = 128;
  assertMatch(refusal(sign(wide)), /^Network file must have \d+ bytes/);
});

Deno.test("`parseNetwork()` reads a file from any place in a buffer, and does not change it", () => {
  const bytes = validFile();
  const shifted = new Uint8Array([...Array(7).fill(0), ...bytes, 1, 2]);
  assertEquals(weightsOf(parseNetwork(shifted.subarray(7, -2))), weightsOf(parseNetwork(bytes)));
  assertEquals(bytes, validFile());
});

Deno.test("`serialiseNetwork()` keeps to the layout of the format, byte by byte", () => {
  const network = createNetwork({ hiddenSize: 32, isMirrored: true, qa: 254, qb: 63, scale: 399 }, '{"a":1}');
  network.featureWeights[32 + 5] = -2;
  network.featureBias[1] = 0x0102;
  network.outputWeights[64] = 3;
  network.outputBias[7] = 0x01020304;
  const bytes = serialiseNetwork(network);
  assertEquals(bytes.length, 64 + 768 * 64 + 64 + 8 * 128 + 8 * 4 + 4);
  const words = (at: number, count: number) => Array.from(bytes.subarray(at, at + count));
  assertEquals(words(0, 8), Array.from("HINDSNET", (letter) => letter.charCodeAt(0)));
  assertEquals(words(8, 32), [
    ...[1, 0, 0, 0, 32, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0],
    ...[254, 0, 0, 0, 63, 0, 0, 0, 143, 1, 0, 0, 7, 0, 0, 0],
  ]);
  assertEquals(new TextDecoder().decode(bytes.subarray(40, 47)), '{"a":1}');
  assertEquals(words(47, 17), Array(17).fill(0));
  assertEquals(words(64 + (32 + 5) * 2, 2), [0xfe, 0xff]);
  const biasAt = 64 + 768 * 64;
  assertEquals(words(biasAt, 4), [0, 0, 2, 1]);
  assertEquals(words(biasAt + 64 + 128, 2), [3, 0]);
  assertEquals(words(bytes.length - 8, 4), [4, 3, 2, 1]);
});

Deno.test("`parseNetwork()` refuses a file that is cut off anywhere, or followed by other bytes", () => {
  const bytes = validFile();
  const random = randomIntegers(2);
  for (let i = 0; i < 228; i++) refusal(bytes.subarray(0, i < 128 ? i : random(bytes.length)));
  refusal(bytes.subarray(0, bytes.length - 1));
  const message = "Network file must have 50340 bytes (N = 32, summary of 19), not 50341";
  assertEquals(refusal(new Uint8Array([...bytes, 0])), message);
});

Deno.test("`parseNetwork()` refuses a file with any byte of the head changed, and with any bit elsewhere", () => {
  const bytes = validFile();
  const random = randomIntegers(3);
  for (let i = 0; i < 500; i++) {
    const at = i < 128 ? i : i < 136 ? bytes.length - 1 - (i - 128) : random(bytes.length);
    const old = bytes[at];
    bytes[at] ^= i < 128 ? 1 + random(255) : 1 << random(8);
    refusal(bytes);
    bytes[at] = old;
  }
  parseNetwork(bytes);
});

Deno.test("`parseNetwork()` refuses random bytes, with and without the right beginning", () => {
  const random = randomIntegers(4);
  const head = validFile().subarray(0, 12);
  for (let i = 0; i < 400; i++) {
    const bytes = Uint8Array.from({ length: random(300) }, () => random(256));
    if (i % 2 === 0 && bytes.length >= head.length) bytes.set(head);
    if (i % 4 === 0 && bytes.length >= 4) sign(bytes);
    refusal(bytes);
  }
});

Deno.test("`parseNetwork()` reports which number of the head is wrong", () => {
  const size = "Hidden size of a network must be a multiple of 32 from 32 to 1024, not";
  const cases: [at: number, value: number, error: typeof RangeError, message: string][] = [
    [8, 4, SyntaxError, "Network file must have version 1 to 3, not 4"],
    [12, 0, RangeError, `${size} 0`],
    [12, 33, RangeError, `${size} 33`],
    [12, 1056, RangeError, `${size} 1056`],
    [12, 0xffffffe0, RangeError, `${size} 4294967264`],
    [12, 64, SyntaxError, "Network file must have 100580 bytes (N = 64, summary of 19), not 50340"],
    [16, 1, RangeError, "Network must have 8 rows of output weights, not 1"],
    [20, 2, RangeError, "Flags of a network must be 0 or 1, not 2"],
    [20, 0x80000001, RangeError, "Flags of a network must be 0 or 1, not 2147483649"],
    [24, 0, RangeError, "QA of a network must be 1 to 255, not 0"],
    [24, 256, RangeError, "QA of a network must be 1 to 255, not 256"],
    [24, 0xffffff01, RangeError, "QA of a network must be 1 to 255, not -255"],
    [28, 0, RangeError, "QB of a network must be 1 to 65535, not 0"],
    [32, 0, RangeError, "Scale of a network must be 1 to 65535, not 0"],
    [32, 65536, RangeError, "Scale of a network must be 1 to 65535, not 65536"],
    [36, 0xffffffff, SyntaxError, "Network file must have 4295017636 bytes (N = 32, summary of 4294967295), not 50340"],
    [36, 18, SyntaxError, 'Summary of a network must be JSON, not "{\\"n\\":123,\\"of\\":\\"ü\\""'],
    [36, 17, SyntaxError, 'Summary of a network must be JSON, not "{\\"n\\":123,\\"of\\":\\"ü"'],
    [36, 16, SyntaxError, "Summary of a network must be UTF-8"],
    [60, 1, SyntaxError, "Network file must have zeros between its summary and its weights"],
  ];
  parseNetwork(fileWith(8, 1));
  for (const [at, value, error, message] of cases) {
    const thrown = assertThrows(() => parseNetwork(fileWith(at, value)), error, message);
    assertEquals((thrown as Error).message, message);
  }
});

Deno.test("`parseNetwork()` quotes the beginning of a file that is not a network, and reports a damaged network's checksum", () => {
  const bytes = validFile();
  bytes[1000] ^= 4;
  assertMatch(refusal(bytes), /^Network file is damaged: its checksum must be [0-9a-f]{8}, not [0-9a-f]{8}$/);
  bytes.set(new TextEncoder().encode("PK\x03\x04 zip"));
  assertEquals(refusal(bytes), 'Network file must begin with HINDSNET, not "PK\\u0003\\u0004 zip"');
  assertEquals(refusal(bytes.subarray(0, 43)), "Network file must have a header of 40 bytes and more, not 43");
  // The check value of the standard.
  assertEquals(["123456789", ""].map((text) => crc32(new TextEncoder().encode(text))), [0xcbf43926, 0]);
});

Deno.test("`serialiseNetwork()` and `parseNetwork()` accept only JSON objects as summary", () => {
  for (const summary of ["", "[]", "null", "3", '"text"', "{", "{'a': 1}", "\ufeff{}"]) {
    assertThrows(() => validFile(summary), SyntaxError, "Summary of a network must be ");
    // The same summary, written into a file.
    const bytes = validFile(" ".repeat(20) + "{}");
    const text = new TextEncoder().encode(summary);
    bytes.fill(0, 40, 64);
    bytes.set(text, 40);
    new DataView(bytes.buffer).setUint32(36, text.length, true);
    assertMatch(refusal(sign(bytes)), /^Summary of a network must be /);
  }
  for (const text of ["{}", ` { "a": [1, 2] }\n`]) assertEquals(parseNetwork(validFile(text)).summary, text);
});

Deno.test("`parseNetwork()` refuses weights with which a computation could overflow", () => {
  const bytes = validFile("{}");
  const weightsAt = 64 + 768 * 64 + 64;
  new DataView(bytes.buffer).setInt16(weightsAt + 2 * 64, -128, true);
  assertEquals(refusal(sign(bytes)), "Output weights of a network must be within ±127, not -128 (bucket 1)");
});
