/** Bindings that never change become constant; the program does the same, and positions in its text stay. @module */

import { assert, assertEquals } from "@std/assert";
import { withConstantBindings } from "../../../tools/build/constant_bindings.ts";
import { defaultOf } from "./run_module.ts";

/** Those of the given names to which code can still assign after the rewriting. */
async function changeable(source: string, names: readonly string[]): Promise<string[]> {
  // The assignments are added afterwards, so that the rewriting does not see them.
  const tries = names.map((name) => `try { ${name} = 0; found.push("${name}"); } catch { /* It is constant. */ }`);
  const lines = [withConstantBindings(source), "const found = [];", ...tries, "export default found;"];
  return await defaultOf(lines.join("\n")) as string[];
}

Deno.test("variables and functions that never change become constant", async () => {
  const source = "var a = 1;\nvar b = [a], c = 2;\nfunction f() {\n  return f.length + b[0];\n}\nvar D = class {\n};\n";
  assertEquals(await changeable(source, ["a", "b", "c", "f", "D"]), []);
});

Deno.test("a variable with an assignment stays as it is, in whatever form the assignment is written", async () => {
  const assignments = [
    "a = 2;",
    "a += 1;",
    "a ??= 1;",
    "a++;",
    "--a;",
    "(a) = 2;",
    "[a] = [2];",
    "[a = 3] = [];",
    "[...a] = [2];",
    "({ a } = { a: 2 });",
    "({ a = 3 } = {});",
    "({ x: a } = { x: 2 });",
    "({ ...a } = {});",
    "({ x: [a] } = { x: [2] });",
    "for (a of [2]);",
    "for (a in { x: 2 });",
    "for ([a] of [[2]]);",
    "(() => { a = 2; })();",
    "class K { m() { a = 2; } }\nnew K().m();",
  ];
  for (const assignment of assignments) {
    for (const declaration of ["var a = 1;", "function a() {\n}"]) {
      const source = `${declaration}\n${assignment}\n`;
      assertEquals(await changeable(source, ["a"]), ["a"], source);
      const text = `${source}export default String(a);`;
      assertEquals(await defaultOf(withConstantBindings(text)), await defaultOf(text), source);
    }
  }
});

Deno.test("a local variable of the same name does not count", async () => {
  const source = "var a = 1;\nfunction f(a) {\n  a = 2;\n}\nfunction g() {\n  let a = 1;\n  a++;\n  f(a);\n}\ng();\n";
  assertEquals(await changeable(source, ["a", "f", "g"]), []);
});

Deno.test("a variable without a value stays, as does a variable in a block or with two declarations", async () => {
  const source = "var a;\n{\n  var b = 1;\n}\nvar c = 1;\nvar c = 2;\n";
  assertEquals(await changeable(source, ["a", "b", "c"]), ["a", "b", "c"]);
});

Deno.test("a function that is called before its declaration stays, even if another function calls it", async () => {
  const source = [
    "var first = early();",
    "var Later = class {\n  read() {\n    return fromClass();\n  }\n};",
    "var list = [1].map((x) => new Later().read() + x);",
    "function early() {\n  return inner();\n}",
    "function inner() {\n  return 7;\n}",
    "function fromClass() {\n  return 8;\n}",
    "function late() {\n  return inner();\n}",
    "export default [first, list, late()];\n",
  ].join("\n");
  assertEquals(await defaultOf(withConstantBindings(source)), [7, [9], 7]);
  const names = ["early", "inner", "fromClass", "late", "first"];
  assertEquals(await changeable(source.replace("export default", "var result ="), names), names.slice(0, 3));
});

Deno.test("a class with only methods runs no code; a class with static values or computed names does", async () => {
  const functions = "function f() {\n  return 1;\n}\n";
  assertEquals(await changeable(`var A = class {\n  m() {\n    return f();\n  }\n};\n${functions}`, ["f"]), []);
  for (const member of ["static x = f();", "static {\n    f();\n  }", "[f()]() {\n  }"]) {
    const source = `var A = class {\n  ${member}\n};\n${functions}`;
    assertEquals(await changeable(source, ["f"]), ["f"], source);
    await defaultOf(`${withConstantBindings(source)}export default 1;`);
  }
});

Deno.test("minified declarations are split if one of them changes", async () => {
  const source = "var a=1,b=2,c,d=(3,4);b++;function f(){return a+b+d}var g=f();export default[a,b,c,d,g];";
  assertEquals(await defaultOf(withConstantBindings(source)), [1, 3, undefined, 4, 8]);
  assertEquals(await changeable(source.replace(/export.*/, ""), ["a", "b", "c", "d", "f", "g"]), ["b", "c"]);
});

Deno.test("a statement without a semicolon still ends at its line", async () => {
  const source =
    "const list = []\nlist.push(1) // one\nvar a = 2\nfunction f() { return a }\nexport default [list, f()]\n";
  assertEquals(await defaultOf(withConstantBindings(source)), [[1], 2]);
});

Deno.test("declarations keep their lines and columns", () => {
  const source =
    "// one.ts\nvar a = 1;\n\n// two.ts\nfunction f(x) {\n  return x;\n}\nasync function g() {\n}\nvar b = f(a);\n";
  const before = source.split("\n");
  withConstantBindings(`"use strict";\n${source}`).split("\n").slice(1).forEach((line, index) => {
    const kept = before[index].replace(/^var/, "   ");
    assert(line.startsWith(kept), `Expected line ${index} to begin with "${kept}", but it is "${line}"`);
  });
});
