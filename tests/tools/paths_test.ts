/** Paths from URLs, for both kinds of systems whichever the tests run on. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { pathOfUrl, projectPath } from "../../tools/paths.ts";

Deno.test("`pathOfUrl()` writes a path of Windows with its drive and backslashes", () => {
  assertEquals(pathOfUrl("file:///D:/a%20b/", true), "D:\\a b\\");
  assertEquals(pathOfUrl("file:///c:/x/y.ts", true), "c:\\x\\y.ts");
  assertEquals(pathOfUrl("file://server/share/a%20b.ts", true), "\\\\server\\share\\a b.ts");
});

Deno.test("`pathOfUrl()` writes a path of the other systems with slashes", () => {
  assertEquals(pathOfUrl("file:///home/a%20b/", false), "/home/a b/");
  // A folder may have a colon in its name there.
  assertEquals(pathOfUrl("file:///D:/a%20b/", false), "/D:/a b/");
});

Deno.test("`pathOfUrl()` decodes umlauts, escaped percent signs and percent signs that escape nothing", () => {
  for (const isWindows of [false, true]) {
    const name = (url: string) => pathOfUrl(url, isWindows).split(/[\\/]/).at(-1);
    assertEquals(name("file:///C:/gr%C3%B6%C3%9Fe"), "größe");
    assertEquals(name(new URL("größe", "file:///C:/").href), "größe");
    assertEquals(name("file:///C:/50%25"), "50%");
    assertEquals(name("file:///C:/50%"), "50%");
    assertEquals(name("file:///C:/a%23b"), "a#b");
  }
});

Deno.test("`pathOfUrl()` refuses what is not a file", () => {
  assertThrows(() => pathOfUrl("https://example.org/a"), TypeError, 'the URL of a file, but got "https:');
});

Deno.test("`projectPath()` names files of the project, also those beside it", async () => {
  assertEquals(JSON.parse(await Deno.readTextFile(projectPath("deno.json"))).license, "MIT");
  assertEquals(await Deno.realPath(projectPath()), await Deno.realPath(`${projectPath("tools")}/..`));
  assertEquals(projectPath("core/"), projectPath("core"));
  assertEquals(/[\\/]$/.test(projectPath()), false);
  const own = projectPath("tests/tools/paths_test.ts");
  assertEquals(await Deno.realPath(own), await Deno.realPath(import.meta.filename!));
  assertEquals(projectPath("../a b#ü%").split(/[\\/]/).at(-1), "a b#ü%");
});
