/** Checks that the documentation names the fields of data for other programs. @module */

import { assertMatch } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";

/**
 * Asserts that a page names, as code, every field of plain data, including fields of lists and objects inside.
 *
 * @param page Name of a file in `docs/`.
 * @param data The result of `JSON.parse`.
 * @param maps Fields that hold objects whose keys are data, not names of fields.
 */
export async function assertDocumented(page: string, data: unknown, maps: readonly string[] = []): Promise<void> {
  const text = await Deno.readTextFile(projectPath(`docs/${page}`));
  for (const field of fieldsOf(data, maps)) {
    assertMatch(text, new RegExp(`[\`.]${field}(\\[\\])?\``), `${page}: ${field}`);
  }
}

function fieldsOf(data: unknown, maps: readonly string[]): string[] {
  if (typeof data !== "object" || data === null) return [];
  if (Array.isArray(data)) return data.flatMap((each) => fieldsOf(each, maps));
  return Object.entries(data).flatMap((
    [field, value],
  ) => [field, ...(maps.includes(field) ? [] : fieldsOf(value, maps))]);
}
