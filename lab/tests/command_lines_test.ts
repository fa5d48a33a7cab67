/** The lab's command lines; tests/terminal/command_line_test.ts tests what all command lines share. @module */

import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { readMutateOptions as mutate } from "../checks/mutate.ts";
import { STAGES } from "../checks/project_copy.ts";
import { readFromZeroOptions as fromZero } from "../from_zero/from_zero.ts";
import { readDataOptions as data } from "../games/data.ts";
import { readDatagenOptions as datagen } from "../games/datagen.ts";
import { readMatchOptions as netmatch } from "../matches/network_match.ts";
import { readSprtOptions as sprt } from "../matches/sprt.ts";
import { readFuzzOptions as fuzz } from "../trials/fuzz.ts";
import { PGN_TARGET } from "../trials/fuzz_text.ts";
import { readMateOptions as mates } from "../trials/mates.ts";
import { readReproOptions as reprosearch } from "../trials/reprosearch.ts";
import { readWalkOptions as walk } from "../trials/walk.ts";

type Read = (args: readonly string[]) => object;

function wordsOf(line: string): string[] {
  return line.split(" ").filter((word) => word !== "");
}

Deno.test("command lines have the given values, and defaults for the others", () => {
  const searches = [1, 2].map((threads) => ({ nodes: 9, threads, multiPv: 3 }));
  const cases: [read: Read, line: string, options: Record<string, unknown>][] = [
    [data, "expand a b --out=c", { action: "expand", paths: ["a", "b"], out: "c", memory: 2 ** 28, lambda: 0 }],
    [data, "expand a --out=b --skip=4 --memory=2", { filter: { skip: 4, maxScore: 10_000 }, memory: 2 << 20 }],
    [data, "report a --json=b.json", { json: "b.json", validation: 0.01 }],
    [data, "expand a --out=b --seed=9007199254740993", { seed: 9007199254740993n }],
    [datagen, "--out x --minutes 2.5", { out: "x", nodes: 120, minutes: 2.5, chess960: 0.1, games: Infinity }],
    [datagen, "--out=x", { threads: navigator.hardwareConcurrency, minutes: Infinity }],
    [datagen, "--out=x --seed=18446744073709551617 --threads=512", { seed: 1n, threads: 512 }],
    [fuzz, "--runs=50 --seed=7 --only=pgn", { runs: 50, seed: 7, targets: [PGN_TARGET] }],
    [mates, "x.epd --engine=e --nodes=9 --threads=1,2 --multipv=3", { file: "x.epd", searches }],
    [mutate, "", { folders: ["core", "learning", "search"], stages: [...STAGES] }],
    [mutate, "--sample=7 --seed=9 --folder=search --folder=core", { sample: 7, seed: 9n, folders: ["core", "search"] }],
    [mutate, "--without-signature", { stages: [STAGES[0], STAGES[2]] }],
    [netmatch, "a b --seed=7", { paths: ["a", "b"], nodes: 8000, games: 400, hash: 16, seed: 7n }],
    [reprosearch, "--engine=e --positions=3", { engine: "e", nodes: 20_000, positions: BENCH_POSITIONS.slice(0, 3) }],
    [sprt, "0123456", { revision: "0123456", limit: { clock: "8+0.08" }, hash: 32, adjudicate: true }],
    [sprt, "a", { bounds: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1 } }],
    [sprt, "a --elo0=-5 --elo1=0", { bounds: { elo0: -5, elo1: 0, alpha: 0.05, beta: 0.1 } }],
    [sprt, "a --nodes=20000 --games=10 --full-games", { limit: { nodes: 20_000 }, games: 10, adjudicate: false }],
    [walk, "g.pgn --forget=nothing", { file: "g.pgn", nodes: 100_000, ways: ["nothing"] }],
  ];
  for (const clock of ["8+0.08", "1", "0.5+0.01", "40/60", "40/1:30+0.5", "0+1"]) {
    cases.push([sprt, `a --tc=${clock}`, { limit: { clock } }]);
  }
  for (const [read, line, options] of cases) {
    const found: Readonly<Record<string, unknown>> = { ...read(wordsOf(line)) };
    assertEquals(Object.fromEntries(Object.keys(options).map((key) => [key, found[key]])), options, line);
  }
});

Deno.test("wrong command lines are refused, and the error says what was expected", () => {
  const cases: [read: Read, line: string, message: string][] = [
    [data, "", "Expected check, report, merge or expand"],
    [data, "drop a", 'but got "drop"'],
    [data, "check", "Expected folders or files to check"],
    [data, "merge a", "--out to name the output of merge"],
    [data, "expand a --out=b --validation=1", "from 0 to 0.999 after '--validation'"],
    [data, "expand a --out=b --lambda=1", "from 0 to 0.999 after '--lambda'"],
    [data, "merge a --out=b --lambda=0.4", "'merge' to have its own options, but got '--lambda' too"],
    [datagen, "", "--out to name a folder"],
    [datagen, "--out=x y", "Expected options only"],
    [datagen, "--out=x --minutes=0", "--minutes to be above 0"],
    [fromZero, "", "--out to name a folder"],
    [fromZero, "--out=x --minutes=0", "--minutes"],
    [fuzz, "--only=none", 'but got "none"'],
    [mates, "--threads=1,x", "Expected a whole number"],
    [mates, "a b", "Expected at most one file"],
    [mutate, "--folder=nnue", 'core, learning, search, but got "nnue"'],
    [netmatch, "a", "Expected the files of two networks, but got 1"],
    [netmatch, "a b c", "Expected the files of two networks, but got 3"],
    [reprosearch, "--positions=51", "from 1 to 50"],
    [sprt, "", "Expected one revision, but got none"],
    [sprt, "a b", "but got a b"],
    [sprt, "a --elo0=5", "--elo0 to be less than --elo1"],
    [sprt, "a --tc=1 --nodes=5", "--nodes or --tc, but got both"],
    [sprt, "a --seed=2147483648", "after '--seed'"],
    [walk, "a b", "Expected one file"],
    [walk, "a --forget=all", "a way to forget"],
  ];
  for (const clock of ["abc", "8+", "+1", "-1", "8+0,08", "8s", "0", "40/0+0.0", "1e3", "0/8"]) {
    cases.push([sprt, `a --tc=${clock}`, `--tc to be a clock in seconds such as 8+0.08, but got "${clock}"`]);
  }
  for (const [read, line, message] of cases) assertThrows(() => read(wordsOf(line)), Error, message, line);
});

Deno.test("without a seed each run has its own", () => {
  assertNotEquals(sprt(["HEAD"]).seed, sprt(["HEAD"]).seed);
  assertNotEquals(datagen(["--out=x"]).seed, datagen(["--out=x"]).seed);
});
