/** Books of openings. @module */

import { assert, assertEquals, assertLess, assertRejects, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { ALL, generate } from "../../../core/movegen.ts";
import { MAX_MOVES } from "../../../core/types.ts";
import { unlimited } from "../../../search/limits.ts";
import { findBook, findDistinctBook, generateBook } from "../../matches/openings.ts";
import { withFolder } from "../../../tests/folder.ts";
import { createSearch } from "../../../tests/search/fixtures.ts";
import { runSearch } from "../../../search/run.ts";

/** The first positions of the book, made once: each is searched. */
const BOOK = generateBook(12);

Deno.test("a book holds different, legal positions with White to move and something to play for", () => {
  assertEquals(BOOK.length, 12);
  assertEquals(new Set(BOOK).size, 12);
  const moves = new Int32Array(MAX_MOVES);
  for (const epd of BOOK) {
    const position = parseFen(`${epd} 0 1`);
    assertEquals(position.sideToMove, 0, epd);
    assert(generate(position, moves, 0, ALL) > 0, epd);
    assert(!START_FEN.startsWith(epd));
  }
});

Deno.test("the same engine makes the same book, and a longer one starts with the same lines", () => {
  let calls = 0;
  const short = generateBook(5, (done) => assertEquals(done, ++calls));
  assertEquals(calls, 5);
  assertEquals(BOOK.slice(0, 5), short);
});

Deno.test("the positions of a book are about equal: a longer search rarely finds one side far ahead", () => {
  const { search } = createSearch();
  const scores = BOOK.map((epd) => {
    search.newGame();
    return Math.abs(runSearch(search, parseFen(`${epd} 0 1`), { ...unlimited(), nodes: 3000 }, () => {}).score);
  });
  // Of random positions one in three is beyond the bound, and some by a piece.
  assertLess(scores.filter((score) => score > 120).length, 2, `${scores}`);
  assertLess(Math.max(...scores), 250, `${scores}`);
});

Deno.test("`findBook()` makes folder and book where there are none, once, or takes another book that is there", () =>
  withFolder(async (folder) => {
    const path = await findBook(`${folder}/dist`, undefined, 3);
    assertEquals(path, `${folder}/dist/openings-3.epd`);
    assertEquals((await Deno.readTextFile(path)).trimEnd().split("\n"), BOOK.slice(0, 3));
    await Deno.writeTextFile(path, "x\n");
    assertEquals(await findBook(`${folder}/dist`, undefined, 3), path);
    assertEquals(await Deno.readTextFile(path), "x\n");
    assertEquals(await findBook(`${folder}/none`, path, 3), path);
    await assertRejects(() => findBook(folder, `${folder}/none.epd`, 3), RangeError, "--book to name a file");
  }));

Deno.test("`findBook()` takes the shortest book that is long enough, and repeats openings after many", () =>
  withFolder(async (folder) => {
    for (const lines of [100, 4000, 8000]) await Deno.writeTextFile(`${folder}/openings-${lines}.epd`, "x\n");
    const expected = [[99, 100], [100, 100], [101, 4000], [4001, 4000], [30_000, 4000]];
    for (const [rounds, lines] of expected) {
      assertEquals(await findBook(folder, undefined, rounds), `${folder}/openings-${lines}.epd`);
    }
  }));

/** Lines of a book that fastchess would take: so many different positions. */
function linesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `8/8/8/8/8/8/8/8 w - e${i}`);
}

Deno.test("`findDistinctBook()` refuses a book with fewer different positions than rounds", () =>
  withFolder(async (folder) => {
    const book = `${folder}/book.epd`;
    // A line that comes twice, and the same position with another operation.
    await Deno.writeTextFile(book, [...linesOf(3), linesOf(1)[0], `${linesOf(2)[1]} hmvc 3;`].join("\r\n"));
    const message = "at least 4 different positions";
    const error = await assertRejects(() => findDistinctBook(folder, book, 4, folder), RangeError, message);
    assertStringIncludes(error.message, "has 3");
    assertStringIncludes(error.message, "--games=6");
    // Of a book that is good enough, every position is taken once.
    const path = await findDistinctBook(folder, book, 3, folder);
    const positions = (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) => line.slice(0, 22));
    assertEquals(positions, linesOf(3));
    await Deno.writeTextFile(book, linesOf(3).join("\n"));
    assertEquals(await findDistinctBook(folder, book, 3, folder), book);
  }));

Deno.test("`findDistinctBook()` takes a book that is as long as the test needs", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/openings-4000.epd`, linesOf(4000).join("\n"));
    await Deno.writeTextFile(`${folder}/openings-32000.epd`, linesOf(32_000).join("\n"));
    assertEquals(await findDistinctBook(folder, undefined, 30, folder), `${folder}/openings-4000.epd`);
    // The 60,000 games that a test may need by default.
    assertEquals(await findDistinctBook(folder, undefined, 30_000, folder), `${folder}/openings-32000.epd`);
  }));
