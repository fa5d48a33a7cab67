/** The command line of `deno task sprt`, its verdict, and building a revision. @module */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { bundleRevision, expectAppendable, findCommit, readSprtOptions, verdictOf } from "../../matches/sprt.ts";
import { GAIN_BOUNDS } from "../../matches/statistics.ts";
import { EMPTY_TALLY, type Tally } from "../../matches/tally.ts";
import { withFolder } from "../../../tests/folder.ts";
import { git } from "../../../tests/program.ts";

function tallyOf(...pairs: [number, number, number, number, number]): Tally {
  return { ...EMPTY_TALLY, pairs };
}

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
    [["a", "--elo1=x"], "Expected a number after '--elo1', but got 'x'"],
    [["a", "--games=1"], "at least 2"],
    [["a", "--hash"], "Expected a value after '--hash'"],
    [["a", "--tc=1", "--nodes=5"], "--nodes or --tc, but got both"],
    [["a", "--what=1"], "Unknown option '--what"],
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

Deno.test("the verdict follows the likelihood ratio", () => {
  assertEquals(verdictOf(tallyOf(29, 660, 1525, 780, 34), GAIN_BOUNDS).split(":")[0], "Passed");
  assertEquals(verdictOf(tallyOf(34, 780, 1525, 660, 29), GAIN_BOUNDS).split(":")[0], "Failed");
  assertEquals(verdictOf(tallyOf(3, 60, 150, 70, 3), GAIN_BOUNDS), "Undecided");
  assertEquals(verdictOf(EMPTY_TALLY, GAIN_BOUNDS), "No pair of games was completed");
});

Deno.test("games that a crash or the clock decided decide no test", () => {
  const passing = tallyOf(29, 660, 1525, 780, 34);
  const verdict = (faults: number, timeLosses: number) =>
    verdictOf({ ...passing, faults, timeLosses }, GAIN_BOUNDS).split(":")[0];
  assertEquals([verdict(0, 0), verdict(60, 60), verdict(61, 61), verdict(1, 0)], [
    "Passed",
    "Passed",
    "Invalid",
    "Invalid",
  ]);
});

Deno.test("every test has its own seed, unless one is given", () => {
  const seeds = Array.from({ length: 5 }, () => readSprtOptions(["HEAD"]).seed);
  assertEquals(new Set(seeds).size, 5, `${seeds}`);
  for (const seed of seeds) assert(Number.isInteger(seed) && seed >= 1 && seed < 2 ** 31, `${seed}`);
  assertEquals(readSprtOptions(["HEAD", "--seed=12"]).seed, 12);
  for (const seed of ["0", "-1", "1.5", "x", "2147483648"]) {
    assertThrows(() => readSprtOptions(["HEAD", `--seed=${seed}`]), Error, "after '--seed'");
  }
});

Deno.test("`bundleRevision()` bundles what was committed, not what is in the folder, and removes its work tree", () =>
  withFolder(async (folder) => {
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

    const { name, bundle } = await bundleRevision(root, await findCommit(root, "HEAD"), output);
    assertEquals(await git(root, "rev-parse", "--short", "HEAD"), name);
    assert((await Deno.readTextFile(bundle)).includes("committed"));
    assertEquals((await git(root, "worktree", "list", "--porcelain")).match(/^worktree /gm)?.length, 1);

    await git(root, "rm", "--quiet", "--force", "main.ts");
    await git(root, "commit", "--quiet", "--message=second");
    const withoutEngine = await findCommit(root, "HEAD");
    await assertRejects(() => bundleRevision(root, withoutEngine, output), Error, "main.ts");
    assertEquals((await git(root, "worktree", "list", "--porcelain")).match(/^worktree /gm)?.length, 1);
  }));

Deno.test("a file for the games that cannot be written is refused before the first game, and none is emptied", () =>
  withFolder((folder) => {
    const path = `${folder}/games.pgn`;
    Deno.writeTextFileSync(path, "[Event]");
    expectAppendable(path);
    assertEquals(Deno.readTextFileSync(path), "[Event]");
    assertThrows(() => expectAppendable(`${folder}/none/games.pgn`), Error, "there is no such folder");
  }));
