import { assertEquals } from "@std/assert";
import plugin, { MAX_FILE_LINES, MAX_LINES } from "../../../tools/build/lint_plugin.ts";
import { projectPath } from "../../../tools/paths.ts";

/** What the rules report about a source text: the name of the rule, and the message. */
function lint(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source).map(({ id, message }) => `${id}: ${message}`);
}

const TOO_WIDE = "hindsight/max-parameters: Expected at most 8 parameters, but there are 9";
const NINE = "a, b, c, d, e, f, g, h, i";

Deno.test("`max-parameters` finds nine parameters in every kind of function", () => {
  const sources = [
    `function wide(${NINE}) {}`,
    `const wide = (${NINE}) => 0;`,
    `const wide = function (${NINE}) {};`,
    `class Table { store(${NINE}) {} }`,
    `class Table { #store(${NINE}) {} }`,
    `class Table { static wide = (${NINE}) => 0; }`,
    `class Table { constructor(private a: number, b = 1, { c }: X, d, e, f, g, h, ...i) {} }`,
    `abstract class Table { abstract store(${NINE}): void; }`,
    `interface Kernel { apply(${NINE}): void; }`,
    `interface Kernel { apply: (${NINE}) => void; }`,
    `type Apply = (${NINE}) => void;`,
    `declare function wide(${NINE}): void;`,
    `const table = { store(${NINE}) {} };`,
    `list.forEach((${NINE}) => 0);`,
    `(${NINE}) => 0;`,
    `function outer() { return (${NINE}) => 0; }`,
  ];
  for (const source of sources) assertEquals(lint("core/x.ts", source), [TOO_WIDE], source);
});

Deno.test("`max-parameters` counts the two halves of a set as one, and does not count `this`", () => {
  const lists = [
    "a, b, c, d, e, f, g, h",
    "a, b, c, d, e, f, g, pawnsLo, pawnsHi",
    "lo, hi, b, c, d, e, f, keyLo, keyHi, g",
    "occupiedHi = 0, occupiedLo = 0, b, c, d, e, f, g, h",
    "this: X, a, b, c, d, e, f, g, h",
  ];
  for (const parameters of lists) assertEquals(lint("core/x.ts", `function f(${parameters}) {}`), [], parameters);
  // These are not the two halves of one set.
  assertEquals(lint("core/x.ts", "function f(a, b, c, d, e, f, g, pawnsLo, knightsHi) {}"), [TOO_WIDE]);
  assertEquals(lint("core/x.ts", "function f(a, b, c, d, e, f, g, delphi, delplo) {}"), [TOO_WIDE]);
});

Deno.test("`max-lines` finds a function of more than 100 lines, comments and parameters included", () => {
  const body = (lines: number) => `function long(\n  a,\n) {\n${"// A comment\n".repeat(lines - 4)}}`;
  assertEquals(lint("core/x.ts", body(MAX_LINES)), []);
  const fault = "hindsight/max-lines: Expected at most 100 lines, but the function has 101";
  assertEquals(lint("core/x.ts", body(MAX_LINES + 1)), [fault]);
  assertEquals(lint("core/x.ts", body(MAX_LINES + 1).replaceAll("\n", "\r\n")), [fault]);
  assertEquals(lint("core/x.ts", `class Table {\n${"m() {}\n".repeat(200)}}`), []);
});

Deno.test("`max-file-lines` finds a file of more than 400 lines", () => {
  const source = (lines: number) => "// A comment\n".repeat(lines);
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES)), []);
  const long = "hindsight/max-file-lines: Expected at most 400 lines, but the file has 401";
  assertEquals(lint("core/x.ts", source(MAX_FILE_LINES + 1)), [long]);
});

Deno.test("`no-url-pathname` finds paths made from URLs in tests, tools and the lab, and nowhere else", () => {
  const reason = "Expected a path from tools/paths.ts: the pathname of a URL is not a path on every system";
  const fault = `hindsight/no-url-pathname: ${reason}`;
  for (const source of ['new URL("x", import.meta.url).pathname;', "const { pathname } = url;", "url?.pathname;"]) {
    assertEquals(lint("tests/x.ts", source), [fault], source);
    assertEquals(lint("tools/x.ts", source), [fault], source);
    assertEquals(lint(projectPath("lab/games/x.ts"), source), [fault], source);
    assertEquals(lint("core/x.ts", source), [], source);
  }
  assertEquals(lint("tests/x.ts", "const pathname = url.href;"), []);
});
