/**
 * The book of our own.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { findBook, generateBook } from "../../tools/openings.ts";
import { withFolder } from "../folder.ts";

Deno.test("a book holds different, legal positions with White to move and something to play for", () => {
  const book = generateBook(20);
  assertEquals(book.length, 20);
  assertEquals(new Set(book).size, 20);
  const moves = new Int32Array(MAX_MOVES);
  for (const epd of book) {
    const position = parseFen(`${epd} 0 1`);
    assertEquals(position.sideToMove, 0, epd);
    assert(generate(position, moves, 0, ALL) > 0, epd);
    assert(!START_FEN.startsWith(epd));
  }
});

Deno.test("the same engine makes the same book, and a longer one begins alike", () => {
  let calls = 0;
  const short = generateBook(5, (done) => assertEquals(done, ++calls));
  assertEquals(calls, 5);
  assertEquals(generateBook(8).slice(0, 5), short);
});

Deno.test("`findBook()` takes a file that is there and keeps a book of our own that is there", async () => {
  await withFolder(async (folder) => {
    const own = `${folder}/own.epd`;
    await Deno.writeTextFile(own, "x\n");
    assertEquals(await findBook(own, undefined), await Deno.realPath(own));
    assertEquals(await Deno.readTextFile(own), "x\n");
    assertEquals(await findBook(`${folder}/none.epd`, own), await Deno.realPath(own));
    await assertRejects(() => findBook(own, `${folder}/none.epd`), RangeError, "--book to name a file");
  });
});
