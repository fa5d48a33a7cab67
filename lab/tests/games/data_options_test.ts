/**
 * The command line of the tool for games.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { readDataOptions } from "../../games/data.ts";

Deno.test("the command line: actions, defaults, nonsense", () => {
  const options = readDataOptions(["expand", "a", "b", "--out=c", "--skip=4", "--memory=2"]);
  assertEquals([options.action, options.paths, options.out], ["expand", ["a", "b"], "c"]);
  assertEquals([options.filter, options.validation, options.memory], [{ skip: 4, maxScore: 10_000 }, 0.01, 2 << 20]);
  assertThrows(() => readDataOptions([]), RangeError, "Expected check, report, merge or expand");
  assertThrows(() => readDataOptions(["drop", "a"]), RangeError, 'but got "drop"');
  assertThrows(() => readDataOptions(["check"]), RangeError, "Expected folders or files to check");
  assertThrows(() => readDataOptions(["merge", "a"]), RangeError, "--out to say where to merge to");
  assertThrows(
    () => readDataOptions(["expand", "a", "--out=b", "--validation=1"]),
    RangeError,
    "share from 0 to below 1",
  );
  assertThrows(() => readDataOptions(["expand", "a", "--out=b", "--lambda=1"]), RangeError, "from 0 to below 1");
  assertEquals(readDataOptions(["report", "a", "--json=b.json"]).json, "b.json");
  assertThrows(() => readDataOptions(["check", "a", "--what"]), SyntaxError, "Unknown option");
  assertThrows(
    () => readDataOptions(["expand", "a", "--out=b", "--seed=-1"]),
    SyntaxError,
    "Expected a whole number after '--seed'",
  );
  assertEquals(readDataOptions(["expand", "a", "--out=b", "--seed=9007199254740993"]).seed, 9007199254740993n);
  const merging = ["merge", "a", "--out=b", "--lambda=0.4"];
  assertThrows(
    () => readDataOptions(merging),
    SyntaxError,
    "'merge' to have its own options, but got '--lambda' too",
  );
});
