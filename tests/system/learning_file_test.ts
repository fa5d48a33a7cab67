import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Experience, recordOf } from "../../experience/experience.ts";
import { decodeLearned, encodeHead, encodeRecords, HEAD_BYTES } from "../../experience/learned_file.ts";
import { LearningFile } from "../../system/learning_file.ts";
import { testInFolder, withFolder } from "../folder.ts";

const HEAD = encodeHead({ network: 5, engine: "Test" });

function blockOf(keyLo: number): Promise<Uint8Array<ArrayBuffer>> {
  const experience = new Experience();
  experience.add(recordOf({ keyLo, keyHi: 0, depth: 9 }));
  return encodeRecords(experience.records);
}

/** Registers a test with the path of a file that is yet to be created, and its folder. */
function test(name: string, body: (path: string, folder: string) => Promise<void>): void {
  Deno.test(name, () => withFolder((folder) => body(`${folder}/a.learned`, folder)));
}

async function sizeOf(path: string): Promise<number> {
  return (await decodeLearned(Deno.readFileSync(path), 5)).experience.size;
}

test("blocks are added to a file that is created when it is needed", async (path, folder) => {
  const file = new LearningFile(path);
  assertEquals([...Deno.readDirSync(folder)], []);
  for (let i = 0; i < 3; i++) assertEquals(await file.append(HEAD, await blockOf(i)), true);
  assertEquals(await sizeOf(path), 3);
});

test("what a program that was killed has left is cut off before the next block", async (path) => {
  const block = await blockOf(1);
  for (let cut = 1; cut < block.length; cut += 5) {
    Deno.writeFileSync(path, new Uint8Array([...HEAD, ...block, ...block.subarray(0, -cut)]));
    await new LearningFile(path).append(HEAD, await blockOf(2));
    assertEquals(await sizeOf(path), 2);
  }
});

test("a version of Deno that can only wait for a lock writes, too", async (path) => {
  const { tryLockSync } = Deno.FsFile.prototype;
  Reflect.deleteProperty(Deno.FsFile.prototype, "tryLockSync");
  try {
    await Promise.all([1, 2, 3].map(async (i) => new LearningFile(path).append(HEAD, await blockOf(i))));
    await new LearningFile(path).update((bytes) => Promise.resolve(bytes));
  } finally {
    Deno.FsFile.prototype.tryLockSync = tryLockSync;
  }
  assertEquals(await sizeOf(path), 3);
});

test("a full disk leaves the file as it was", async (path, folder) => {
  const file = new LearningFile(path);
  await file.append(HEAD, await blockOf(1));
  const before = Deno.readFileSync(path);
  const block = await blockOf(2);
  const { writeSync } = Deno.FsFile.prototype;
  let isFull = false;
  Deno.FsFile.prototype.writeSync = function (bytes: Uint8Array): number {
    if (isFull) throw new Error("No space left on device");
    isFull = true;
    return writeSync.call(this, bytes.subarray(0, 7));
  };
  try {
    await assertRejects(() => file.append(HEAD, block), Error, "No space left");
    assertEquals(Deno.readFileSync(path), before);
    isFull = false;
    await assertRejects(() => file.update(() => Promise.resolve(new Uint8Array(5000))), Error, "No space left");
  } finally {
    Deno.FsFile.prototype.writeSync = writeSync;
  }
  assertEquals(Deno.readFileSync(path), before);
  assertEquals(await file.append(HEAD, block), true);
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["a.learned", "a.learned.lock"]);
});

test("a file of another network is not added to", async (path) => {
  const other = encodeHead({ network: 6, engine: "Test" });
  Deno.writeFileSync(path, other);
  await assertRejects(async () => new LearningFile(path).append(HEAD, await blockOf(1)), Error, "no learning file");
  assertEquals(Deno.readFileSync(path), other);
});

test("what fails while a new version is made leaves the old one", async (path) => {
  Deno.writeFileSync(path, HEAD);
  const fail = () => Promise.reject(new Error("On purpose"));
  await assertRejects(() => new LearningFile(path).update(fail), Error, "On purpose");
  assertEquals(Deno.readFileSync(path).length, HEAD_BYTES);
});

test("a file with many blocks asks to be written anew", async (path) => {
  const block = await blockOf(1);
  Deno.writeFileSync(path, new Uint8Array([...HEAD, ...Array(300).fill([...block]).flat()]));
  assertEquals(await new LearningFile(path).append(HEAD, block), false);
});

test("two writers wait for each other", async (path) => {
  const files = [new LearningFile(path), new LearningFile(path)];
  await Promise.all(Array.from({ length: 40 }, async (_, i) => files[i % 2].append(HEAD, await blockOf(i))));
  assertEquals(await sizeOf(path), 40);
});

testInFolder("a folder and a file in no folder are refused", (folder) => {
  assertThrows(() => new LearningFile(folder), Error, "folder");
  assertThrows(() => new LearningFile(`${folder}/none/a.learned`), Error, "no such folder");
});
