/** Mutants: the faults of a source, the tests that run on them, and the summary of a run. @module */

import { assert, assertEquals } from "@std/assert";
import { Random } from "../../../core/random.ts";
import { applyMutant, describeMutant, drawMutants, mutantsOf } from "../../checks/mutants.ts";
import { summarise } from "../../checks/mutate.ts";
import { COMMON_TESTS, ownTestsOf, STAGES } from "../../checks/project_copy.ts";
import { projectPath } from "../../../tools/paths.ts";

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

Deno.test("conditions become true and false, and statements disappear", () => {
  assertEquals(faultsOf("if (a) f();"), ["if (a) ;", "if (false) f();", "if (true) f();"]);
  assertEquals(faultsOf("const a = b ? c : d;"), ["const a = false ? c : d;", "const a = true ? c : d;"]);
  assertEquals(faultsOf("while (a) { break; }"), ["while (a) { ; }", "while (false) { break; }"]);
  assertEquals(faultsOf("function f() { throw new A(b); }"), ["function f() { ; }"]);
  assertEquals(faultsOf("class B extends A { constructor() { super(); } }"), []);
});

Deno.test("types, imports, comments and strings have no mutants", () => {
  const source = `
    import { a } from "./a1.ts"; // 1 + 1
    type B = 1 | 2;
    interface C { readonly d: 3; }
    /** 4 < 5 */
    const e: 6 | 7 = f as 8;
    const g = "9 + 9";`;
  assertEquals(mutantsOf("core/a.ts", source), []);
});

Deno.test("the value of a tunable number has mutants, but its range and step have none", () => {
  assertEquals(faultsOf("const a = tune(5, -1, 9, 2);"), ["const a = tune(6, -1, 9, 2);"]);
});

Deno.test("a mutant names its place and changes only this place", () => {
  const text = "const a = 1;\nconst b = a *\n  2;\n";
  const [, product] = mutantsOf("core/a.ts", text);
  assertEquals(describeMutant(product), "core/a.ts:2  *  →  /");
  assertEquals(applyMutant(text, product), "const a = 1;\nconst b = a /\n  2;\n");
  const [removed] = mutantsOf("core/a.ts", "f(\n  a,\n);");
  assertEquals(describeMutant(removed), "core/a.ts:1  f( a, );  →  (nothing)");
});

Deno.test("a seed always draws the same mutants, each at most once", () => {
  const mutants = mutantsOf("core/a.ts", "const a = [1, 2, 3, 4, 5, 6, 7, 8, 9];");
  const draw = (seed: bigint, count: number): number[] =>
    drawMutants(mutants, count, new Random(seed)).map(({ start }) => start);
  assertEquals(draw(1n, 5), draw(1n, 5));
  assert(`${draw(1n, 5)}` !== `${draw(2n, 5)}`);
  assertEquals(new Set(draw(3n, 9)).size, 9);
  assertEquals(draw(4n, 99).length, 9);
});

Deno.test("the tests of a source are its mirror and the tests in the same folder that import it, even through helpers", () => {
  const tests = new Map([
    ["tests/core/fixtures.ts", `import { see } from "../../core/see.ts";`],
    ["tests/core/board_test.ts", `import { parse } from "../../core/parse_see.ts";`],
    ["tests/core/movegen_test.ts", `import {\n  see,\n} from "../../core/see.ts";`],
    ["tests/core/see_test.ts", ""],
    ["tests/search/node_test.ts", `import { see } from "../../core/see.ts";`],
    ["tests/core/deep/pins_test.ts", `import { FEN } from "../fixtures.ts";`],
  ]);
  const found = ownTestsOf("core/see.ts", tests);
  assertEquals(found, ["tests/core/see_test.ts", "tests/core/deep/pins_test.ts", "tests/core/movegen_test.ts"]);
  assertEquals(ownTestsOf("core/zobrist.ts", tests), []);
});

Deno.test("every common test exists", async () => {
  for (const path of COMMON_TESTS) assert((await Deno.stat(projectPath(path))).isFile, path);
});

Deno.test("the summary lists the survivors, the share of killed mutants, and what killed them", () => {
  const [mutant] = mutantsOf("core/a.ts", "const a = 1;");
  const [own, signature, other] = STAGES.map((killedBy) => ({ mutant, killedBy, isLate: killedBy === STAGES[0] }));
  const survivor = { mutant, killedBy: null, isLate: false };
  const killed = "4 by its own tests, 1 by the signature, 2 by common tests; 4 by the time limit";
  const expected = `Survivors:\n  core/a.ts:1  1  →  2\n7 of 8 killed, 87.5 %: ${killed}`;
  assertEquals(summarise([own, survivor, own, signature, own, other, other, own]), expected);
  assertEquals(summarise([other]).split(":")[0], "No survivors.\n1 of 1 killed, 100.0 %");
});
