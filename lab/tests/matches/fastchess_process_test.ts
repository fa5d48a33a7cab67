/**
 * The command line for fastchess, and how its output is read; a script takes the place of the program.
 *
 * @module
 */

import { assert, assertArrayIncludes, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fastchessArguments, findFastchess, type MatchPlan, playMatch } from "../../matches/fastchess.ts";
import { GAIN_BOUNDS } from "../../matches/statistics.ts";
import { withFolder } from "../../../tests/folder.ts";

const NO_SHELL = Deno.build.os === "windows";

const PLAN: MatchPlan = {
  first: { name: "with", bundle: "/some where/new.js" },
  second: { name: "without", bundle: "/some where/old.js" },
  limit: { nodes: 2000 },
  hash: 8,
  book: "/books/own.epd",
  seed: 7,
  rounds: 50,
  concurrency: 2,
  adjudicate: true,
};

/** The arguments after `flag` up to the next flag. */
function argumentsOf(args: readonly string[], flag: string, occurrence = 0): readonly string[] {
  const starts = args.flatMap((arg, index) => arg === flag ? [index + 1] : []);
  const start = starts[occurrence];
  assert(start !== undefined, `Expected ${flag} in ${args.join(" ")}`);
  const end = args.findIndex((arg, index) => index >= start && arg.startsWith("-"));
  return args.slice(start, end < 0 ? undefined : end);
}

/** Runs `body` with an executable that prints these lines as fastchess would, then ends with a code. */
async function withArbiter(script: string, body: (path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = `${folder}/arbiter`;
    await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await body(path);
  });
}

Deno.test("`fastchessArguments()` starts two engines under the same conditions", () => {
  const args = fastchessArguments(PLAN, "/bin/deno");
  const [first, second] = [argumentsOf(args, "-engine", 0), argumentsOf(args, "-engine", 1)];
  assertArrayIncludes(first, ["name=with", "cmd=/bin/deno"]);
  assertArrayIncludes(second, ["name=without"]);
  assertStringIncludes(second.find((arg) => arg.startsWith("args="))!, "--allow-read=old.js old.js");
  assertEquals(argumentsOf(args, "-each"), ["tc=inf", "nodes=2000", "option.Hash=8", "option.Threads=1"]);
});

Deno.test("`fastchessArguments()` starts bundles in their folder, so that a path may hold spaces", () => {
  const first = argumentsOf(fastchessArguments(PLAN, "/bin/deno"), "-engine");
  const command = first.find((arg) => arg.startsWith("args="))!;
  assertArrayIncludes(first, ["dir=/some where/"]);
  assertStringIncludes(command, "--allow-read=new.js new.js");
  assert(!command.includes("some where"));
  const bare = { ...PLAN, first: { ...PLAN.first, bundle: "engine.js" } };
  assertArrayIncludes(argumentsOf(fastchessArguments(bare, "/bin/deno"), "-engine"), ["dir=."]);
});

Deno.test("`fastchessArguments()` plays pairs from a book that is shuffled by the seed of the match", () => {
  const args = fastchessArguments(PLAN, "/bin/deno");
  assertEquals(argumentsOf(args, "-openings"), ["file=/books/own.epd", "format=epd", "order=random"]);
  assertEquals(argumentsOf(args, "-srand"), ["7"]);
  assertEquals(argumentsOf(args, "-rounds"), ["50"]);
  assertEquals(argumentsOf(args, "-games"), ["2"]);
  assert(args.includes("-repeat"));
});

Deno.test("`fastchessArguments()` adds a clock, a test, a file for the games and adjudication only where asked for", () => {
  const plain = fastchessArguments({ ...PLAN, adjudicate: false }, "/bin/deno");
  for (const flag of ["-sprt", "-pgnout", "-resign", "-draw"]) assert(!plain.includes(flag), flag);
  const full = fastchessArguments(
    { ...PLAN, limit: { clock: "8+0.08" }, sprt: GAIN_BOUNDS, pgn: "/g.pgn" },
    "/bin/deno",
  );
  assertEquals(argumentsOf(full, "-each")[0], "tc=8+0.08");
  assert(!full.some((arg) => arg.startsWith("nodes=2")));
  assertEquals(argumentsOf(full, "-sprt"), ["elo0=0", "elo1=5", "alpha=0.05", "beta=0.1", "model=normalized"]);
  assertArrayIncludes(argumentsOf(full, "-pgnout"), ["file=/g.pgn"]);
  assertArrayIncludes(argumentsOf(full, "-resign"), ["twosided=true"]);
});

Deno.test("`findFastchess()` fails with where to get it if it is not there, and refuses another program", async () => {
  const error = await assertRejects(() => findFastchess("/no/such/fastchess"), Error, 'no fastchess at "/no/such');
  assertStringIncludes(error.message, "https://github.com/Disservin/fastchess");
  await assertRejects(() => findFastchess(Deno.execPath()), Error, "to be fastchess");
});

Deno.test({
  name: "`playMatch()` counts complete pairs and passes every line on",
  ignore: NO_SHELL,
  fn: () =>
    withArbiter(
      `cat <<'END'
Started game 1 of 6 (with vs without)
Finished game 2 (without vs with): 0-1 {Black mates}
Finished game 1 (with vs without): 1-0 {White mates}
Finished game 5 (with vs without): 1-0 {White mates}
Finished game 3 (with vs without): 1/2-1/2 {Draw by 3-fold repetition}
Finished game 4 (without vs with): 1-0 {Black loses on time (3ms overrun)}
END`,
      async (path) => {
        let lines = 0;
        const tally = await playMatch(path, PLAN, () => lines++, new AbortController().signal);
        assertEquals(tally, { wins: 2, losses: 1, draws: 1, pairs: [0, 1, 0, 0, 1], faults: 1, timeLosses: 1 });
        assertEquals(lines, 6);
      },
    ),
});

Deno.test({
  name: "`playMatch()` fails with the last words of a program that fails",
  ignore: NO_SHELL,
  fn: () =>
    withArbiter("echo 'Error; Unrecognized option'; exit 1", async (path) => {
      await assertRejects(
        () => playMatch(path, PLAN, () => {}, new AbortController().signal),
        Error,
        "code 1:\nError; Unrecognized option",
      );
    }),
});

Deno.test({
  name: "`playMatch()` interrupts the program when its signal says so, and counts nothing that comes after",
  ignore: NO_SHELL,
  fn: () =>
    withArbiter(
      `trap 'echo "Finished game 3 (with vs without): 0-1 {White disconnects}"
echo "Finished game 4 (without vs with): 1-0 {Black disconnects}"; exit 1' INT
echo "Finished game 1 (with vs without): 1-0 {White mates}"
echo "Finished game 2 (without vs with): 0-1 {Black mates}"
echo "Started game 3"
while true; do sleep 0.05; done`,
      async (path) => {
        const controller = new AbortController();
        const stopAfterPair = (line: string) => line.startsWith("Started game 3") && controller.abort();
        const tally = await playMatch(path, PLAN, stopAfterPair, controller.signal);
        assertEquals(tally.pairs, [0, 0, 0, 0, 1]);
      },
    ),
});

Deno.test("`playMatch()` starts nothing once its signal has been given", async () => {
  const tally = await playMatch("/no/such/program", PLAN, () => {}, AbortSignal.abort());
  assertEquals(tally.pairs, [0, 0, 0, 0, 0]);
});
