/** Every example in the docs and in the library's comments compiles, once the names that it assumes are declared. */

import { assertEquals, assertGreater } from "@std/assert";
import * as library from "../../engine/mod.ts";
import * as view from "../../engine/view/mod.ts";
import { projectPath } from "../../tools/paths.ts";
import { runProgram } from "../program.ts";

/** The library's folders, whose comments contain examples. */
const FOLDERS = ["engine", "engine/games", "engine/view"];
const TEXTS = ["docs/library.md", "tools/build/npm_readme.md"];
/** Names that examples may assume, with their types. */
const GRANTED = {
  engine: "Engine",
  game: "Game",
  position: "Position",
  fen: "string",
  request: "{ signal: AbortSignal }",
  storage: "{ read(): Promise<Uint8Array>; isEmpty(): Promise<boolean>; add(parts: Uint8Array[]): Promise<void> }",
  useEffect: "(effect: () => () => void, parts: unknown[]) => void",
  setLine: "(line: unknown) => void",
};

/** The examples in `text`: the code between fences, without the stars of a comment. */
function examplesIn(text: string): string[] {
  const plain = text.replace(/^ *\* ?/gm, "");
  return Array.from(plain.matchAll(/^```(?:ts|js|jsx)\n([^]*?)^```/gm), ([, code]) => code);
}

/** An example with imports of the library's names, and with the declarations that it assumes. */
function completed(example: string): string {
  const code = example.replace(/^import .* from "https:.*$/m, "");
  const imported = Array.from(code.matchAll(/import (?:type )?\{([^}]*)\}/g), ([, names]) => names).join();
  const isUsed = (name: string): boolean => new RegExp(`(?<![.\\w"'])${name}\\b`).test(code);
  const isDeclared = (name: string): boolean =>
    new RegExp(`\\b(?:const|let|using) (?:\\{[^}]*)?\\b${name}\\b`).test(code);
  const granted = Object.entries(GRANTED).filter(([name]) => isUsed(name) && !isDeclared(name));
  const types = granted.map(([name, type]) => `declare const ${name}: ${type};`).join("\n");
  const known = (module: object): string[] =>
    Object.keys(module).filter((name) => new RegExp(`\\b${name}\\b`).test(types) || isUsed(name)).filter((name) =>
      !new RegExp(`\\b${name}\\b`).test(imported) && !isDeclared(name)
    );
  const imports = `import { ${known(library).join(", ")} } from "@hindsight/engine";
import { ${known(view).join(", ")} } from "@hindsight/engine/view";`;
  return [imports, types, code, "export {};"].join("\n");
}

Deno.test("every example in the docs and in the library's comments compiles", async () => {
  const files = FOLDERS.flatMap((folder) =>
    Array.from(Deno.readDirSync(projectPath(folder))).filter(({ isFile, name }) => isFile && name.endsWith(".ts"))
      .map(({ name }) => `${folder}/${name}`)
  );
  const folder = await Deno.makeTempDir();
  try {
    const paths: string[] = [];
    for (const file of [...TEXTS, ...files]) {
      for (const [i, example] of examplesIn(await Deno.readTextFile(projectPath(file))).entries()) {
        paths.push(`${folder}/${file.replaceAll("/", "_")}_${i}.ts`);
        await Deno.writeTextFile(paths[paths.length - 1], completed(example));
      }
    }
    assertGreater(paths.length, 25);
    const entries = [["", "mod"], ["/rules", "rules"], ["/view", "view/mod"]];
    const modules = entries.map(([entry, file]) => [`@hindsight/engine${entry}`, projectPath(`engine/${file}.ts`)]);
    const compilerOptions = { types: [projectPath("tools/std.d.ts")] };
    const config = { imports: Object.fromEntries(modules), compilerOptions, unstable: ["raw-imports"] };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
    const args = ["check", "--quiet", "--no-lock", `--config=${folder}/deno.json`, ...paths];
    const { stderr } = await runProgram(Deno.execPath(), args, undefined, undefined, { NO_COLOR: "1" });
    assertEquals(stderr, "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
