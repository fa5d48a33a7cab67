/** The package for JSR runs from source and is documented; `deno task check` checks the rest. @module */

import { assertEquals } from "@std/assert";
import { ENTRY_POINTS } from "../../../tools/build/build_jsr.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";
import { outputOf } from "../../program.ts";
import { buildJsrPackage } from "./npm_package.ts";

const PROGRAM = `
const engine = await Engine.start({ hash: 1 });
const { san } = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
engine.close();
console.log(san);
`;

Deno.test("the package for JSR runs without a flag", async () => {
  const folder = await buildJsrPackage();
  await withFolder(async (project) => {
    const path = JSON.stringify(`${folder}/engine/mod.ts`);
    await Deno.writeTextFile(`${project}/program.js`, `import { Engine } from ${path};\n${PROGRAM}`);
    const args = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, "program.js"];
    assertEquals(await outputOf(Deno.execPath(), args, project), "Ra6\n");
  });
});

Deno.test("the entry points have complete documentation, and name no type that they do not export", async () => {
  const sources = Object.values(ENTRY_POINTS).map(({ source }) => source);
  await outputOf(Deno.execPath(), ["doc", "--lint", ...sources], projectPath());
});
