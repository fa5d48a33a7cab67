/**
 * Mutants: which faults a source gets, how they are drawn, which tests they meet, and the record of a run.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Random } from "../../../core/random.ts";
import { applyMutant, describeMutant, drawMutants, mutantsOf } from "../../../tools/checks/mutants.ts";
import { readMutateOptions, summarise } from "../../../tools/checks/mutate.ts";
import { appendResult, openRecord } from "../../../tools/checks/mutation_record.ts";
import { COMMON_TESTS, testsOf } from "../../../tools/checks/mutation_tests.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";

/** Every source that one fault makes of a source. */
function faultsOf(text: string): string[] {
  return mutantsOf("core/a.ts", text).map((mutant) => applyMutant(text, mutant)).sort();
}

Deno.test("operators, constants and signs are changed one at a time", () => {
  assertEquals(faultsOf("const a = b + 1;"), ["const a = b + 2;", "const a = b - 1;"]);
  assertEquals(faultsOf("const a = b < c;"), ["const a = b <= c;"]);
  assertEquals(faultsOf("const a = !b;"), ["const a =  b;"]);
  assertEquals(faultsOf("const a = true;"), ["const a = false;"]);
  assertEquals(faultsOf("const a = b >>> c && d;"), ["const a = b << c && d;", "const a = b >>> c || d;"]);
  assertEquals(faultsOf("a |= b;"), [";", "a &= b;"]);
  assertEquals(faultsOf("a++;"), [";", "a--;"]);
});

Deno.test("conditions become true and false, and statements go", () => {
  assertEquals(faultsOf("if (a) f();"), ["if (a) ;", "if (false) f();", "if (true) f();"]);
  assertEquals(faultsOf("const a = b ? c : d;"), ["const a = false ? c : d;", "const a = true ? c : d;"]);
  assertEquals(faultsOf("while (a) { break; }"), ["while (a) { ; }", "while (false) { break; }"]);
  assertEquals(faultsOf("function f() { throw new A(b); }"), ["function f() { ; }"]);
  assertEquals(faultsOf("class B extends A { constructor() { super(); } }"), []);
});

Deno.test("types, imports, comments and texts have no mutants", () => {
  const source = `
    import { a } from "./a1.ts"; // 1 + 1
    type B = 1 | 2;
    interface C { readonly d: 3; }
    /** 4 < 5 */
    const e: 6 | 7 = f as 8;
    const g = "9 + 9";`;
  assertEquals(mutantsOf("core/a.ts", source), []);
});

Deno.test("a mutant names its place and changes that alone", () => {
  const text = "const a = 1;\nconst b = a *\n  2;\n";
  const [, product] = mutantsOf("core/a.ts", text);
  assertEquals(describeMutant(product), "core/a.ts:2  *  →  /");
  assertEquals(applyMutant(text, product), "const a = 1;\nconst b = a /\n  2;\n");
  const [removed] = mutantsOf("core/a.ts", "f(\n  a,\n);");
  assertEquals(describeMutant(removed), "core/a.ts:1  f( a, );  →  (nothing)");
});

Deno.test("a seed draws the same mutants again, none twice, and never more than there are", () => {
  const mutants = mutantsOf("core/a.ts", "const a = [1, 2, 3, 4, 5, 6, 7, 8, 9];");
  const draw = (seed: bigint, count: number): number[] =>
    drawMutants(mutants, count, new Random(seed)).map(({ start }) => start);
  assertEquals(draw(1n, 5), draw(1n, 5));
  assert(`${draw(1n, 5)}` !== `${draw(2n, 5)}`);
  assertEquals(new Set(draw(3n, 9)).size, 9);
  assertEquals(draw(4n, 99).length, 9);
});

Deno.test("the test that mirrors a source runs first, then those that import it, then the common ones", () => {
  const importing = `import { see } from "../../core/see.ts";`;
  const tests = new Map([
    ["tests/core/movegen_test.ts", importing],
    ["tests/core/perft_test.ts", ""],
    ["tests/core/see_test.ts", importing],
    ["tests/search/node_test.ts", importing],
  ]);
  assertEquals(testsOf("core/see.ts", tests), [
    "tests/core/see_test.ts",
    "tests/core/movegen_test.ts",
    "tests/core/perft_test.ts",
  ]);
});

Deno.test("every common test is there", async () => {
  for (const path of COMMON_TESTS) assert((await Deno.stat(projectPath(path))).isFile, path);
});

Deno.test("a record goes on where it was, without a line that was cut off, and only for the same draw", async () => {
  const draw = { sample: 2, seed: "1", folders: ["core"], sources: "00" };
  const [mutant] = mutantsOf("core/a.ts", "const a = 1;");
  await withFolder(async (folder) => {
    const path = `${folder}/record.jsonl`;
    assertEquals(await openRecord(path, draw), []);
    await appendResult(path, { mutant, killedBy: null });
    await Deno.writeTextFile(path, '{"mutant":', { append: true });
    assertEquals(await openRecord(path, draw), [{ mutant, killedBy: null }]);
    await appendResult(path, { mutant, killedBy: "tests/core/a_test.ts" });
    assertEquals((await openRecord(path, draw)).map(({ killedBy }) => killedBy), [null, "tests/core/a_test.ts"]);
    const message = "to be a record of this sample of these sources";
    await assertRejects(() => openRecord(path, { ...draw, sources: "01" }), RangeError, message);
  });
});

Deno.test("the summary lists the survivors and the share that was killed", () => {
  const [mutant] = mutantsOf("core/a.ts", "const a = 1;");
  const killed = { mutant, killedBy: "tests/core/a_test.ts" };
  assertEquals(
    summarise([killed, { mutant, killedBy: null }, killed]),
    "Survivors:\n  core/a.ts:1  1  →  2\n2 of 3 killed, 66.7 %",
  );
  assertEquals(summarise([killed]), "No survivors.\n1 of 1 killed, 100.0 %");
});

Deno.test("the command line has a sample, a seed and folders", () => {
  const { sample, seed, folders } = readMutateOptions(["--sample=7", "--seed=9", "--folder=search", "--folder=core"]);
  assertEquals([sample, seed, folders], [7, 9n, ["core", "search"]]);
  assertEquals(readMutateOptions([]).folders, ["core", "learning", "search"]);
  assertThrows(() => readMutateOptions(["--folder=nnue"]), RangeError, 'core, learning, search, but got "nnue"');
  assertThrows(() => readMutateOptions(["--sample=0"]), RangeError, "--sample to be a whole number of at least 1");
  assertThrows(() => readMutateOptions(["core"]), RangeError, 'Expected options only, but got "core"');
  assertThrows(() => readMutateOptions(["--sampel=3"]), RangeError, 'Unknown option "--sampel=3"');
});
