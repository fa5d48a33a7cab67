/** Which program the first argument starts, and the greeting of the engine on a terminal. @module */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { suggest } from "../../terminal/command_line.ts";
import { testInFolder as test } from "../folder.ts";
import { runHindsight, runOnTerminal, SCRIPT } from "./process.ts";

Deno.test("an unknown command is reported on standard error, with the most similar command", async () => {
  const cases: [argument: string, hint: string][] = [
    ["analize", " (did you mean 'analyse'?)"],
    ["--frobnicate", ""],
    ["pley", " (did you mean 'play'?)"],
    ["becnh", " (did you mean 'bench'?)"],
  ];
  const runs = await Promise.all(cases.map(([argument]) => runHindsight([argument, "x"])));
  cases.forEach(([argument, hint], i) => {
    const stderr = `Unknown command '${argument}'${hint}; 'hindsight help' lists the commands\n`;
    assertEquals(runs[i], { code: 2, stdout: "", stderr });
  });
});

Deno.test("an unknown option is reported with the most similar option", async () => {
  const { code, stderr } = await runHindsight(["analyse", "--outptu=a.pgn"]);
  assertEquals(code, 2);
  const pattern = /^Unknown option '--outptu=a\.pgn' \(did you mean '--output'\?\); see hindsight analyse --help\n$/;
  assertMatch(stderr, pattern);
});

Deno.test("`suggest()` finds words with one letter changed, added or dropped, or two letters swapped, and no others", () => {
  const known = ["analyse", "play", "histories"];
  for (const typo of ["analise", "analysee", "analse", "anaylse", "ANALYSE"]) {
    assertEquals(suggest(typo, known), " (did you mean 'analyse'?)", typo);
  }
  for (const other of ["", "x", "analysis of my games", "pgn"]) assertEquals(suggest(other, known), "", other);
});

test("a PGN file without a command is analysed", async (folder) => {
  await Deno.writeTextFile(`${folder}/My Game.PGN`, "1. f3 e5 2. g4 Qh4# 0-1\n");
  const { code, stdout, stderr } = await runHindsight(["My Game.PGN", "--nodes", "500"], { folder });
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /2\. g4 \$4 [^]* 0-1\n$/);
});

Deno.test({
  name: "on a terminal the engine names the programs, `help`, and how to leave",
  ignore: SCRIPT === null,
  fn: async () => {
    // The second character is what Ctrl-D sends, the end of the input.
    const { code, stdout } = await runOnTerminal([], [["hindsight help", "\x04"]]);
    assertEquals(code, 0, stdout);
    const programs = ["play", "analyse", "puzzle", "histories"].map((name) => `hindsight ${name}`);
    for (const word of [...programs, "'help'", "'quit'", "Ctrl-D"]) assertStringIncludes(stdout, word);
  },
});
