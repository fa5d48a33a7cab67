/**
 * Values from command lines, and durations.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { formatDuration } from "../../lab/progress.ts";
import { describeError, readCount, readNumber } from "../../tools/usage.ts";

Deno.test("`readCount()` takes whole numbers from its least value on", () => {
  assertEquals(readCount("games", "2", 2), 2);
  assertEquals(readCount("cores", 16, 1), 16);
  for (const value of ["1", "-4", "2.5", "", " ", "x", "0x10", "1e3", " 5", "Infinity", undefined]) {
    assertThrows(() => readCount("games", value, 2), RangeError, `--games to be a whole number of at least 2`);
  }
});

Deno.test("`readNumber()` takes finite numbers", () => {
  assertEquals(readNumber("elo0", "-2.5"), -2.5);
  for (const value of ["", "x", "Infinity", undefined]) {
    assertThrows(() => readNumber("elo0", value), RangeError, `--elo0 to be a number, but got "${value}"`);
  }
});

Deno.test("`describeError()` writes errors about files like the engine does, and leaves others as they are", () => {
  const errorOf = (run: () => void): Error => {
    try {
      run();
    } catch (error) {
      if (error instanceof Error) return error;
    }
    throw new TypeError("Expected an error");
  };
  const missing = "none-of-this-name/file";
  const faults: readonly (readonly [() => void, string])[] = [
    [() => Deno.readTextFileSync(missing), `Cannot read '${missing}': there is no such file`],
    [() => Deno.writeTextFileSync(missing, ""), `Cannot write '${missing}': there is no such folder`],
    [() => Deno.realPathSync(missing), `Cannot read '${missing}': there is no such file`],
    [() => Array.from(Deno.readDirSync(missing)), `Cannot list '${missing}': there is no such folder`],
    [() => readCount("games", "x", 2), 'Expected --games to be a whole number of at least 2, but got "x"'],
  ];
  for (const [run, message] of faults) assertEquals(describeError(errorOf(run)), message);
});

Deno.test("`formatDuration()` names the two largest units", () => {
  const durations = [0.2, 59, 61, 3599, 3600 + 5 * 60, 30 * 3600, Infinity, NaN];
  assertEquals(durations.map(formatDuration), [
    "1 s",
    "59 s",
    "1 min",
    "1 h 00 min",
    "1 h 05 min",
    "30 h 00 min",
    "?",
    "?",
  ]);
});
