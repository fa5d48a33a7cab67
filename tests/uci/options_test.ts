import { assert, assertEquals, assertThrows } from "@std/assert";
import { ELO_MAX, ELO_MIN, FULL_LEVEL, levelOfElo } from "../../search/weaker_play.ts";
import { defaultSettings, strengthLevel } from "../../engine/settings.ts";
import { describeOptions, setOption } from "../../uci/options.ts";

Deno.test("the settings start at the values that the options declare", () => {
  const declared = new Map(
    describeOptions().flatMap((line) => {
      const match = /^option name (.+) type (?:spin|check|string|combo) default (\S+)/.exec(line);
      return match === null ? [] : [[match[1], match[2]] as const];
    }),
  );
  const settings = defaultSettings();
  assertEquals(
    Object.fromEntries(declared),
    {
      "Hash": String(settings.hashMegabytes),
      "Move Overhead": String(settings.moveOverheadMs),
      "Threads": String(settings.threads),
      "UCI_Chess960": String(settings.chess960),
      "MultiPV": String(settings.multiPv),
      "Ponder": String(settings.ponder),
      "UCI_LimitStrength": String(settings.limitStrength),
      "UCI_Elo": String(settings.elo),
      "Skill Level": String(settings.skillLevel),
      "UCI_ShowWDL": String(settings.showWdl),
      "EvalFile": settings.evalFile || "<empty>",
      "SyzygyPath": settings.syzygyPath === "" ? "<empty>" : settings.syzygyPath,
      "SyzygyProbeDepth": String(settings.syzygyProbeDepth),
      "Syzygy50MoveRule": String(settings.syzygyFiftyMoves),
      "SyzygyProbeLimit": String(settings.syzygyProbeLimit),
      "OwnBook": String(settings.ownBook),
      "Book File": settings.bookFile === "" ? "<empty>" : settings.bookFile,
      "Learning File": settings.learningFile === "" ? "<empty>" : settings.learningFile,
      "Learning": settings.learning,
    },
  );
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

Deno.test("`setOption()` takes any text for a path, and none for the empty one", () => {
  const settings = defaultSettings();
  assertEquals(setOption(settings, "syzygypath", "/a folder/3-4-5:/b"), "SyzygyPath");
  assertEquals(settings.syzygyPath, "/a folder/3-4-5:/b");
  setOption(settings, "SyzygyPath", undefined);
  assertEquals(settings.syzygyPath, "");
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
  assertEquals(settings, before);
});

Deno.test("each option is declared once", () => {
  const names = describeOptions().map((line) => /name (.+?) type/.exec(line)![1].toLowerCase());
  assert(names.length > 0);
  assertEquals(new Set(names).size, names.length);
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
