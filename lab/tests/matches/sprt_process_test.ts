/** The command line of `deno task sprt`, its verdict, and building a revision. @module */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { bundleRevision, expectAppendable, findCommit, verdictOf } from "../../matches/sprt.ts";
import { GAIN_BOUNDS, type MatchResult } from "../../matches/fastchess.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { git } from "../../../tests/program.ts";

Deno.test("the test decides the verdict, unless a crash, an illegal move or the clock decided games", () => {
  const verdict = (changes: Partial<MatchResult>) =>
    verdictOf({ games: 6056, timeLosses: 0, broken: 0, accepted: null, ...changes }, GAIN_BOUNDS);
  assertEquals(verdict({ accepted: "H1" }), "Passed: the difference is 5 rather than 0");
  assertEquals(verdict({ accepted: "H0" }), "Failed: the difference is 0 rather than 5");
  assertEquals(verdict({}), "Undecided");
  assertEquals(verdict({ games: 0 }), "No game was completed");
  assertEquals(verdict({ accepted: "H1", timeLosses: 60 }).split(":")[0], "Passed");
  assertEquals(
    verdict({ accepted: "H1", timeLosses: 61 }),
    "Invalid: 61 of 6056 games were lost on time, more than 1 %",
  );
  assertEquals(verdict({ accepted: "H1", broken: 1 }), "Invalid: games that ended with an illegal move or a crash: 1");
});

testInFolder("`bundleRevision()` bundles only committed files, and removes its work tree", async (folder) => {
  const [root, output] = [`${folder}/repository`, `${folder}/output`];
  await Deno.mkdir(root);
  await Deno.mkdir(output);
  await git(root, "init", "--quiet");
  await Deno.writeTextFile(`${root}/main.ts`, 'import { word } from "./word.ts";\nconsole.log(word);\n');
  await Deno.writeTextFile(`${root}/word.ts`, 'export const word = "committed";\n');
  await git(root, "add", ".");
  await git(root, "commit", "--quiet", "--message=first");
  await Deno.writeTextFile(`${root}/word.ts`, 'export const word = "changed since";\n');

  const message = 'Expected a revision of this repository, but got "no-such-branch"';
  await assertRejects(() => findCommit(root, "no-such-branch"), RangeError, message);

  const [name, bundle] = await bundleRevision(root, await findCommit(root, "HEAD"), output);
  assertEquals(await git(root, "rev-parse", "--short", "HEAD"), name);
  assert((await Deno.readTextFile(bundle)).includes("committed"));
  assertEquals((await git(root, "worktree", "list", "--porcelain")).match(/^worktree /gm)?.length, 1);

  await git(root, "rm", "--quiet", "--force", "main.ts");
  await git(root, "commit", "--quiet", "--message=second");
  const withoutEngine = await findCommit(root, "HEAD");
  await assertRejects(() => bundleRevision(root, withoutEngine, output), Error, "main.ts");
  assertEquals((await git(root, "worktree", "list", "--porcelain")).match(/^worktree /gm)?.length, 1);
});

testInFolder("an unwritable file for the games is refused before the first game, and no file is emptied", (folder) => {
  const path = `${folder}/games.pgn`;
  Deno.writeTextFileSync(path, "[Event]");
  expectAppendable(path);
  assertEquals(Deno.readTextFileSync(path), "[Event]");
  assertThrows(() => expectAppendable(`${folder}/none/games.pgn`), Error, "there is no such folder");
});
