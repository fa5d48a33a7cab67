import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { findTables, openTableFile } from "../../system/table_files.ts";
import { testInFolder as test } from "../folder.ts";

const SEPARATOR = Deno.build.os === "windows" ? ";" : ":";

test("if two folders have the same table, the first folder of the path counts", (folder) => {
  for (const name of ["a", "z"]) {
    Deno.mkdirSync(`${folder}/${name}`);
    Deno.writeTextFileSync(`${folder}/${name}/KQvK.rtbw`, "");
  }
  for (const [first, second] of [["a", "z"], ["z", "a"]]) {
    const { tables } = findTables([`${folder}/${first}`, `${folder}/${second}`].join(SEPARATOR));
    assertEquals(tables, [{ name: "KQvK", wdl: `${folder}/${first}/KQvK.rtbw`, dtz: null }]);
  }
});

test("a path without tables is reported, and an unreadable folder is named together with what was found in the others", (folder) => {
  // A folder with the name of a table is not a table.
  Deno.mkdirSync(`${folder}/KRvK.rtbw`);
  assertEquals(findTables(folder), { tables: [], message: `Found no tablebases in '${folder}'`, isComplete: true });
  assertMatch(findTables("").message, /^No folder of tablebases is set/);
  Deno.writeTextFileSync(`${folder}/KQvK.rtbw`, "");
  const { tables, message } = findTables([folder, "/no/such/folder"].join(SEPARATOR));
  assertEquals(tables.length, 1);
  assertStringIncludes(message, "Found 1 WDL and 0 DTZ tablebases of up to 3 men. Cannot read the folder '/no/such");
  assertMatch(message, /\/no\/such\/folder': there is no such folder$/);
  assertMatch(findTables(`${folder}/KQvK.rtbw`).message, /KQvK\.rtbw': it is not a folder$/);
});

test("`openTableFile()` reads any part of a file, and refuses reads beyond its end", (folder) => {
  const path = `${folder}/KQvK.rtbw`;
  Deno.writeFileSync(path, Uint8Array.from({ length: 100 }, (_, i) => i));
  const source = openTableFile(path);
  const part = new Uint8Array(10);
  source.read(90, part);
  assertEquals([source.size, part[0], part[9]], [100, 90, 99]);
  assertThrows(() => source.read(95, part), RangeError, "Expected 10 bytes at 95, but got 5");
  source.close();
});
