import { assertEquals, assertRejects } from "@std/assert";
import { Experience, LEARNED_MAX_BYTES, recordOf } from "../../experience/experience.ts";
import { decodeLearned, encodeHead, encodeLearned, encodeRecords } from "../../experience/learned_file.ts";
import { SNAPSHOT_SIZES } from "../../experience/snapshot.ts";
import { crc32 } from "../../nnue/crc32.ts";

const HEAD = { network: 0xdeadbeef, engine: "Test 1" };

function someExperience(): Experience {
  const experience = new Experience();
  for (let i = 0; i < 50; i++) {
    experience.add(
      recordOf({ keyLo: i * 77, keyHi: -i, move: i + 1, score: i, bound: 3, depth: 8 + i % 5, visits: 1 }),
    );
  }
  return experience;
}

function someSnapshot() {
  const histories = new Int16Array(SNAPSHOT_SIZES.histories);
  const corrections = new Int16Array(SNAPSHOT_SIZES.corrections);
  histories[40_000] = -77;
  corrections[3] = 12;
  return { histories, corrections };
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** Gives the changed head of a block its checksum. */
function mend(block: Uint8Array<ArrayBuffer>): void {
  new DataView(block.buffer).setUint32(12, crc32(block.subarray(0, 12)), true);
}

Deno.test("what is written is read again", async () => {
  const written = await encodeLearned(HEAD, { experience: someExperience(), snapshot: someSnapshot() });
  const { experience, snapshot, notices } = await decodeLearned(written, HEAD.network);
  assertEquals(experience.records, someExperience().records);
  assertEquals(snapshot, someSnapshot());
  assertEquals(notices, []);
  assertEquals(await encodeLearned(HEAD, { experience, snapshot }), written);
});

Deno.test("an empty file and a head alone hold nothing", async () => {
  for (const bytes of [new Uint8Array(0), encodeHead(HEAD)]) {
    const { experience, snapshot, notices } = await decodeLearned(bytes, HEAD.network);
    assertEquals([experience.size, snapshot, notices], [0, null, []]);
  }
});

Deno.test("blocks can be added at the end", async () => {
  const block = await encodeRecords(someExperience().records);
  const { experience } = await decodeLearned(concat(encodeHead(HEAD), block, block), HEAD.network);
  assertEquals(experience.size, 50);
  assertEquals(experience.records[3] >>> 16, 2);
});

Deno.test("a block that is cut off is left out, wherever the cut is", async () => {
  const block = await encodeRecords(someExperience().records);
  const whole = concat(encodeHead(HEAD), block, block);
  for (let cut = 1; cut < block.length; cut += 7) {
    const { experience, notices } = await decodeLearned(whole.subarray(0, whole.length - cut), HEAD.network);
    assertEquals(experience.records, someExperience().records);
    assertEquals(notices, [`Its last ${block.length - cut} bytes are cut off and left out`]);
  }
});

Deno.test("any wrong byte is noticed", async () => {
  const whole = concat(encodeHead(HEAD), await encodeRecords(someExperience().records));
  for (let at = 0; at < whole.length; at++) {
    const wrong = whole.slice();
    wrong[at] ^= 1 << at % 8;
    const error = await decodeLearned(wrong, HEAD.network).catch((error) => error);
    assertEquals(error instanceof SyntaxError || error instanceof RangeError, true, `byte ${at}`);
  }
});

Deno.test("other files, versions and networks are refused with the reason", async () => {
  const whole = await encodeLearned(HEAD, { experience: someExperience(), snapshot: null });
  await assertRejects(() => decodeLearned(new Uint8Array(100), HEAD.network), SyntaxError, "does not begin like one");
  await assertRejects(() => decodeLearned(whole.subarray(0, 20), HEAD.network), SyntaxError, "does not begin like one");
  await assertRejects(() => decodeLearned(whole, 1), RangeError, "learned with the network deadbeef, but 00000001");
  const later = whole.slice();
  later[8] = 2;
  await assertRejects(() => decodeLearned(later, HEAD.network), RangeError, "format 1 of learning files, but got 2");
  const huge = new Uint8Array(LEARNED_MAX_BYTES + 1);
  await assertRejects(() => decodeLearned(huge, HEAD.network), RangeError, "at most");
});

Deno.test("histories of other tables are left out, positions are not", async () => {
  const whole = await encodeLearned(HEAD, { experience: someExperience(), snapshot: someSnapshot() });
  whole[16] ^= 1;
  new DataView(whole.buffer).setUint32(36, crc32(whole.subarray(0, 36)), true);
  const { experience, snapshot, notices } = await decodeLearned(whole, HEAD.network);
  assertEquals([experience.size, snapshot], [50, null]);
  assertEquals(notices.length, 1);
});

Deno.test("more behind the compression than a block says is refused, without reading it", async () => {
  const block = await encodeRecords(new Int32Array(6 * 100_000));
  const view = new DataView(block.buffer);
  view.setUint32(4, 24, true);
  mend(block);
  await assertRejects(() => decodeLearned(concat(encodeHead(HEAD), block), HEAD.network), SyntaxError, "more than 24");
});

Deno.test("entries beyond the bound of their table are refused", async () => {
  const snapshot = someSnapshot();
  snapshot.corrections[3] = 2000;
  const whole = await encodeLearned(HEAD, { experience: new Experience(), snapshot });
  await assertRejects(() => decodeLearned(whole, HEAD.network), RangeError, "'pawn' within ± 1024, but got 2000");
});
