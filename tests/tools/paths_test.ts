import { assertEquals } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";

Deno.test("`projectPath()` names files of the project, and files next to the project", async () => {
  assertEquals(JSON.parse(await Deno.readTextFile(projectPath("deno.json"))).license, "MIT");
  assertEquals(await Deno.realPath(projectPath()), await Deno.realPath(`${projectPath("tools")}/..`));
  assertEquals(/[\\/]$/.test(projectPath()), false);
  const own = projectPath("tests/tools/paths_test.ts");
  assertEquals(await Deno.realPath(own), await Deno.realPath(import.meta.filename!));
  assertEquals(projectPath("../a b#ü%").split(/[\\/]/).at(-1), "a b#ü%");
});
