/** The command line of `deno task sprt`, its verdict, and building a revision. @module */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { bundleRevision, expectAppendable, findCommit, readSprtOptions, verdictOf } from "../../matches/sprt.ts";
import { GAIN_BOUNDS, type MatchResult } from "../../matches/fastchess.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { git } from "../../../tests/program.ts";

Deno.test("by default a gain is tested at 8+0.08 with 32 MB, errors of 5 % and 10 %; all of that can be given", () => {
  const { revision, limit, bounds, hash, adjudicate } = readSprtOptions(["0123456"]);
  const expected = { revision: "0123456", limit: { clock: "8+0.08" }, hash: 32, adjudicate: true };
  assertEquals({ revision, limit, hash, adjudicate }, expected);
  assertEquals(bounds, { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1 });
  const options = readSprtOptions(["main", "--elo0=-5", "--elo1=0", "--nodes=20000", "--games=10", "--full-games"]);
  assertEquals([options.bounds.elo0, options.bounds.elo1, options.games, options.adjudicate], [-5, 0, 10, false]);
  assertEquals(options.limit, { nodes: 20000 });
});

Deno.test("a command line that makes no sense is refused with what is wrong", () => {
  const refused: [args: string[], message: string][] = [
    [[], "Expected one revision, but got none"],
    [["a", "b"], "but got a b"],
    [["a", "--elo0=5"], "--elo0 to be less than --elo1"],
    [["a", "--tc=1", "--nodes=5"], "--nodes or --tc, but got both"],
  ];
  for (const [args, message] of refused) assertThrows(() => readSprtOptions(args), Error, message);
});

Deno.test("clocks are taken as fastchess reads them, with some time on them", () => {
  for (const clock of ["8+0.08", "1", "0.5+0.01", "40/60", "40/1:30+0.5", "0+1"]) {
    assertEquals(readSprtOptions(["a", `--tc=${clock}`]).limit, { clock });
  }
  for (const clock of ["abc", "8+", "+1", "-1", "8+0,08", "8s", "0", "40/0+0.0", "1e3", "8+0.08 ", "0/8"]) {
    const message = `--tc to be a clock in seconds such as 8+0.08, but got "${clock}"`;
    assertThrows(() => readSprtOptions(["a", `--tc=${clock}`]), RangeError, message);
  }
});

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
  assertEquals(verdict({ accepted: "H1", broken: 1 }), "Invalid: games that ended by an illegal move or a crash: 1");
});

Deno.test("every test has its own seed, unless one is given", () => {
  const seeds = Array.from({ length: 5 }, () => readSprtOptions(["HEAD"]).seed);
  assertEquals(new Set(seeds).size, 5, `${seeds}`);
  for (const seed of seeds) assert(Number.isInteger(seed) && seed >= 1 && seed < 2 ** 31, `${seed}`);
  assertEquals(readSprtOptions(["HEAD", "--seed=12"]).seed, 12);
});

testInFolder(
  "`bundleRevision()` bundles what was committed, not what is in the folder, and removes its work tree",
  async (folder) => {
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
  },
);

testInFolder(
  "a file for the games that cannot be written is refused before the first game, and none is emptied",
  (folder) => {
    const path = `${folder}/games.pgn`;
    Deno.writeTextFileSync(path, "[Event]");
    expectAppendable(path);
    assertEquals(Deno.readTextFileSync(path), "[Event]");
    assertThrows(() => expectAppendable(`${folder}/none/games.pgn`), Error, "there is no such folder");
  },
);
