import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ENGINE_VERSION } from "../../../engine/version.ts";
import { expectTag, sectionOf } from "../../../tools/build/release_notes.ts";
import { projectPath } from "../../../tools/paths.ts";
import { runProgram } from "../../program.ts";

const CHANGELOG =
  "# Changes\n\nText.\n\n## 1.10.0 (2026-01-31)\n\n- New\n\n### Detail\n\nMore\n\n## 1.1.0\n\n- Old\n\n## 1.0.0\n";

Deno.test("`sectionOf()` takes the text below the version's heading, with any line endings", () => {
  for (const text of [CHANGELOG, CHANGELOG.replaceAll("\n", "\r\n")]) {
    assertEquals(sectionOf(text, "1.10.0"), "- New\n\n### Detail\n\nMore");
    assertEquals(sectionOf(text, "1.1.0"), "- Old");
  }
});

Deno.test("`sectionOf()` refuses a version without a section, or with an empty one", () => {
  for (const version of ["1.0.0", "2.0.0", "1.1", "Changes", ""]) {
    assertThrows(() => sectionOf(CHANGELOG, version), RangeError, `a section "## ${version}"`);
  }
});

Deno.test("`expectTag()` accepts only the tag of the version", () => {
  expectTag("v1.2.0", "1.2.0");
  for (const tag of ["1.2.0", "v1.2", "v1.2.0-rc1", ""]) {
    const message = `the tag v1.2.0, as in engine/version.ts, but got "${tag}"`;
    assertThrows(() => expectTag(tag, "1.2.0"), RangeError, message);
  }
});

async function notes(...args: string[]): Promise<{ code: number; text: string }> {
  const options = ["run", "--quiet", "--no-prompt", "--allow-read=.", "tools/build/release_notes.ts"];
  const { code, stdout, stderr } = await runProgram(Deno.execPath(), [...options, ...args], projectPath());
  return { code, text: stdout + stderr };
}

Deno.test("the version of the engine has notes, and a wrong tag is refused", async () => {
  const { code, text } = await notes(`v${ENGINE_VERSION}`);
  assertEquals(code, 0, text);
  assertEquals(text.includes("# Changes"), false);
  assertEquals(await notes(), { code: 0, text });
  const refused = await notes("v99.0.0");
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.text, 'but got "v99.0.0"');
});
