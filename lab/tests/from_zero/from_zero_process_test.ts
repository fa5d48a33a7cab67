/** A small run from zero is interrupted, continues, and ends with a report. Needs PyTorch. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { testInFolder } from "../../../tests/folder.ts";
import { projectPath } from "../../../tools/paths.ts";
import type { RunState } from "../../from_zero/run_state.ts";
import { isThere, listGameFiles } from "../../games/game_files.ts";
import { hasTorch, PYTHON } from "../train/training.ts";

const PROGRAM = projectPath("lab/from_zero/from_zero.ts");
function start(folder: string, env: Record<string, string> = {}): Deno.ChildProcess {
  const flags = ["run", "--quiet", "--no-prompt", "--allow-read", "--allow-write", `--allow-run=${PYTHON}`];
  const args = [...flags, PROGRAM, `--out=${folder}/run`, "--minutes=0.1", "--seed=1", "--threads=2"];
  return new Deno.Command(Deno.execPath(), { args, env, stdout: "piped", stderr: "piped" }).spawn();
}

testInFolder("a small run is interrupted, continues, and writes a report of its rounds", async (folder) => {
  const games = `${folder}/run/round-01/games`;
  const first = start(folder);
  const output = first.output();
  while (!isThere(games) || listGameFiles(games).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  first.kill("SIGINT");
  const interrupted = await output;
  assertEquals(interrupted.code, 0);
  assertMatch(new TextDecoder().decode(interrupted.stdout), /the same command continues/);

  const { code, stdout, stderr } = await start(folder).output();
  const printed = new TextDecoder().decode(stdout);
  assertEquals(code, 0, printed + new TextDecoder().decode(stderr));
  assertMatch(printed, /Round 2 of 2: \d+ games/);
  const state: RunState = JSON.parse(Deno.readTextFileSync(`${folder}/run/run.json`));
  assertEquals(state.rounds.map(({ phase }) => phase), ["done", "done"]);
  for (const { games, loss, matches, style } of state.rounds) {
    assert(games >= 50 && loss !== null && matches.length >= 3 && style !== null);
  }
  const report = Deno.readTextFileSync(`${folder}/run/report.html`);
  assertMatch(report, /<h2>From nothing<\/h2>/);
  assertEquals(report.match(/<section class="game"/g)?.length, 2);
}, !hasTorch || Deno.build.os === "windows");

testInFolder("if the trainer cannot run, the program says what to install, and leaves no folder", async (folder) => {
  const programs = `${folder}/bin`;
  Deno.mkdirSync(programs);
  const refused = async () => {
    const { code, stderr } = await start(folder, { PATH: programs }).output();
    assertEquals([code, isThere(`${folder}/run`)], [1, false]);
    return new TextDecoder().decode(stderr);
  };
  const found = await refused();
  assertMatch(found, /^python3 was not found: .* 3\.10 or later, .* pip install -r lab\/train\/requirements\.txt/m);
  const script = "#!/bin/sh\necho 'ModuleNotFoundError: torch' >&2\nexit 1\n";
  Deno.writeTextFileSync(`${programs}/${PYTHON}`, script, { mode: 0o755 });
  assertMatch(await refused(), /^python3 cannot import PyTorch and NumPy: .*ModuleNotFoundError: torch.*pip install/m);
}, Deno.build.os === "windows");
