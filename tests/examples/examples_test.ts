/**
 * Every example runs, needs no more than to read its files, is short, and prints what it is for.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../engine_bundle.ts";

/** What each example prints, among other things. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  "annotate_pgn.ts": /^1\. e4 \{ .* Nf6 \{ #1 \} 4\. Qxf7# \{ #-?0 \} 1-0$/m,
  "best_move.ts": /^Best move: Qxf7#\nScore: mate 1$/m,
  "count_errors.ts": /^Errors of White: \d, of Black: [1-9]$/m,
  "live_analysis.ts": /^Depth 1, .*\n(Depth 1, .*\n)*Depth 2, .*\n(.*\n)*The best move is \S+$/m,
  "play_itself.ts": /^\[White "Hindsight"\]\n(.*\n)*1\. /m,
  "puzzle_check.ts": /^Solution: Ra6\+, mate in 3\nAs expected: true\nThe only one: true$/m,
  "stop.ts": /call: true\n.*signal: true\n.*loop: true$/m,
  "three_lines.ts": /^1\. .*\n2\. .*\n3\. /m,
  "two_engines.ts": /^After \d+ plies: (cp|mate) /m,
  "what_was_learned.ts": /^\S+ -?\d+ \{.*"butterfly":(.*\n)+A picture of \d{4,} characters/m,
};

Deno.test("there is a test for each example", () => {
  const names = Array.from(Deno.readDirSync(projectPath("examples")), ({ name }) => name);
  assertEquals(names.sort(), Object.keys(EXPECTED));
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  Deno.test(`the example ${name} prints what it is for`, async () => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", ...BRIEF_OPTIONS, "--allow-read=.", `examples/${name}`],
      cwd: projectPath(),
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    assert(success, text.decode(stderr));
    assertMatch(text.decode(stdout).replaceAll("\r\n", "\n").trim(), expected);
    const lines = (await Deno.readTextFile(projectPath(`examples/${name}`))).split("\n").length;
    assert(lines >= 10 && lines <= 36, `${name} has ${lines} lines`);
  });
}
