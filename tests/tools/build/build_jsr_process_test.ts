/**
 * The package for JSR: its sources run without a flag, and its public types are explicit.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { ENTRY_POINTS } from "../../../tools/build/build_jsr.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";
import { buildJsrPackage } from "./npm_package.ts";
import { runProgram } from "../../program.ts";

const PROGRAM = `
const engine = await Engine.start({ hash: 4 });
const { san } = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
engine.close();
console.log(san);
`;

Deno.test("the package for JSR runs without a flag, its types and documentation are whole", async () => {
  const folder = await buildJsrPackage();
  await withFolder(async (project) => {
    const path = JSON.stringify(`${folder}/engine/mod.ts`);
    await Deno.writeTextFile(`${project}/program.ts`, `import { Engine } from ${path};\n${PROGRAM}`);
    const args = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, "program.ts"];
    const { stdout: output, stderr: errors } = await runProgram(Deno.execPath(), args, project);
    assertEquals(output, "Ra6\n", errors);
  });
  // `deno task check` checks the types within the package.
  const dryRun = ["publish", "--dry-run", "--allow-dirty", "--quiet", "--no-check"];
  const publish = await runProgram(Deno.execPath(), dryRun, folder);
  assertEquals(publish.code, 0, publish.stderr);
  const documented = await runProgram(Deno.execPath(), [
    "doc",
    "--lint",
    ...Object.values(ENTRY_POINTS).map(({ source }) => source),
  ], projectPath());
  assertEquals(documented.code, 0, documented.stderr);
});
