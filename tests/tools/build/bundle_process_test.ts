/** The bundle plays like the sources, has all speed-ups, and is the same on every machine. @module */

import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { withPackageNames } from "../../../tools/build/bundle.ts";
import { UNROLLED } from "../../../tools/build/unroll.ts";
import { projectPath } from "../../../tools/paths.ts";
import { BRIEF_OPTIONS, ENGINE_BUNDLE } from "../../engine_bundle.ts";
import { outputOf } from "../../program.ts";

Deno.test("the bundle counts the same nodes as the sources, and needs only the permission to read itself", async () => {
  const searches = ["go depth 7", "position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3", "go depth 6"];
  const nodesOf = async (readable: string, file: string): Promise<string[]> => {
    const args = ["run", "--no-prompt", ...BRIEF_OPTIONS, `--allow-read=${readable}`, file, ...searches];
    const lines = await outputOf(Deno.execPath(), args, projectPath());
    return Array.from(lines.matchAll(/ score .* nodes \d+/g), ([found]) => found);
  };
  const nodes = await nodesOf(ENGINE_BUNDLE.replace(/[^/]+$/, ""), ENGINE_BUNDLE);
  assertGreaterOrEqual(nodes.length, 7 + 6);
  assertEquals(nodes, await nodesOf(".", "main.ts"));
});

Deno.test("the engine's numbers, tables and search are constant in its bundle", async () => {
  const bundle = await Deno.readTextFile(ENGINE_BUNDLE);
  // The sources declare only these with "let": two are filled when needed, and one is `boardAt`'s latest place.
  const once = ["isSolved", "lines", "place"];
  assertEquals(Array.from(bundle.matchAll(/^var (\w+)/gm), ([, name]) => name).sort(), once);
  for (const name of ["L", "P"]) assertMatch(bundle, new RegExp(` const\\n(?://.*\\n)* {4}${name} = valuesOf\\(`));
  const functions = bundle.match(/^(?:async )?function \w+/gm)?.length ?? 0;
  const constant = bundle.match(/ const \w+ =\n(?:\/\/.*\n)*(?:async )?function \w+/g)?.length ?? 0;
  assert(constant > 0.9 * functions, `${constant} of ${functions} functions are constant`);
});

Deno.test("the bundle has no loops over the engine's lists of tables", async () => {
  const bundle = await Deno.readTextFile(ENGINE_BUNDLE);
  for (const list of UNROLLED) {
    assertEquals(bundle.includes(`< ${list}.length`), false, list);
    assertMatch(bundle, new RegExp(`\\b${list}_0 = ${list}\\[0\\]`));
  }
});

Deno.test("files of packages have the same names on every machine", () => {
  const names = [
    "../../home/ann/.cache/deno/npm/registry.npmjs.org/string-width/4.2.3/index.js",
    "../../../root/cache/npm/registry.example.org/string-width/4.2.3/index.js",
  ];
  for (const name of names) {
    const bundle = `// ${name}\nvar f = __commonJS({\n  "${name}"(exports) {}\n});\nvar path = "../../other/npm";`;
    assertEquals(withPackageNames(bundle), bundle.replaceAll(name, "npm/string-width/4.2.3/index.js"));
  }
});
