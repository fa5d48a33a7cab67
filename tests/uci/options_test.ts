import { assert, assertEquals, assertThrows } from "@std/assert";
import { ELO_MAX, ELO_MIN, FULL_LEVEL, levelOfElo } from "../../search/weaker_play.ts";
import { defaultSettings, strengthLevel } from "../../engine/settings.ts";
import { describeOptions, setOption } from "../../uci/options.ts";

Deno.test("each option is declared once, and with the value that its setting starts at", () => {
  const lines = describeOptions();
  const names = lines.map((line) => /name (.+?) type/.exec(line)![1].toLowerCase());
  assert(names.length > 15);
  assertEquals(new Set(names).size, names.length);
  const settings = defaultSettings();
  for (const line of lines) {
    const [, name, value] = /^option name (.+) type \S+ default (\S+)/.exec(line) ?? [];
    if (name !== undefined) setOption(settings, name, value === "<empty>" ? "" : value);
  }
  assertEquals(settings, defaultSettings());
});

Deno.test("`setOption()` sets what it names, whatever the case, and returns the declared name", () => {
  const settings = defaultSettings();
  assertEquals(setOption(settings, "hAsH", "32"), "Hash");
  assertEquals(setOption(settings, "move overhead", "0"), "Move Overhead");
  assertEquals(setOption(settings, "uci_chess960", "TRUE"), "UCI_Chess960");
  assertEquals(setOption(settings, "clear hash", undefined), "Clear Hash");
  assertEquals(setOption(settings, "evalfile", "a  b.net"), "EvalFile");
  assertEquals([settings.hashMegabytes, settings.moveOverheadMs, settings.chess960], [32, 0, true]);
  assertEquals(settings.evalFile, "a  b.net");
  setOption(settings, "EvalFile", undefined);
  assertEquals(settings.evalFile, "");
});

Deno.test("`setOption()` accepts the ends of a range and nothing beyond", () => {
  const settings = defaultSettings();
  for (const line of describeOptions()) {
    const match = /^option name (.+) type spin default \d+ min (\d+) max (\d+)$/.exec(line);
    if (match === null) continue;
    const [, name, min, max] = match;
    setOption(settings, name, min);
    setOption(settings, name, max);
    assertThrows(() => setOption(settings, name, String(Number(min) - 1)), RangeError, name);
    assertThrows(() => setOption(settings, name, String(Number(max) + 1)), RangeError, name);
  }
  assertEquals([settings.hashMegabytes, settings.multiPv], [65536, 256]);
});

Deno.test("`setOption()` leaves the settings alone when it refuses", () => {
  const settings = defaultSettings();
  const before = { ...settings };
  for (const value of ["", " ", "1.5", "0x10", "1e3", "ten", "<empty>", undefined]) {
    assertThrows(() => setOption(settings, "Hash", value), TypeError, "must be a whole number");
  }
  for (const value of ["", "1", "yes", undefined]) {
    assertThrows(() => setOption(settings, "Ponder", value), TypeError, "must be true or false");
  }
  for (const name of ["", "Hashes", "constructor"]) {
    assertThrows(() => setOption(settings, name, "1"), RangeError, "Unknown option");
  }
  assertEquals({ ...settings }, before);
});

Deno.test("the strength is that of Skill Level, or of UCI_Elo once UCI_LimitStrength is set", () => {
  const settings = defaultSettings();
  assertEquals(strengthLevel(settings), FULL_LEVEL);
  setOption(settings, "UCI_Elo", String(ELO_MIN));
  assertEquals(strengthLevel(settings), FULL_LEVEL);
  setOption(settings, "skill level", "7");
  assertEquals(strengthLevel(settings), 7);
  setOption(settings, "UCI_LimitStrength", "true");
  assertEquals(strengthLevel(settings), 0);
  setOption(settings, "UCI_Elo", String(ELO_MAX - 100));
  assertEquals(strengthLevel(settings), levelOfElo(ELO_MAX - 100));
});
