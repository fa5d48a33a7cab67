import { assert, assertEquals, assertRejects } from "@std/assert";
import { encodeRecords, encodeRemoval, newNumber } from "../../experience/blocks.ts";
import { compacted, isCompactionDue } from "../../experience/compaction.ts";
import { Experience, RECORD_WORDS, recordOf } from "../../experience/experience.ts";
import { ALL_NETWORKS, BLOCK_HEAD_BYTES, concatenated, encodeHead, HEAD_BYTES } from "../../experience/journal.ts";
import { JOURNAL_MAX_BYTES, readJournal } from "../../experience/journal.ts";
import { SNAPSHOT_SIZES } from "../../experience/snapshot.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { decodeLearned, encodeLearned, journalOf, stampOf, version1 } from "./journals.ts";

const NETWORK = 0xdeadbeef;
const STAMP = stampOf(NETWORK);

function someExperience(count = 50, from = 1): Experience {
  const experience = new Experience();
  for (let i = from; i < from + count; i++) {
    const rest = { score: i % 900, bound: 3, depth: 8 + i % 5, visits: 1 };
    experience.add(recordOf({ keyLo: i * 77, keyHi: -i, move: i + 1, ...rest }));
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

/** Blocks with one record each: record 1 in the first block, record 2 in the second, and so on. */
async function blocksOf(count: number, network = NETWORK): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (let i = 1; i <= count; i++) {
    all.push(...await encodeRecords(stampOf(network), someExperience(1, i).records, newNumber()));
  }
  return all;
}

/** The numbers of a file's records, as `blocksOf` numbers them. */
async function keysIn(bytes: Uint8Array, network = NETWORK): Promise<number[]> {
  const { experience: { written } } = await decodeLearned(bytes, network);
  return Array.from({ length: written.length / RECORD_WORDS }, (_, i) => -written[i * RECORD_WORDS + 1]);
}

Deno.test("a journal that was written is read back unchanged", async () => {
  for (const count of [0, 50, 100_000]) {
    const experience = someExperience(count);
    const written = await encodeLearned(STAMP, experience, someSnapshot());
    const read = await decodeLearned(written, NETWORK);
    assertEquals(read.experience.records, experience.records);
    assertEquals(read.snapshot, someSnapshot());
    assertEquals(read.notices, []);
    assertEquals(await encodeLearned(STAMP, read.experience, read.snapshot), written);
  }
});

Deno.test("an empty file, a head alone, a part of a head, and zeros count as journals without contents", async () => {
  const head = encodeHead("Test", []);
  for (const bytes of [new Uint8Array(0), head, head.subarray(0, 5), head.subarray(0, 39), new Uint8Array(700)]) {
    const { experience, snapshot, journal } = await decodeLearned(bytes, NETWORK);
    assertEquals([experience.size, snapshot, journal.blocks.length], [0, null, 0]);
  }
});

Deno.test("despite any damage, all intact blocks are used, and a new block is appended after the last of them", async () => {
  const blocks = await blocksOf(4);
  const whole = journalOf(...blocks);
  const startOf = (block: number) => HEAD_BYTES + concatenated(blocks.slice(0, block)).length;
  const second = startOf(1);
  const last = startOf(3);
  const flipped = (at: number) => whole.map((byte, i) => i === at ? byte ^ 1 << at % 8 : byte);
  const zeros = (count: number) => new Uint8Array(count);
  const between = concatenated([whole.subarray(0, second), zeros(99).fill(7), whole.subarray(second)]);
  // The damage, the file, the numbers of the remaining records, and the end of the last intact block.
  const cases: [string, Uint8Array, number[], number][] = [
    ["20 zeros at the end", concatenated([whole, zeros(20)]), [1, 2, 3, 4], whole.length],
    ["4096 zeros at the end", concatenated([whole, zeros(4096)]), [1, 2, 3, 4], whole.length],
    ["a wrong length", whole.map((byte, i) => i === second + 17 ? byte ^ 64 : byte), [1, 3, 4], whole.length],
    ["zeros for a block", whole.map((byte, i) => i >= second && i < startOf(2) ? 0 : byte), [1, 3, 4], whole.length],
    ["something between", between, [1, 2, 3, 4], whole.length + 99],
    ["another file after it", concatenated([whole, whole]), [1, 2, 3, 4], 2 * whole.length],
    ["a damaged head", flipped(15), [1, 2, 3, 4], whole.length],
  ];
  for (let cut = 1; cut < whole.length - last; cut++) {
    cases.push([`cut ${cut}`, whole.subarray(0, -cut), [1, 2, 3], last]);
  }
  for (let at = second; at < startOf(2); at++) cases.push([`byte ${at}`, flipped(at), [1, 3, 4], whole.length]);
  for (let at = last; at < whole.length; at++) cases.push([`byte ${at}`, flipped(at), [1, 2, 3], last]);
  for (const [name, file, keys, end] of cases) {
    assertEquals(await keysIn(file), keys, name);
    const { notices, journal } = await decodeLearned(file, NETWORK);
    assertEquals(journal.end, end, name);
    assertEquals(notices.length, 1, name);
    if (!name.startsWith("another")) assert(notices[0].endsWith(" damaged and ignored"), notices[0]);
    const found = await keysIn(concatenated([file.subarray(0, journal.end), ...await blocksOf(5)]));
    assertEquals(found, [...new Set([...keys, 1, 2, 3, 4, 5])], name);
  }
});

Deno.test("other files and unknown versions are refused with a reason", async () => {
  const whole = journalOf(...await blocksOf(1));
  const later = whole.with(8, 3);
  new DataView(later.buffer).setUint32(36, crc32(later.subarray(0, 36)), true);
  const cases: [Uint8Array, typeof SyntaxError | typeof RangeError, string][] = [
    [new TextEncoder().encode("[Event]"), SyntaxError, "does not begin like one"],
    [whole.with(3, 0), SyntaxError, "does not begin like one"],
    [new Uint8Array(100).with(50, 1), SyntaxError, "does not begin like one"],
    [encodeHead("Test", []).with(20, 1), SyntaxError, "damaged"],
    [later, RangeError, "format 1 or 2 of learning files, but got 3"],
    [new Uint8Array(JOURNAL_MAX_BYTES + 1), RangeError, "at most"],
  ];
  for (const [bytes, kind, message] of cases) await assertRejects(() => readJournal(bytes), kind, message);
});

Deno.test("blocks for other networks and other history tables stay in the file, but are not used", async () => {
  const [own] = await blocksOf(1);
  const other = (await blocksOf(2, 1))[1];
  const histories = await encodeLearned({ network: NETWORK, tables: 5 }, new Experience(), someSnapshot());
  const file = concatenated([journalOf(own, other), histories.subarray(HEAD_BYTES)]);
  assertEquals([await keysIn(file), await keysIn(file, 1)], [[1], [2]]);
  const { snapshot, notices } = await decodeLearned(file, NETWORK);
  assertEquals(snapshot, null);
  assertEquals(notices.map((each) => /the network 00000001|from another version/.test(each)), [true, true]);
});

Deno.test("a file of version 1 is read, and rewritten in the current version", async () => {
  const records = someExperience();
  const old = await version1(STAMP, records.records);
  for (const file of [old, concatenated([old, new Uint8Array(20)])]) {
    assertEquals((await decodeLearned(file, NETWORK)).experience.records, records.records);
    assertEquals((await decodeLearned(file, 1)).experience.size, 0);
    const journal = await readJournal(file);
    assert(isCompactionDue(journal, file.length));
    const anew = await compacted(journal, NETWORK, "Test");
    assertEquals((await decodeLearned(anew, NETWORK)).experience.records, records.records);
    assert((await readJournal(anew)).isCurrent);
  }
});

Deno.test("compaction keeps the records of every network, and the latest histories", async () => {
  const old = { ...someSnapshot(), corrections: new Int16Array(SNAPSHOT_SIZES.corrections) };
  const histories = [old, someSnapshot()].map((each) => encodeLearned(STAMP, new Experience(), each));
  const parts = (await Promise.all(histories)).map((file) => file.subarray(HEAD_BYTES));
  const twice = await blocksOf(3);
  const again = await blocksOf(3);
  const removed = await encodeRemoval(STAMP, someExperience(1, 2).records.slice(0, 2));
  const file = journalOf(...twice, parts[0], ...again, parts[1], ...removed, ...await blocksOf(2, 1));
  const before = await decodeLearned(file, NETWORK);
  const compact = await compacted(before.journal, NETWORK, "Test");
  const after = await decodeLearned(compact, NETWORK);
  assertEquals(after.experience.records, before.experience.written);
  assertEquals([await keysIn(compact), await keysIn(compact, 1)], [[1, 3], [1, 2]]);
  assertEquals(after.snapshot, someSnapshot());
  assertEquals(after.journal.blocks.length, 4);
  assertEquals(isCompactionDue(after.journal, compact.length), false);
  assert(isCompactionDue({ ...after.journal, base: compact.length }, compact.length * 2 + 1024 * 1024 + 1));
  assert(isCompactionDue({ ...after.journal, base: JOURNAL_MAX_BYTES }, JOURNAL_MAX_BYTES));
  // The records of all networks are removed.
  const removal = await encodeRemoval(ALL_NETWORKS, new Int32Array(0));
  const none = await compacted(await readJournal(concatenated([file, ...removal])), NETWORK, "Test");
  assertEquals(none.length, HEAD_BYTES);
});

Deno.test("a removal applies only to the blocks before it, even if the same blocks follow again", async () => {
  const blocks = await blocksOf(3);
  const [two] = await encodeRemoval(STAMP, someExperience(1, 2).records.slice(0, 2));
  const [all] = await encodeRemoval(ALL_NETWORKS, new Int32Array(0));
  assertEquals(await keysIn(journalOf(...blocks, two)), [1, 3]);
  assertEquals(await keysIn(journalOf(two, ...blocks)), [1, 2, 3]);
  assertEquals(await keysIn(journalOf(...blocks, two, blocks[1])), [1, 2, 3]);
  assertEquals(await keysIn(journalOf(...blocks, all, blocks[2])), [3]);
});

Deno.test("a block is ignored if it has more or less data than its head says, or numbers out of bounds", async () => {
  const [good, other] = await blocksOf(2);
  const bomb = (await encodeRecords(STAMP, someExperience(1000).records))[0].slice();
  new DataView(bomb.buffer).setUint32(12, 24, true);
  const few = other.slice();
  new DataView(few.buffer).setUint32(12, 48, true);
  const mate = (await encodeRecords(STAMP, new Int32Array(RECORD_WORDS).with(2, 31900 << 16)))[0];
  const snapshot = someSnapshot();
  snapshot.corrections[3] = 2000;
  const wild = (await encodeLearned(STAMP, new Experience(), snapshot)).subarray(HEAD_BYTES);
  const bad = { "at most 24": bomb, "deflate|48 bytes": few, "certain win": mate, "'pawn' within": wild };
  for (const [message, block] of Object.entries(bad)) {
    const file = journalOf(good, mended(block), good);
    const { experience, snapshot, notices: [notice] } = await decodeLearned(file, NETWORK);
    assertEquals([experience.size, snapshot], [1, null]);
    assert(new RegExp(message).test(notice), `${message}: ${notice}`);
  }
});

/** The block with a new checksum for its changed head. */
function mended(block: Uint8Array): Uint8Array {
  const copy = block.slice();
  new DataView(copy.buffer).setUint32(24, crc32(copy.subarray(0, 24)), true);
  return copy.length > BLOCK_HEAD_BYTES ? copy : block;
}
