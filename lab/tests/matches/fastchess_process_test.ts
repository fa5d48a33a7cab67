/** The command line for fastchess, and how its output is read; a script replaces the program. @module */

import { assertArrayIncludes, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fastchessArguments, findFastchess, GAIN_BOUNDS, type MatchPlan, playMatch } from "../../matches/fastchess.ts";
import { withFolder } from "../../../tests/folder.ts";
import { withVariable } from "../../../tests/program.ts";

const NO_SHELL = Deno.build.os === "windows";

const PLAN: MatchPlan = {
  engines: [["with", "/some where/new.js"], ["without", "/some where/old.js"]],
  limit: { nodes: 2000 },
  hash: 8,
  book: "/books/own.epd",
  seed: 7,
  rounds: 50,
  concurrency: 2,
  adjudicate: true,
  bounds: GAIN_BOUNDS,
};

/** Runs `body` with the path of an executable shell script that takes the place of fastchess. */
async function withArbiter(script: string, body: (path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = `${folder}/arbiter`;
    await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await body(path);
  });
}

function linesOf(changes: Partial<MatchPlan> = {}): string[] {
  return fastchessArguments({ ...PLAN, ...changes }, "/bin/deno").join("|").split(/\|(?=-)/);
}

/** The arguments that start a bundle in its folder: fastchess splits `args` at spaces, which a path may have. */
const engine = (name: string, dir: string, file: string) =>
  `-engine|name=${name}|cmd=/bin/deno|dir=${dir}|` +
  `args=run --quiet --no-prompt --no-config --no-lock --allow-read=${file} ${file}`;

Deno.test("`fastchessArguments()` starts two engines under the same conditions and plays pairs from a shuffled book", () => {
  assertEquals(linesOf({ adjudicate: false }), [
    engine("with", "/some where/", "new.js"),
    engine("without", "/some where/", "old.js"),
    "-each|tc=inf|nodes=2000|option.Hash=8|option.Threads=1",
    "-openings|file=/books/own.epd|format=epd|order=random",
    ...["-srand|7", "-rounds|50", "-games|2", "-repeat", "-concurrency|2", "-recover", "-ratinginterval|10"],
    "-sprt|elo0=0|elo1=5|alpha=0.05|beta=0.1|model=normalized",
  ]);
  assertEquals(linesOf({ engines: [["bare", "engine.js"]] })[0], engine("bare", ".", "engine.js"));
});

Deno.test("`fastchessArguments()` adds a clock, a file for the games and adjudication if they are requested", () => {
  assertArrayIncludes(linesOf({ limit: { clock: "8+0.08" }, pgn: "/g.pgn" }), [
    "-each|tc=8+0.08|option.Hash=8|option.Threads=1",
    "-resign|movecount=3|score=400|twosided=true",
    "-draw|movenumber=40|movecount=8|score=10",
    "-pgnout|file=/g.pgn|nodes=true|nps=true",
  ]);
});

Deno.test("`findFastchess()` says where to get a missing fastchess, and refuses another program", async () => {
  await withVariable("FASTCHESS", "/no/such/fastchess", async () => {
    const error = await assertRejects(findFastchess, Error, 'no fastchess at "/no/such');
    assertStringIncludes(error.message, "https://github.com/Disservin/fastchess");
  });
  await withVariable("FASTCHESS", Deno.execPath(), async () => {
    await assertRejects(findFastchess, Error, "to be fastchess");
  });
});

Deno.test("`playMatch()` counts games and faults, and reports a failure's lines", { ignore: NO_SHELL }, async () => {
  const games = `cat <<'END'
Started game 1 of 6 (with vs without)
Finished game 2 (without vs with): 0-1 {Black mates}
Finished game 1 (with vs without): 1-0 {White mates}
Finished game 5 (with vs without): 1-0 {White mates}
Finished game 3 (with vs without): 1/2-1/2 {Draw by 3-fold repetition}
Finished game 4 (without vs with): 1-0 {Black loses on time (3ms overrun)}
Finished game 6 (without vs with): * {Game interrupted}
Finished game 7 (with vs without): 0-1 {White's connection stalls}
Finished game 8 (with vs without): 0-1 {White makes an illegal move}
SPRT ([0.00, 5.00]) completed - H1 was accepted
END`;
  const { signal } = new AbortController();
  await withArbiter(games, async (path) => {
    let lines = 0;
    const result = await playMatch(path, PLAN, () => lines++, signal);
    assertEquals(result, { games: 7, timeLosses: 1, broken: 2, accepted: "H1" });
    assertEquals(lines, 10);
  });
  await withArbiter("echo 'Error; Unrecognized option'; exit 1", async (path) => {
    const message = "code 1:\nError; Unrecognized option";
    await assertRejects(() => playMatch(path, PLAN, () => {}, signal), Error, message);
  });
});

Deno.test("`playMatch()` interrupts the program at its signal, and counts no more", { ignore: NO_SHELL }, async () => {
  const script = `trap 'echo "Finished game 3 (with vs without): 0-1 {White disconnects}"
echo "Finished game 4 (without vs with): 1-0 {Black disconnects}"; exit 1' INT
echo "Finished game 1 (with vs without): 1-0 {White mates}"
echo "Finished game 2 (without vs with): 0-1 {Black mates}"
echo "Started game 3"
while true; do sleep 0.05; done`;
  await withArbiter(script, async (path) => {
    const controller = new AbortController();
    const stopAfterPair = (line: string) => line.startsWith("Started game 3") && controller.abort();
    const result = await playMatch(path, PLAN, stopAfterPair, controller.signal);
    assertEquals([result.games, result.broken], [2, 0]);
  });
});

Deno.test("`playMatch()` starts nothing once its signal has been given", async () => {
  const result = await playMatch("/no/such/program", PLAN, () => {}, AbortSignal.abort());
  assertEquals(result.games, 0);
});
