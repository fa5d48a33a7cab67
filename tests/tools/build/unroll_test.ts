/** Loops over lists of tables are unrolled or refused; the program and its line numbers stay the same. @module */

import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { withUnrolledLoops } from "../../../tools/build/unroll.ts";
import { defaultOf } from "./run_module.ts";

/** A list that is written as an array, a list that is made from the values of an object, and loops over both. */
const SOURCE = `var TABLES = {
  first: { weight: 3, start: 0 },
  second: { weight: 0, start: 4 },
  third: { weight: 5, start: 8 }
};
var LIST = Object.values(TABLES);
var PAIR = [{ weight: 2 }, { weight: 7 }];
var SECOND = PAIR[1];
function sum(entries, rows) {
  let total = 0;
  for (let place = 0; place < LIST.length; place++) {
    const table = LIST[place];
    // A table whose weight is 0 is off.
    if (table.weight !== 0) total += table.weight * entries[rows[place] + table.start]; /* and counts nothing */
  }
  return total;
}
function sums(entries, rows) {
  const totals = [];
  for (let i = 0; i < 3; i++) {
    let total = 0;
    for (let place = 0; place < LIST.length; place++) {
      const table = LIST[place];
      if (table.weight !== 0) total += table.weight * entries[rows[place] + table.start] * i;
    }
    for (let place = 0; place < PAIR.length; place++) total += PAIR[place].weight * place;
    totals.push(total);
  }
  return totals;
}
function noted(text) {
  for (let at = 0; at < PAIR.length; at++) PAIR[at].note = \`\${text} \${at}\`;
  return [PAIR.length, PAIR[0].note, SECOND.note, PAIR.map(({ weight }) => weight)];
}
`;
const LISTS = ["LIST", "PAIR"];
const RESULT = `var entries = Array.from({ length: 12 }, (_, i) => i * i);
export default [sum(entries, [1, 2, 3]), sums(entries, [0, 1, 2]), noted("here")];
`;

Deno.test("lists that are made from an array and from an object's values are unrolled, and the program does the same", async () => {
  const unrolled = withUnrolledLoops(SOURCE + RESULT, LISTS);
  for (const list of LISTS) assertEquals(unrolled.includes(`< ${list}.length`), false, list);
  // Each copy reads its own table by a name, so a compiler sees that the table with weight 0 is off.
  for (const name of ["LIST_0", "LIST_1", "LIST_2", "PAIR_0", "PAIR_1"]) {
    assertMatch(unrolled, new RegExp(`\\b${name} = \\w+\\[\\d\\]`));
  }
  assertMatch(unrolled, /\bconst table = LIST_1;/);
  assertMatch(unrolled, /SECOND = PAIR_1;/);
  assertEquals(await defaultOf(unrolled), await defaultOf(SOURCE + RESULT));
});

Deno.test("the unrolled text has as many lines as the loop, so that positions stay correct, and no code becomes part of a comment", () => {
  const before = SOURCE.split("\n");
  const after = withUnrolledLoops(SOURCE, LISTS).split("\n");
  assertEquals(after.length, before.length);
  // Lines without a list or a loop over a list do not change.
  const lines = ["function sum(entries, rows) {", "  return total;", "    totals.push(total);", "  return totals;"];
  for (const line of lines) {
    assert(before.includes(line));
    assertEquals(after.indexOf(line), before.indexOf(line));
  }
});

Deno.test("other loops, and lists that are not named, stay as they are", () => {
  const loop = "for (let i = 0; i < A.length; i++) f(A[i]);";
  const others = [
    loop,
    loop.replace("let i = 0", "let i = 1"),
    loop.replace("i++", "i += 2"),
    loop.replace("i <", "i <="),
    "for (const a of A) f(a);",
  ];
  for (const text of others) {
    assertEquals(withUnrolledLoops(`var A = [1, 2];\n${text}\n`, []), `var A = [1, 2];\n${text}\n`);
    const named = withUnrolledLoops(`var A = [1, 2];\n${text}\n`, ["A"]);
    assertEquals(named.includes(text), text !== loop, text);
  }
  assertEquals(withUnrolledLoops(`var B = [];\n${loop}\n`, ["A"]), `var B = [];\n${loop}\n`);
});

Deno.test("a list is unrolled under the name that the bundler gives it if another module also has the name", async () => {
  const loop = "for (let i = 0; i < A2.length; i++) sum += A2[i] * A;";
  for (const other of ["3", "`3`", '"3"', "[3]"]) {
    const source = `var A = ${other};\nvar sum = 0;\nvar A2 = [1, 2];\n${loop}\nexport default sum;\n`;
    const unrolled = withUnrolledLoops(source, ["A"]);
    assertEquals(unrolled.includes(loop), false, other);
    assertEquals(await defaultOf(unrolled), 9, other);
  }
  // Names that only contain the name of the list are different names.
  for (const name of ["AB", "A_2", "A2b", "BA"]) {
    const source = `var ${name} = [1, 2];\nfor (let i = 0; i < ${name}.length; i++) f(${name}[i]);\n`;
    assertEquals(withUnrolledLoops(source, ["A"]), source, name);
  }
});

Deno.test("values at the loop's index are read before an enclosing loop, unless that loop makes the list", async () => {
  const sum = "for (let i = 0; i < A.length; i++) {\n    sum += A[i] * rows[i] * other.rows[i];\n  }";
  const other = "var A = [1, 2];\nvar sum = 0;\nvar other = { rows: [3, 5] };\n";
  const twice = `var rows = [7, 11];\nfor (let k = 0; k < 2; k++) {\n  ${sum}\n  ${sum}\n}\n`;
  const made = `for (let k = 0; k < 2; k++) {\n  const rows = [k, k + 1];\n  ${sum}\n}\n`;
  for (const [loops, expected] of [[twice, 4 * (21 + 110)], [made, 0 + 10 + 3 + 20]] as const) {
    const unrolled = withUnrolledLoops(`${other}${loops}export default sum;\n`, ["A"]);
    assertEquals(await defaultOf(unrolled), expected, unrolled);
  }
});

Deno.test("a loop that cannot be copied is refused, as is a list of unknown length", async () => {
  for (const body of ["if (A[i] > 1) break;", "if (A[i] > 1) continue;", "f(`${A[i]}\n\n`);"]) {
    const source = `var A = [1, 2];\nfor (let i = 0; i < A.length; i++) {\n  ${body}\n}\n`;
    assertThrows(() => withUnrolledLoops(source, ["A"]), TypeError, "that can be copied", body);
  }
  // A variable that is read before an enclosing loop must not change in the loop.
  const written = "for (let i = 0; i < A.length; i++) {\n    B[i] = A[i] * B[i];\n  }";
  const twice = `var A = [1, 2];\nfor (let k = 0; k < 2; k++) {\n  ${written}\n}\n`;
  assertThrows(() => withUnrolledLoops(twice, ["A"]), TypeError, "that can be copied");
  const once = withUnrolledLoops(`var A = [1, 2];\nvar B = [3, 5];\n${written}\nexport default B;\n`, ["A"]);
  assertEquals(await defaultOf(once), [3, 10]);
  const values = ["= make()", "= [...B]", "= Object.values(make())", "= Object.values({ ...B })", ""];
  for (const value of values) {
    const unroll = () => withUnrolledLoops(`var B = [1];\nvar A ${value};\n`, ["A"]);
    assertThrows(unroll, TypeError, "of known length", value);
  }
  const spread = "var O = { ...B };\nvar A = Object.values(O);\n";
  assertThrows(() => withUnrolledLoops(spread, ["A"]), TypeError, "of known length");
});
