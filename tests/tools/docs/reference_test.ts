import { assertEquals, assertThrows } from "@std/assert";
import { SECTIONS, withSection } from "../../../tools/docs/reference.ts";
import { projectPath } from "../../../tools/paths.ts";

for (const { file, name, make } of SECTIONS) {
  Deno.test(`the table "${name}" of ${file} agrees with the code; "deno task docs" writes it`, async () => {
    const text = (await Deno.readTextFile(projectPath(file))).replaceAll("\r\n", "\n");
    assertEquals(text, withSection(text, name, await make()));
  });
}

Deno.test("a table replaces the text between the comments with its name; without these comments there is an error", () => {
  const [start, end] = ["<!-- deno-fmt-ignore-start -->\n", "<!-- deno-fmt-ignore-end -->\n"];
  const place = (name: string, content: string) =>
    `${start}<!-- ${name}: written by \`deno task docs\` -->\n\n${content}\n\n${end}`;
  const text = `Before\n\n${place("a", "old $1")}\n${place("b", "other")}`;
  assertEquals(withSection(text, "a", "new $1"), `Before\n\n${place("a", "new $1")}\n${place("b", "other")}`);
  assertThrows(() => withSection(text, "c", ""), RangeError, 'the table "c"');
});
