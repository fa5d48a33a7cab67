import { assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { projectPath } from "../tools/paths.ts";
import { digestOf, keptFile, keptFolder, makeOnce } from "./kept.ts";

/** A kind of file that no other test keeps. */
const KIND = "example";

function removeAll(): void {
  for (const { name } of Deno.readDirSync(projectPath("dist/tests"))) {
    if (name.startsWith(`${KIND}-`)) Deno.removeSync(projectPath(`dist/tests/${name}`), { recursive: true });
  }
}

Deno.test("`keptFile()` makes a file once, and again for other sources", () => {
  try {
    let made = 0;
    const make = () => Uint8Array.of(++made);
    const folder = keptFolder(KIND, "one");
    assertEquals([...keptFile(folder, "a", make), ...keptFile(folder, "a", make)], [1, 1]);
    assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["a"]);
    const other = keptFolder(KIND, "two");
    assertThrows(() => Deno.statSync(folder), Deno.errors.NotFound, "", "the folder of other sources is removed");
    assertEquals([...keptFile(other, "a", make)], [2]);
  } finally {
    removeAll();
  }
});

Deno.test("`makeOnce()` makes a folder once for simultaneous callers, and makes it again after a failure", async () => {
  try {
    let made = 0;
    const make = async (folder: string) => {
      if (++made === 1) throw new Error("Made to fail");
      await new Promise((resolve) => setTimeout(resolve, 20));
      await Deno.writeTextFile(`${folder}/file`, `${made}`);
    };
    await assertRejects(() => makeOnce(KIND, "one", make), Error, "Made to fail");
    const folders = await Promise.all([1, 2, 3].map(() => makeOnce(KIND, "one", make)));
    assertEquals(new Set(folders).size, 1);
    assertEquals([await Deno.readTextFile(`${folders[0]}/file`), made], ["2", 2]);
  } finally {
    removeAll();
  }
});

Deno.test("`digestOf()` covers all files below the paths", async () => {
  const core = await digestOf(["core"]);
  assertEquals(await digestOf(["core"]), core);
  assertNotEquals(await digestOf(["core", "main.ts"]), core);
});
