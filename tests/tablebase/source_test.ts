import { assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { PAGE_BYTES, PageCache, type PagedFile } from "../../tablebase/source.ts";
import { Bytes } from "./fixtures.ts";

/** A file whose byte at `i` depends on `i` and `id`. */
function fileOf(id: number, size: number): PagedFile & { bytes: Bytes } {
  const bytes = new Bytes(Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) + id * 7) & 0xff));
  return { id, size, bytes, source: () => bytes };
}

Deno.test("a page cache returns the bytes of the file in any order of reading", () => {
  const cache = new PageCache(8);
  const files = [fileOf(1, 10 * PAGE_BYTES), fileOf(2, 20 * PAGE_BYTES + 5)];
  for (let i = 0; i < 5000; i++) {
    const file = files[i & 1];
    const offset = i * 7919 % file.size;
    assertEquals(cache.byte(file, offset), file.bytes.bytes[offset]);
  }
  const { bytes } = files[0].bytes;
  assertEquals(cache.uint16(files[0], PAGE_BYTES - 1), bytes[PAGE_BYTES - 1] | bytes[PAGE_BYTES] << 8);
  assertEquals(cache.uint32(files[0], 0), new DataView(bytes.buffer).getUint32(0, true));
});

Deno.test("a page cache never takes more memory than its size", () => {
  const cache = new PageCache(8);
  assertEquals(cache.byteLength, 0);
  const file = fileOf(1, 100 * PAGE_BYTES);
  for (let offset = 0; offset < file.size; offset += PAGE_BYTES) cache.byte(file, offset);
  assertEquals(cache.byteLength, 8 * PAGE_BYTES);
});

Deno.test("pages in use are kept and not read again", () => {
  const cache = new PageCache(64);
  const file = fileOf(1, 4 * PAGE_BYTES);
  for (let round = 0; round < 10; round++) {
    for (let offset = 0; offset < file.size; offset += 100) cache.byte(file, offset);
  }
  assertLessOrEqual(file.bytes.reads, 4);
  assertEquals(cache.pageReads, file.bytes.reads);
});

Deno.test("a byte after the end is refused, even on an existing page", () => {
  const cache = new PageCache(8);
  const file = fileOf(1, PAGE_BYTES + 5);
  assertEquals(cache.byte(file, PAGE_BYTES + 4), file.bytes.bytes[PAGE_BYTES + 4]);
  for (const offset of [PAGE_BYTES + 5, 2 * PAGE_BYTES, 2 ** 45, -1, NaN]) {
    assertThrows(() => cache.byte(file, offset), RangeError, "bytes");
  }
});

Deno.test("neither a page that could not be read nor the page that it replaced is in the cache", () => {
  const cache = new PageCache(4);
  const file = fileOf(1, 8 * PAGE_BYTES);
  for (let page = 0; page < 4; page++) cache.byte(file, page * PAGE_BYTES);
  let isBroken = true;
  const source = () => {
    if (isBroken) throw new Error("Broken on purpose");
    return file.bytes;
  };
  const broken = { id: 1, size: file.size, source };
  for (let i = 0; i < 2; i++) assertThrows(() => cache.byte(broken, 5 * PAGE_BYTES), Error, "on purpose");
  isBroken = false;
  for (let page = 0; page < 8; page++) {
    assertEquals(cache.byte(broken, page * PAGE_BYTES), file.bytes.bytes[page * PAGE_BYTES]);
  }
});
