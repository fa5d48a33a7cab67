/**
 * The book of our own.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { ALL, generate } from "../../../core/movegen.ts";
import { MAX_MOVES } from "../../../core/types.ts";
import { unlimited } from "../../../search/limits.ts";
import { findBook, generateBook } from "../../../tools/matches/openings.ts";
import { withFolder } from "../../folder.ts";
import { createSearch } from "../../search/fixtures.ts";

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

Deno.test("the positions of a book are about equal: a longer search rarely sees one side far ahead", () => {
  const { search } = createSearch();
  const scores = generateBook(40).map((epd) => {
    search.newGame();
    return Math.abs(search.run(parseFen(`${epd} 0 1`), { ...unlimited(), nodes: 5000 }, () => {}).score);
  });
  // Of random positions one in three is beyond the bound, and some by a piece.
  assertLess(scores.filter((score) => score > 120).length, 3, `${scores}`);
  assertLess(Math.max(...scores), 250, `${scores}`);
});

Deno.test("`findBook()` makes folder and book where there are none, once", async () => {
  await withFolder(async (folder) => {
    const path = await findBook(`${folder}/dist`, undefined, 3);
    assertEquals(path, await Deno.realPath(`${folder}/dist/openings.epd`));
    assertEquals((await Deno.readTextFile(path)).trimEnd().split("\n"), generateBook(3));
    await Deno.writeTextFile(path, "x\n");
    assertEquals(await findBook(`${folder}/dist`, undefined, 3), path);
    assertEquals(await Deno.readTextFile(path), "x\n");
  });
});

Deno.test("`findBook()` takes another book that is there", async () => {
  await withFolder(async (folder) => {
    const other = `${folder}/other.epd`;
    await Deno.writeTextFile(other, "x\n");
    assertEquals(await findBook(`${folder}/none`, other), await Deno.realPath(other));
    await assertRejects(() => findBook(folder, `${folder}/none.epd`), RangeError, "--book to name a file");
  });
});
