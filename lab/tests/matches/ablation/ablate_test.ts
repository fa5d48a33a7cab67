/**
 * The command line of `deno task ablate`, what it prints, node counts, and some real games.
 *
 * @module
 */

import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertFalse,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { formatMarkdown, formatRecord, prepareBook, readAblateOptions } from "../../../matches/ablation/ablate.ts";
import { advance, type Conditions, newRecord } from "../../../matches/ablation/ablation.ts";
import { nodeRatio, readNodeCounts, totalOf } from "../../../matches/ablation/node_counts.ts";
import { GAIN_BOUNDS } from "../../../matches/statistics.ts";
import { findSystems, SYSTEMS } from "../../../../engine/view/systems.ts";
import { withFolder } from "../../../../tests/folder.ts";
import { projectPath } from "../../../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../../../../tests/engine_bundle.ts";

const CONDITIONS: Conditions = { limit: { nodes: 2000 }, hash: 8, adjudicate: true, book: "0123456789ab" };
const TALLY = {
  wins: 1430,
  losses: 1300,
  draws: 3326,
  pairs: [29, 660, 1525, 780, 34],
  faults: 0,
  timeLosses: 0,
} as const;

Deno.test("without arguments every system gets 2000 games at 2000 nodes", () => {
  const options = readAblateOptions([]);
  assertEquals(options.systems, SYSTEMS);
  assertEquals(options.mode, "play");
  assertEquals([options.games, options.chunk, options.hash], [2000, 100, 8]);
  assertEquals(options.limit, { nodes: 2000 });
  assertEquals(options.bounds, GAIN_BOUNDS);
  assertEquals(options.concurrency, navigator.hardwareConcurrency);
  assertEquals([options.adjudicate, options.fresh, options.book], [true, false, undefined]);
});

Deno.test("systems, conditions and modes can be given", () => {
  const options = readAblateOptions(["malus", "--tc=8+0.08", "all", "--book=x.epd", "--full-games", "--concurrency=3"]);
  assertEquals(options.systems.map(({ name }) => name), ["malus", "all"]);
  assertEquals(options.limit, { clock: "8+0.08" });
  assertEquals([options.book, options.adjudicate, options.concurrency], ["x.epd", false, 3]);
  for (const mode of ["list", "markdown", "nodecount", "help"] as const) {
    assertEquals(readAblateOptions([`--${mode}`]).mode, mode);
  }
});

Deno.test("a command line that makes no sense is refused with what is wrong", () => {
  assertThrows(() => readAblateOptions(["killers"]), RangeError, 'Unknown system "killers"');
  assertThrows(() => readAblateOptions(["--games=0"]), RangeError, "--games to be a whole number of at least 2");
  assertThrows(() => readAblateOptions(["--nodes=x"]), RangeError, 'but got "x"');
  assertThrows(() => readAblateOptions(["--tc=abc"]), RangeError, "--tc to be a clock in seconds such as 8+0.08");
  assertThrows(() => readAblateOptions(["--tc=1+0.01", "--nodes=5"]), RangeError, "--nodes or --tc, but got both");
  assertThrows(() => readAblateOptions(["--elo0=5"]), RangeError, "--elo0 to be less than --elo1");
  assertThrows(() => readAblateOptions(["--node=5"]), RangeError, 'Unknown option "--node');
});

Deno.test("a comparison is reported as a block below its name, also before its first game", () => {
  const [system] = findSystems(["continuation1"]);
  const empty = newRecord(system, CONDITIONS, 5);
  assertEquals(formatRecord(system, empty, GAIN_BOUNDS).split("\n")[1], "No games yet");
  const lines = formatRecord(system, advance(empty, TALLY, 3028), GAIN_BOUNDS).split("\n");
  assertEquals(lines[0], "6 Continuation history, 1 ply (continuation1)");
  assertEquals(lines[1], "Elo   | 7.46 +- 4.62 (95%)");
  assertEquals(lines[2], "SPRT  | 2000 nodes/move Threads=1 Hash=8MB");
  assertEquals(lines.slice(6), ["Seed  | 5"]);
  const crashed = formatRecord(system, advance(empty, { ...TALLY, faults: 1 }, 3028), GAIN_BOUNDS).split("\n");
  assertEquals(crashed.at(-1), "Invalid: 1 games ended by an illegal move or a crash");
});

Deno.test("the Markdown table has a row for each comparison, also without games", () => {
  const [malus, capture, all] = findSystems(["malus", "capture", "all"]);
  const table = formatMarkdown(
    new Map([
      [malus, advance(newRecord(malus, CONDITIONS, 1), { ...TALLY, pairs: [34, 780, 1525, 660, 29] }, 3028)],
      [capture, newRecord(capture, CONDITIONS, 1)],
      [all, advance(newRecord(all, CONDITIONS, 1), { ...TALLY, faults: 2 }, 3028)],
    ]),
    { ...GAIN_BOUNDS, elo0: -5, elo1: 0 },
  );
  const rows = table.split("\n").map((row) => row.split("|").map((cell) => cell.trim()).slice(1, -1));
  assertEquals(rows.length, 5);
  assertEquals(rows[0].slice(2), ["Elo (95 %)", "LLR [-5.00, 0.00]", "games", "pentanomial"]);
  // That of the same games with both sides exchanged, and [0, 5], with the other sign.
  assertEquals(rows[2].slice(2), ["−7.46 ± 4.62", "−2.91", "6056", "34, 780, 1525, 660, 29"]);
  assertEquals(rows[3].slice(2), ["–", "–", "0", "–"]);
  const invalid = "invalid: 2 games ended by an illegal move or a crash";
  assertEquals(rows[4].slice(2), [invalid, "–", "6056", "29, 660, 1525, 780, 34"]);
  for (const row of rows) assertEquals(row.length, rows[0].length);
});

Deno.test("a position that the book has twice is one opening", async () => {
  await withFolder(async (folder) => {
    const lines = ["8/2k5/8/8/4P3/4K3/8/8 w - -", "8/2k5/8/3p4/4P3/4K3/8/8 w - -"];
    const options = { ...readAblateOptions([]), book: `${folder}/book.epd` };
    await Deno.writeTextFile(options.book, [lines[0], lines[1], `${lines[0]} hmvc 3;`, ""].join("\n"));
    const repeated = await prepareBook(folder, options, folder);
    assertEquals(repeated.bookLines, 2);
    assertEquals((await Deno.readTextFile(repeated.book)).trimEnd().split("\n").length, 2);
    await Deno.writeTextFile(options.book, lines.join("\n"));
    const distinct = await prepareBook(folder, options, folder);
    assertEquals([distinct.book, distinct.bookLines], [await Deno.realPath(options.book), 2]);
    assertNotEquals(distinct.conditions.book, repeated.conditions.book);
  });
});

Deno.test("`readNodeCounts()` reads the lines of `bench`", () => {
  assertEquals(readNodeCounts("position 1/2 nodes 120\r\nposition 2/2 nodes 7\r\n127 nodes 1000 nps\n"), [120, 7]);
  assertEquals(readNodeCounts("info string Unknown option 'x'"), []);
});

Deno.test("`nodeRatio()` is a geometric mean: half here and double there is no difference", () => {
  assertAlmostEquals(nodeRatio([100, 4000], [200, 2000]), 1, 1e-12);
  assertAlmostEquals(nodeRatio([300, 900], [100, 100]), Math.sqrt(27), 1e-12);
  assertEquals(totalOf([300, 900]), 1200);
  assertThrows(() => nodeRatio([1, 2], [1]), RangeError, "same positions, but got 2 and 1");
});

/** Runs the tool; what it prints. */
async function ablate(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      ...BRIEF_OPTIONS,
      "-RWE",
      "--allow-run",
      "lab/matches/ablation/ablate.ts",
      ...args,
    ],
    cwd: projectPath(),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  assert(success, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("`--list` lists every system", async () => {
  const lines = (await ablate("--list")).trimEnd().split("\n");
  assertEquals(lines.length, SYSTEMS.length);
  SYSTEMS.forEach(({ name, title }, index) => {
    assertStringIncludes(lines[index], name);
    assertStringIncludes(lines[index], title);
  });
});

Deno.test("`--nodecount` counts nodes with and without, relative to both ends", async () => {
  const rows = (await ablate("all", "--nodecount", "--depth=2")).split("\n").filter((line) => line.startsWith("| *"));
  assertEquals(rows.length, 1);
  const [nodesWith, nodesWithout, ratio, toNone] = rows[0].split("|").slice(3, 7).map(Number);
  assert(nodesWith > 0 && nodesWithout > 0 && nodesWith !== nodesWithout);
  assert(ratio > 0 && ratio !== 1);
  assertEquals(toNone, 1);
});

/** Another fastchess, which plays nothing. */
const IDLE_ARBITER = '#!/bin/sh\nif [ "$1" = -version ]; then echo fastchess; else exit 1; fi\n';
/** A fastchess that is part of the tests. */
const SMALL_ARBITER = `#!/bin/sh
exec "${Deno.execPath()}" run --quiet --no-check --no-prompt -R --allow-run "${
  projectPath("lab/tests/matches/small_arbiter.ts")
}" "$@"
`;

Deno.test({
  name: "real games are counted, kept and not played again",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withFolder(async (folder) => {
      const [idle, small] = [`${folder}/idle`, `${folder}/small`];
      await Deno.writeTextFile(idle, IDLE_ARBITER, { mode: 0o755 });
      await Deno.writeTextFile(small, SMALL_ARBITER, { mode: 0o755 });
      const arbiters = [small, Deno.env.get("FASTCHESS") ?? ""].filter((path) => path !== "");
      if (arbiters.length === 1) {
        console.log("FASTCHESS names no program: an arbiter of the tests plays the games alone");
      }
      const book = `${folder}/book.epd`;
      // A book that no other run uses, so that no other run's games are touched.
      await Deno.writeTextFile(book, "8/2k5/8/8/4P3/4K3/8/8 w - -\n8/2k5/8/3p4/4P3/4K3/8/8 w - -\n");
      const play = (...args: string[]) =>
        ablate("malus", "--games=4", "--nodes=50", "--concurrency=1", `--book=${book}`, ...args);
      for (const arbiter of arbiters) {
        const first = await play("--fresh", `--fastchess=${arbiter}`);
        assertMatch(first, /Games \| N: 4 W: \d L: \d D: \d/);
        assertFalse(first.includes("Invalid"), first);
        assertEquals(await play(`--fastchess=${idle}`), first);
      }
    });
  },
});
