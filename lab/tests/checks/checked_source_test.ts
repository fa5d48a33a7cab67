/** A checked bundle finds planted faults, evaluates everything once, and changes no other code. @module */

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";
import { checkedSource, preludeOf } from "../../checks/checked_source.ts";

const PRELUDE = preludeOf(await Deno.readTextFile(projectPath("lab/checks/element_checks.ts")));

/** Runs the body of a function as a checked bundle, and returns its result. Faults are not printed. */
function runChecked(body: string): unknown {
  const { text } = checkedSource(`globalThis.result = (() => {\n${body}\n})();`);
  const print = console.error;
  console.error = () => {};
  try {
    new Function(PRELUDE + text)();
  } finally {
    console.error = print;
  }
  return (globalThis as unknown as { result: unknown }).result;
}

/** Asserts that a body has a fault, and that the error has this text. */
function assertFault(body: string, message: string): void {
  assertThrows(() => runChecked(body), RangeError, message);
}

Deno.test("a read outside a typed array is a fault, with its text and line", () => {
  const before = "const squares = new Int32Array(64);\n";
  for (const index of ["64", "-1", "1.5", "NaN", "undefined"]) {
    const message = `Index ${index} is outside Int32Array(64): squares[i] in line 3 of the bundle`;
    assertFault(`${before}const i = ${index}; return squares[i];`, message);
  }
  assertEquals(runChecked(`${before}squares[63] = 7; return squares[63] + squares[0];`), 7);
});

Deno.test("a write outside a typed array is a fault, in every form of assignment", () => {
  const writes = ["a[i] = 1", "a[i] += 1", "a[i]++", "--a[i]", "a[i] ??= 1", "(a[i]) = 1"];
  const patterns = ["[a[i]] = [1]", "({ x: a[i] } = { x: 1 })", "[[a[i] = 2]] = [[1]]"];
  const loops = ["for (a[i] of [1]);", "for ([a[i]] of [[1]]);"];
  for (const write of [...writes, ...patterns, ...loops]) {
    const body = (index: number): string => `const a = new Int8Array(4), i = ${index}; ${write}; return a[3];`;
    assertFault(body(4), "is outside Int8Array(4)");
    runChecked(body(3));
  }
});

Deno.test("every kind of assignment to an element checks its value", () => {
  const faults = ["a[0] = 200", "a[0] += 200", "[...a[0]] = [1]", "for (a[0] in [1]);", "[a[0]] = [200]"];
  for (const write of faults) assertFault(`const a = new Int8Array(4); ${write};`, "does not fit Int8Array: a[0]");
});

Deno.test("a value that its element cannot hold is a fault", () => {
  const small = [["Int8Array", "128"], ["Uint8Array", "-1"], ["Uint8ClampedArray", "256"], ["Int16Array", "-32769"]];
  const large = [["Uint16Array", "65536"], ["Int32Array", "2 ** 32"], ["Int32Array", "0.5"], ["Uint32Array", "NaN"]];
  for (const [type, value] of [...small, ...large, ["Float64Array", "undefined"], ["BigInt64Array", "1"]]) {
    assertFault(`const a = new ${type}(1); a[0] = ${value};`, `does not fit ${type}: a[0]`);
  }
  assertFault("const a = Int16Array.of(32767); a[0] += 1;", "Value 32768 does not fit Int16Array");
});

Deno.test("an element of 32 bits accepts signed and unsigned numbers; other elements accept their whole range", () => {
  assertEquals(runChecked("const a = new Int32Array(1); a[0] = 2 ** 31; return a[0];"), -(2 ** 31));
  assertEquals(runChecked("const a = new Uint32Array(1); a[0] = 1 << 31; return a[0];"), 2 ** 31);
  assertEquals(runChecked("const a = new Int16Array(2); a[0] = -32768; a[1] = 32767; return a[0] + a[1];"), -1);
  assertEquals(runChecked("const a = new Float64Array(1); a[0] = NaN; return a[0];"), NaN);
  assertEquals(runChecked("const a = new BigInt64Array(1); a[0] = 5n; return a[0];"), 5n);
});

Deno.test("in `row << 6 | column`, a column outside its row is a fault", () => {
  const body = (square: number): string =>
    `const table = new Int32Array(16 * 64), piece = 3, square = ${square};\nreturn table[piece << 6 | square];`;
  assertFault(body(64), "Index 64 is outside its row: 192 | 64: piece << 6 | square in line 3 of the bundle");
  assertFault(body(-1), "Index -1 is outside its row");
  assertEquals(runChecked(body(63)), 0);
  // Parts of an index that share a bit are a fault, with rows of any length.
  assertFault("const bits = new Int32Array(32), own = 18; return bits[own | 2];", "18 | 2");
  assertEquals(runChecked("const bits = new Int32Array(32), own = 16; return bits[own | 1 << 1 | 1];"), 0);
});

Deno.test("the parts of an index are also checked if a variable holds the index", () => {
  const body = (square: number): string =>
    `const a = new Int32Array(512); const pair = ((2 << 6 | ${square}) << 1); return a[pair] + a[pair | 1];`;
  assertFault(body(64), "Index 64 is outside its row: 128 | 64");
  assertEquals(runChecked(body(63)), 0);
  // A set of squares is not an index.
  assertEquals(runChecked("const a = new Int32Array(1), set = 6 << 1 | 12 << 1; return set + a[0];"), 28);
});

Deno.test("arrays, indices and values are evaluated once, and in the same order as before", () => {
  const before = `
    const log = [];
    const note = (name, value) => (log.push(name), value);
    const a = Int32Array.of(5, 6, 7);
    let i = 0;`;
  const orders: [string, string][] = [
    ["note('a', a)[note('i', 1)]", "a,i"],
    ["note('a', a)[note('i', 1)] = note('v', 2)", "a,i,v"],
    ["note('a', a)[note('i', 1)] += note('v', 2)", "a,i,v"],
    ["note('a', a)[note('i', 1)]--", "a,i"],
    ["[note('a', a)[note('i', 1)], note('b', a)[note('j', 0)]] = note('v', [1, 2])", "v,a,i,b,j"],
    ["note('a', a)[note('i', 1)] ||= note('v', 2)", "a,i"],
    ["note('a', a)[note('i', 0) << 1 | note('j', 1)]", "a,i,j"],
  ];
  for (const [access, order] of orders) assertEquals(runChecked(`${before} ${access}; return log.join();`), order);
  assertEquals(runChecked(`${before} a[i++] += a[i++] * 10; return [i, ...a].join();`), "2,65,6,7");
  assertEquals(runChecked(`${before} const old = a[1]++; return [old, ++a[1], a[2]--, a[2]].join();`), "6,8,7,6");
  assertEquals(runChecked(`${before} [a[0], a[1]] = [a[1], a[0]]; return a.join();`), "6,5,7");
  assertEquals(runChecked(`${before} const v = (a[0] = 9, a[1]); return [v, a[(i++, i)]].join();`), "6,6");
});

Deno.test("objects, strings and maps of names get no checks", () => {
  assertEquals(runChecked("const o = { a: 1 }; return [o['a'], o['b'], o[3]].join();"), "1,,");
  assertEquals(runChecked("const o = {}; o.n = 1; o['k'] = 2; const k = 'x'; o[k] ??= 3; o[k]++; return o[k];"), 4);
  assertEquals(runChecked("const text = 'ab'; let i = 5; return [text[1], text[i]].join();"), "b,");
  assertEquals(runChecked("const a = new Int8Array(3), name = 'length'; return a[name];"), 3);
  assertEquals(runChecked("const o = { f() { return this.n; }, n: 8 }, f = 'f'; return o[f]();"), 8);
  const classes = "class A { m() { return 1; } } class B extends A { m() { const m = 'm'; return super[m]() + 1; } }";
  assertEquals(runChecked(`${classes} return new B().m();`), 2);
  assertEquals(runChecked("const o = { a: 1 }, k = 'a'; delete o[k]; return k in o;"), false);
  assertEquals(runChecked("const none = undefined; let i = 0; return none?.[i].x[i];"), undefined);
});

Deno.test("a list must have the element that is read, unless the code handles a missing element", () => {
  const before = "const list = [4]; const i = 1;";
  assertFault(`${before} return list[i];`, "Index 1 is outside Array(1): list[i]");
  assertEquals(runChecked(`${before} return list[i] ?? 3;`), 3);
  assertEquals(runChecked(`${before} return list[i] === undefined;`), true);
  assertEquals(runChecked(`${before} return list[i]?.name;`), undefined);
  assertEquals(runChecked(`${before} list[i] = 5; return list.join();`), "4,5");
});

Deno.test("a typed array that is destructured must have as many elements as the pattern needs", () => {
  assertFault("const [x, y] = Int8Array.of(1); return y;", "Index 1 is outside Int8Array(1)");
  assertFault("let x, y; [x, y] = Int8Array.of(1); return y;", "Index 1 is outside Int8Array(1)");
  assertEquals(runChecked("const [x, y = 2, ...rest] = Int8Array.of(1); return x + y + rest.length;"), 3);
  assertEquals(runChecked("const [x, y] = new Map([[1, 2], [3, 4]]); return x[0] + y[1];"), 5);
});

Deno.test("packages and the bundler's own code do not change; messages name the source", () => {
  const bundle = [
    "var own = (a) => a[1];",
    "// ../cache/npm/registry.example/pad/1.0.0/index.js",
    "var pad = (a) => a[2]; // [not code]",
    "// core/see.ts",
    "var see = (a) => a[3];",
  ].join("\n");
  const { text, accesses } = checkedSource(bundle);
  assertEquals(accesses, 1);
  for (const part of ["(a) => a[1]", "(a) => a[2]"]) assertStringIncludes(text, part);
  const place = '"a[3] in core/see.ts, line 5 of the bundle without checks"';
  assertStringIncludes(text, `(a) => __elementChecks.readListElement(a, 3, ${place})`);
});
