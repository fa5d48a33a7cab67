/** The project's own rules for `deno lint`. @module */

import { assertEquals } from "@std/assert";
import type { NamedFunction } from "../../../tools/build/lint_exceptions.ts";
import { createPlugin, MAX_FILE_LINES, MAX_LINES } from "../../../tools/build/lint_plugin.ts";
import { projectPath } from "../../../tools/paths.ts";

/** What the rules report about a source: rule and message. */
function lint(
  file: string,
  source: string,
  { wide = [], long = [], files = [] }: {
    wide?: readonly NamedFunction[];
    long?: readonly NamedFunction[];
    files?: readonly string[];
  } = {},
): string[] {
  return Deno.lint.runPlugin(createPlugin(wide, long, files), file, source).map(({ id, message }) =>
    `${id}: ${message}`
  );
}

function tooWide(name: string, count: number): string {
  return `hindsight/max-parameters: Expected at most 8 parameters, but "${name}" has ${count}`;
}

const NINE = "a, b, c, d, e, f, g, h, i";

Deno.test("`max-parameters` finds nine parameters in every kind of function, by its name", () => {
  const sources: [source: string, name: string][] = [
    [`function wide(${NINE}) {}`, "wide"],
    [`const wide = (${NINE}) => 0;`, "wide"],
    [`const wide = function (${NINE}) {};`, "wide"],
    [`class Table { store(${NINE}) {} }`, "Table.store"],
    [`class Table { #store(${NINE}) {} }`, "Table.store"],
    [`class Table { static wide = (${NINE}) => 0; }`, "Table.wide"],
    [`class Table { constructor(private a: number, b = 1, { c }: X, d, e, f, g, h, ...i) {} }`, "Table.constructor"],
    [`abstract class Table { abstract store(${NINE}): void; }`, "Table.store"],
    [`interface Kernel { apply(${NINE}): void; }`, "Kernel.apply"],
    [`interface Kernel { apply: (${NINE}) => void; }`, "Kernel.apply"],
    [`type Apply = (${NINE}) => void;`, "Apply"],
    [`declare function wide(${NINE}): void;`, "wide"],
    [`const table = { store(${NINE}) {} };`, "store"],
    [`list.forEach((${NINE}) => 0);`, "callback of forEach"],
    [`(${NINE}) => 0;`, "anonymous"],
    [`function outer() { return (${NINE}) => 0; }`, "anonymous"],
  ];
  for (const [source, name] of sources) assertEquals(lint("core/x.ts", source), [tooWide(name, 9)], source);
});

Deno.test("`max-parameters` takes the two halves of a set as one, and does not count `this`", () => {
  for (
    const parameters of [
      "a, b, c, d, e, f, g, h",
      "a, b, c, d, e, f, g, pawnsLo, pawnsHi",
      "lo, hi, b, c, d, e, f, keyLo, keyHi, g",
      "occupiedHi = 0, occupiedLo = 0, b, c, d, e, f, g, h",
      "this: X, a, b, c, d, e, f, g, h",
    ]
  ) assertEquals(lint("core/x.ts", `function f(${parameters}) {}`), [], parameters);
  // Not the halves of one set.
  assertEquals(lint("core/x.ts", "function f(a, b, c, d, e, f, g, pawnsLo, knightsHi) {}"), [tooWide("f", 9)]);
  assertEquals(lint("core/x.ts", "function f(a, b, c, d, e, f, g, delphi, delplo) {}"), [tooWide("f", 9)]);
});

Deno.test("`max-parameters` leaves the kernel alone", () => {
  assertEquals(lint("nnue/kernel/x.ts", `function f(${NINE}) {}`), []);
  assertEquals(lint(projectPath("nnue/kernel/x.ts"), `function f(${NINE}) {}`), []);
  assertEquals(lint("nnue/x.ts", `function f(${NINE}) {}`), [tooWide("f", 9)]);
});

Deno.test("`max-lines` finds a function of more than 100 lines, comments and parameters included", () => {
  const body = (lines: number) => `function long(\n  a,\n) {\n${"// A comment\n".repeat(lines - 4)}}`;
  assertEquals(lint("core/x.ts", body(MAX_LINES)), []);
  const fault = `hindsight/max-lines: Expected at most 100 lines, but "long" has 101`;
  assertEquals(lint("core/x.ts", body(MAX_LINES + 1)), [fault]);
  assertEquals(lint("core/x.ts", body(MAX_LINES + 1).replaceAll("\n", "\r\n")), [fault]);
  assertEquals(lint("core/x.ts", `class Table {\n${"m() {}\n".repeat(200)}}`), []);
});

Deno.test("`max-file-lines` finds a file of more than 400 lines that is not listed, and a listed one that is shorter", () => {
  const source = (lines: number) => "// A comment\n".repeat(lines);
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES)), []);
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES + 1)), [
    "hindsight/max-file-lines: Expected at most 400 lines, but the file has 401",
  ]);
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES + 1), { files: ["core/x.ts"] }), []);
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES), { files: ["core/x.ts"] }), [
    "hindsight/max-file-lines: Expected this file to need its entry in LONG_FILES; remove the entry",
  ]);
});

Deno.test("a listed function passes, in its file only, and an entry that is not needed is a fault", () => {
  const wide = [{ file: "core/x.ts", name: "f" }, { file: "core/x.ts", name: "Table.store" }];
  const source = `function f(${NINE}) {}\nclass Table { store(${NINE}) {} }`;
  assertEquals(lint("core/x.ts", source, { wide }), []);
  assertEquals(lint(projectPath("core/x.ts"), source, { wide }), []);
  assertEquals(lint("core/y.ts", `function f(${NINE}) {}`, { wide }), [tooWide("f", 9)]);
  assertEquals(lint("core/x.ts", `function f(a) {}\nclass Table { store(${NINE}) {} }`, { wide }), [
    'hindsight/max-parameters: Expected "f" to need its entry in WIDE_FUNCTIONS; remove the entry',
  ]);
  assertEquals(lint("core/x.ts", "function f() {}", { long: [wide[0]] }), [
    'hindsight/max-lines: Expected "f" to need its entry in LONG_FUNCTIONS; remove the entry',
  ]);
});

Deno.test("an entry for a file that is not there is a fault of the list", () => {
  const wide = [{ file: "core/no_such_file.ts", name: "f" }, { file: "main.ts", name: "f" }];
  assertEquals(lint("tools/build/lint_exceptions.ts", "", { wide }), [
    "hindsight/max-parameters: Expected WIDE_FUNCTIONS to name files that exist, but there is no " +
    '"core/no_such_file.ts"',
  ]);
  assertEquals(lint("tools/build/lint_exceptions.ts", "", { files: ["core/no_such_file.ts"] }).length, 1);
});

Deno.test("`no-url-pathname` finds paths made of URLs in tests, tools and the lab, and nowhere else", () => {
  const fault = "hindsight/no-url-pathname: " +
    "Expected a path from tools/paths.ts: the pathname of a URL is not a path on every system";
  for (const source of ['new URL("x", import.meta.url).pathname;', "const { pathname } = url;", "url?.pathname;"]) {
    assertEquals(lint("tests/x.ts", source), [fault], source);
    assertEquals(lint("tools/x.ts", source), [fault], source);
    assertEquals(lint("lab/games/x.ts", source), [fault], source);
    assertEquals(lint("core/x.ts", source), [], source);
    assertEquals(lint("tools/paths.ts", source), [], source);
  }
  assertEquals(lint("tests/x.ts", "const pathname = url.href;"), []);
});
