import { assert, assertEquals, assertLess, assertRejects, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { hasLegalMove } from "../../../core/legality.ts";
import { unlimited } from "../../../search/limits.ts";
import { findBook, generateBook } from "../../matches/openings.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { createSearch } from "../../../tests/search/fixtures.ts";
import { runSearch } from "../../../search/run.ts";

/** The first positions of the book. They are made only once, because each is searched. */
const BOOK = generateBook(12);

Deno.test("the same engine makes the same book, whose positions differ; a longer one starts with the same lines", () => {
  let calls = 0;
  const short = generateBook(5, (done) => assertEquals(done, ++calls));
  assertEquals(calls, 5);
  assertEquals(BOOK.slice(0, 5), short);
  assertEquals(new Set(BOOK).size, 12);
  for (const epd of BOOK) assert(hasLegalMove(parseFen(`${epd} 0 1`)) && !START_FEN.startsWith(epd), epd);
});

Deno.test("the positions of a book are about equal: a longer search rarely finds one side far ahead", () => {
  const { search } = createSearch();
  const scores = BOOK.map((epd) => {
    search.newGame();
    return Math.abs(runSearch(search, parseFen(`${epd} 0 1`), { ...unlimited(), nodes: 3000 }, () => {}).score);
  });
  // Without the selection, one in three random positions would exceed the first bound, and some by a piece.
  assertLess(scores.filter((score) => score > 120).length, 2, `${scores}`);
  assertLess(Math.max(...scores), 250, `${scores}`);
});

testInFolder("`findBook()` makes a missing folder and book once, or takes another existing book", async (folder) => {
  const path = await findBook(`${folder}/dist`, undefined, 3, null);
  assertEquals(path, `${folder}/dist/openings-3.epd`);
  assertEquals((await Deno.readTextFile(path)).trimEnd().split("\n"), BOOK.slice(0, 3));
  await Deno.writeTextFile(path, "x\n");
  assertEquals(await findBook(`${folder}/dist`, undefined, 3, null), path);
  assertEquals(await Deno.readTextFile(path), "x\n");
  assertEquals(await findBook(`${folder}/none`, path, 3, null), path);
  await assertRejects(() => findBook(folder, `${folder}/none.epd`, 3, null), Deno.errors.NotFound);
});

testInFolder("`findBook()` takes the shortest book that suffices; on a clock, openings may repeat", async (folder) => {
  for (const lines of [100, 4000, 32_000]) {
    const content = Array.from({ length: lines }, (_, i) => `8/8/8/8/8/8/8/8 w - e${i}`);
    await Deno.writeTextFile(`${folder}/openings-${lines}.epd`, content.join("\n"));
  }
  for (const [rounds, lines] of [[99, 100], [100, 100], [101, 4000], [4001, 4000], [30_000, 4000]]) {
    assertEquals(await findBook(folder, undefined, rounds, null), `${folder}/openings-${lines}.epd`);
  }
  // By default a test may need 60,000 games.
  const copy = await Deno.readTextFile(await findBook(folder, undefined, 30_000, folder));
  assertEquals(copy.trimEnd().split("\n").length, 32_000);
});

testInFolder("with fixed nodes each position of a book is played once, and a short book is refused", async (folder) => {
  const book = `${folder}/book.epd`;
  // The book has a line twice, and the same position with another operation.
  const lines = ["e1", "e2", "e3", "e1", "e2 hmvc 3;"].map((rest) => `8/8/8/8/8/8/8/8 w - ${rest}`);
  await Deno.writeTextFile(book, lines.join("\r\n"));
  const message = "at least 4 different positions";
  const error = await assertRejects(() => findBook(folder, book, 4, folder), RangeError, message);
  assertStringIncludes(error.message, "has 3");
  assertStringIncludes(error.message, "--games=6");
  const path = await findBook(folder, book, 3, folder);
  const positions = (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) => line.slice(0, 22));
  assertEquals(positions, lines.slice(0, 3));
});
