/** Random inputs for everything that reads input: 300 from a fixed seed, 10,000 in the nightly run. @module */

import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { fuzz, TARGETS } from "../../trials/fuzz.ts";
import { applyDamage, expectClearError, fuzzTarget, readOrRefuse } from "../../trials/fuzz_target.ts";
import { tries } from "../../../tests/effort.ts";

const RUNS = tries(300, 10_000);
const SEED = 2026;

for (const target of TARGETS) {
  Deno.test(`random inputs, ${target.name}: ${target.title}`, async () => {
    const runs = Math.round(RUNS * target.share / 100);
    assertEquals(await fuzz({ runs, seed: SEED, targets: [target] }, () => {}), runs);
  });
}

Deno.test("the shares of the targets add up to all inputs", () => {
  assertEquals(TARGETS.reduce((sum, { share }) => sum + share, 0), 100);
});

Deno.test("a failure names its target and seed, and shows a small input", async () => {
  const faulty = fuzzTarget({ name: "faulty", title: "no number is above 9", share: 100 }, fc.nat(), (value) => {
    if (value > 9) throw new Error("Too large");
  });
  const lines: string[] = [];
  const fail = () => fuzz({ runs: 100, seed: 3, targets: [faulty] }, (line) => lines.push(line));
  const { message } = await assertRejects(fail, Error);
  const pattern =
    /^faulty failed; --only=faulty --seed=3 --runs=100 repeats it\n[^]*Counterexample: \[10\][^]*Too large/;
  assertMatch(message, pattern);
  assertEquals(lines, ["faulty: 100 inputs from --seed=3; no number is above 9"]);
});

Deno.test("an input that takes more than a minute fails", async () => {
  const { now } = performance;
  let time = 0;
  const wait = () => void (time += 120_000);
  const slow = fuzzTarget({ name: "slow", title: "answers soon", share: 100 }, fc.constant(1), wait);
  performance.now = () => time;
  try {
    const run = () => fuzz({ runs: 5, seed: 1, targets: [slow] }, () => {});
    await assertRejects(run, Error, "Expected an answer within 60000 ms, but it took 120000");
  } finally {
    performance.now = now;
  }
});

Deno.test("an error of JavaScript itself is not a clear error, but an error of the project is", () => {
  const mistakes = [
    () => (undefined as unknown as { length: number }).length,
    () => (1 as unknown as () => void)(),
    () => new Array(-1),
    () => JSON.parse("{"),
    () => new DataView(new ArrayBuffer(1)).getUint32(0),
    () => {
      throw new RangeError("Expected a number, but got undefined");
    },
  ];
  for (const mistake of mistakes) assertThrows(() => readOrRefuse(mistake), Error, "Expected a message that says");
  expectClearError(new SyntaxError("Expected a FEN, but got 'undefined'"));
  assertThrows(() => expectClearError("text"), Error, "Expected an error, but text was thrown");
});

Deno.test("damage replaces bytes and changes the length", () => {
  const file = Uint8Array.of(1, 2, 3);
  assertEquals(applyDamage(file, { edits: [[1, 9], [3, 8]], growth: 0 }), Uint8Array.of(8, 9, 3));
  assertEquals(applyDamage(file, { edits: [], growth: 2 }), Uint8Array.of(1, 2, 3, 0, 0));
  assertEquals(applyDamage(file, { edits: [[0, 5]], growth: -9 }), new Uint8Array(0));
});
