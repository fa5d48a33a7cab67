import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { randomStream } from "../../core/zobrist.ts";
import { encodeRecords, newNumber } from "../../experience/blocks.ts";
import { Experience, RECORD_WORDS, recordOf } from "../../experience/experience.ts";
import { concatenated, encodeHead, HEAD_BYTES, readJournal } from "../../experience/journal.ts";
import { LearningFile } from "../../system/learning_file.ts";
import { decodeLearned, journalOf, stampOf, testLearningFile as test, version1 } from "../experience/journals.ts";
import { namesIn } from "../folder.ts";

const NETWORK = 5;
const NONE = new Uint8Array(0);

async function blockOf(key: number, network = NETWORK): Promise<Uint8Array> {
  const experience = new Experience();
  experience.add(recordOf({ keyLo: key, keyHi: 0, depth: 9 }));
  return (await encodeRecords(stampOf(network), experience.records, newNumber()))[0];
}

/** Adds a block with a key; returns the keys that other programs have added since the last call. */
async function add(file: LearningFile, key: number, network = NETWORK): Promise<number[]> {
  const block = await blockOf(key, network);
  const others = await file.append(block, encodeHead("Test", [block]));
  return others.length === 0 ? [] : await keysIn(journalOf(others));
}

async function keysIn(bytes: Uint8Array, network = NETWORK): Promise<number[]> {
  const { written } = (await decodeLearned(bytes, network)).experience;
  return Array.from({ length: written.length / RECORD_WORDS }, (_, i) => written[i * RECORD_WORDS]);
}

test("a file is created when its first block is added, and further blocks are added to it", async (path, folder) => {
  const file = new LearningFile(path);
  assertEquals(await file.read(), NONE);
  assertEquals(namesIn(folder), []);
  for (const key of [1, 2, 3]) assertEquals(await add(file, key), []);
  assertEquals(await keysIn(Deno.readFileSync(path)), [1, 2, 3]);
  assertEquals(namesIn(folder), ["a.learned"]);
});

test("writing through a symbolic link to a missing file creates the file", async (path, folder) => {
  Deno.symlinkSync("a.learned", `${folder}/link`);
  const file = new LearningFile(`${folder}/link`);
  for (const key of [1, 2]) await add(file, key);
  assertEquals([await keysIn(Deno.readFileSync(path)), namesIn(folder)], [[1, 2], ["a.learned", "link"]]);
});

test("an incomplete block at the end is overwritten by the next block", async (path) => {
  const block = await blockOf(1);
  const whole = journalOf(block);
  const flipped = block.map((byte, i) => i === 40 ? byte ^ 1 : byte);
  const tails: Uint8Array[] = [new Uint8Array(20), new Uint8Array(5000), flipped];
  for (let cut = 1; cut < block.length; cut += 5) tails.push(block.subarray(0, -cut));
  for (const tail of tails) {
    Deno.writeFileSync(path, concatenated([whole, tail]));
    await add(new LearningFile(path), 2);
    const { journal } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    assertEquals([await keysIn(Deno.readFileSync(path)), journal.lost], [[1, 2], 0]);
  }
  // The remains of a new file after a power cut.
  for (const torn of [new Uint8Array(700), whole.subarray(0, 30)]) {
    Deno.writeFileSync(path, torn);
    await add(new LearningFile(path), 2);
    assertEquals(await keysIn(Deno.readFileSync(path)), [2]);
  }
});

test("writing also works in a version of Deno that can only wait for a lock", async (path) => {
  const { tryLockSync } = Deno.FsFile.prototype;
  Reflect.deleteProperty(Deno.FsFile.prototype, "tryLockSync");
  try {
    await Promise.all([1, 2, 3].map((key) => add(new LearningFile(path), key)));
  } finally {
    Deno.FsFile.prototype.tryLockSync = tryLockSync;
  }
  assertEquals((await keysIn(Deno.readFileSync(path))).sort(), [1, 2, 3]);
});

test("a full disk leaves the file unchanged, even if the file was due to be rewritten", async (path, folder) => {
  const old = await version1(stampOf(NETWORK), new Int32Array(0));
  for (const before of [journalOf(await blockOf(1)), old]) {
    Deno.writeFileSync(path, before);
    const file = new LearningFile(path);
    const [{ write }, { writeFile }] = [Deno.FsFile.prototype, Deno];
    let isFull = false;
    const full = () => Promise.reject(new Error("No space left on device"));
    Deno.FsFile.prototype.write = function (bytes: Uint8Array): Promise<number> {
      if (isFull) return full();
      isFull = true;
      return write.call(this, bytes.subarray(0, 7));
    };
    Deno.writeFile = full;
    try {
      await assertRejects(() => add(file, 2), Error, `Cannot write the learning file '${path}': No space left`);
      assertEquals(Deno.readFileSync(path), before);
    } finally {
      Deno.FsFile.prototype.write = write;
      Deno.writeFile = writeFile;
    }
    await add(file, 2);
    assertEquals(await keysIn(Deno.readFileSync(path)), before === old ? [2] : [1, 2]);
    assertEquals(namesIn(folder), ["a.learned"]);
  }
});

test("blocks are added to a file with blocks for another network but not to another kind of file, and a replaced file is read again", async (path) => {
  Deno.writeFileSync(path, journalOf(await blockOf(1, 6)));
  const file = new LearningFile(path);
  await file.read();
  await add(file, 2);
  assertEquals([await keysIn(Deno.readFileSync(path)), await keysIn(Deno.readFileSync(path), 6)], [[2], [1]]);
  Deno.writeFileSync(path, journalOf(await blockOf(7)));
  await add(file, 3);
  assertEquals(await keysIn(Deno.readFileSync(path)), [7, 3]);
  Deno.removeSync(path);
  await add(file, 4);
  assertEquals(await keysIn(Deno.readFileSync(path)), [4]);
  Deno.writeTextFileSync(path, "[Event]\n");
  await assertRejects(() => add(file, 5), Error, "does not begin like one");
  assertEquals(Deno.readTextFileSync(path), "[Event]\n");
});

test("a file that has version 1 or double size is rewritten, with the blocks that others add", async (path, folder) => {
  Deno.writeFileSync(path, await version1(stampOf(NETWORK), Int32Array.of(1, 0, 0, 9, 0, 0)));
  const file = new LearningFile(path);
  await file.read();
  await add(file, 2);
  assertEquals(await keysIn(Deno.readFileSync(path)), [1, 2]);
  // The same records are added again and again.
  const other = new LearningFile(path);
  await other.read();
  const next = randomStream(1);
  const ofWord = [next, next, () => 0, () => 9, () => 0, () => 0];
  const words = Int32Array.from({ length: 100_000 * RECORD_WORDS }, (_, i) => ofWord[i % RECORD_WORDS]());
  for (let i = 0; i < 4; i++) {
    const blocks = concatenated(await encodeRecords(stampOf(NETWORK), words, newNumber()));
    await Promise.all([file.append(blocks, NONE), add(other, 3 + i)]);
  }
  // Rewriting continues in the background.
  const read = () => decodeLearned(Deno.readFileSync(path), NETWORK);
  let { experience, journal } = await read();
  while (journal.blocks.length >= 17 || namesIn(folder).length > 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    ({ experience, journal } = await read());
  }
  for (let key = 1; key < 7; key++) assert(experience.find(key, 0) >= 0, `${key}`);
  assertEquals(namesIn(folder), ["a.learned"]);
});

test("writers wait for each other, under any name of the file, and receive what others added", async (path, folder) => {
  await add(new LearningFile(path), 0);
  Deno.symlinkSync(path, `${folder}/link`);
  Deno.linkSync(path, `${folder}/hard`);
  Deno.mkdirSync(`${folder}/far`);
  Deno.symlinkSync("../link", `${folder}/far/link`);
  const files = ["a.learned", "link", "hard", "far/link"].map((name) => new LearningFile(`${folder}/${name}`));
  for (const file of files) await file.read();
  const found = await Promise.all(files.map(async (file, which) => {
    const others: number[] = [];
    for (let i = 0; i < 10; i++) others.push(...await add(file, 1 + which * 10 + i));
    return others.sort((a, b) => a - b);
  }));
  const keys = (await keysIn(Deno.readFileSync(path))).toSorted((a, b) => a - b);
  assertEquals(keys, Array.from({ length: 41 }, (_, i) => i));
  // The last call returns the blocks that were added after the last block of its own file object.
  for (const [which, file] of files.entries()) found[which].push(...await add(file, 100 + which));
  for (const [which, others] of found.entries()) {
    const foreign = Array.from({ length: 40 }, (_, i) => i + 1).filter((key) => Math.floor((key - 1) / 10) !== which);
    assertEquals(others.filter((key) => key < 100).sort((a, b) => a - b), foreign);
  }
});

test("folders, pipes, write-protected places, and files without a folder are refused", async (path, folder) => {
  assertThrows(() => new LearningFile(folder), Error, "folder");
  assertThrows(() => new LearningFile(`${folder}/none/a.learned`), Error, "no such folder");
  await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
  assertThrows(() => new LearningFile(`${folder}/pipe`), Error, "not a regular file");
  assertThrows(() => new LearningFile("/dev/full"), Error, "Cannot write the learning file '/dev/full': ");
  for (const [name, target] of [["a", "b"], ["b", "a"]]) Deno.symlinkSync(target, `${folder}/${name}`);
  const circle = `Cannot write the learning file '${folder}/a': Too many levels of symbolic links`;
  assertEquals(assertThrows(() => new LearningFile(`${folder}/a`), Error).message, circle);
  // A file that became a folder.
  const file = new LearningFile(path);
  await add(file, 1);
  Deno.removeSync(path);
  Deno.mkdirSync(path);
  await assertRejects(() => add(file, 2), Error, "folder");
  assertEquals((await readJournal(NONE)).blocks.length, 0);
  assertEquals(HEAD_BYTES, 40);
});
