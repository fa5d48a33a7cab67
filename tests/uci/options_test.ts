import { assert, assertEquals, assertThrows } from "@std/assert";
import { ELO_MAX, ELO_MIN, FULL_LEVEL, levelOfElo } from "../../search/weaker_play.ts";
import { Settings, strengthLevel } from "../../engine/settings.ts";
import { embeddedNetwork, embeddedNetworkFile } from "../../nnue/embedded.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { type Change, describeOptions, type Option, OPTIONS, readOption } from "../../uci/options.ts";

const EMBEDDED = embeddedNetwork();

/** The effect of an option while the embedded network is in use. */
function read(name: string, value?: string, options?: readonly Option[]): Change {
  return readOption(name, value, { embedded: () => EMBEDDED, current: () => EMBEDDED }, options);
}

function set(settings: Settings, name: string, value: string): void {
  Object.assign(settings, read(name, value).settings);
}

Deno.test("each option is declared once, with the initial value of its setting", () => {
  const lines = describeOptions();
  const names = lines.map((line) => /name (.+?) type/.exec(line)![1].toLowerCase());
  assert(names.length > 15);
  assertEquals(new Set(names).size, names.length);
  const settings = new Settings();
  for (const line of lines) {
    const [, name, value] = /^option name (.+) type \S+ default (\S+)/.exec(line) ?? [];
    if (name !== undefined) set(settings, name, value === "<empty>" ? "" : value);
  }
  assertEquals(settings, new Settings());
});

Deno.test("`readOption()` reads the new value of an option, with its name in any case", () => {
  assertEquals(read("hAsH", "32"), { settings: { hashMegabytes: 32 } });
  assertEquals(read("move overhead", "0"), { settings: { moveOverheadMs: 0 } });
  assertEquals(read("uci_chess960", "TRUE"), { settings: { chess960: true } });
  assertEquals(read("clear hash"), { forgets: true });
  assertEquals(read("learning file", "a  b.learned"), { settings: { learningFile: "a  b.learned" } });
});

Deno.test("files are read when their option is set: a network, a book, folders of tables", () => {
  assertThrows(() => read("EvalFile", "no/such.net"), Error, "Cannot load the network 'no/such.net'");
  assertEquals(read("EvalFile", ""), {}, "the embedded network is in use already");
  const current = parseNetwork(embeddedNetworkFile());
  const { settings, message } = readOption("EvalFile", undefined, { embedded: () => EMBEDDED, current: () => current });
  assertEquals([settings?.network === EMBEDDED, message?.startsWith("The network is the embedded one")], [true, true]);
  const { settings: none, fault } = read("Book File", "no/such.bin");
  assertEquals([none, fault], [{ book: null }, "Cannot read the book 'no/such.bin': there is no such file"]);
  const tables = read("SyzygyPath", "no/such/folder");
  assertEquals([tables.settings, tables.fault?.includes("no such folder")], [{ tables: [] }, true]);
});

Deno.test("`readOption()` replaces a value outside the range with the nearest limit, and says so", () => {
  const settings = new Settings();
  for (const line of describeOptions()) {
    const match = /^option name (.+) type spin default \d+ min (\d+) max (\d+)$/.exec(line);
    if (match === null) continue;
    const [, name, min, max] = match;
    for (const [end, beyond] of [[min, Number(min) - 1], [max, Number(max) + 1]] as const) {
      const { remark, ...change } = read(name, String(beyond));
      assertEquals(change, read(name, end));
      assertEquals(remark, `Option '${name}' ranges from ${min} to ${max}, so ${beyond} counts as ${end}`);
    }
    set(settings, name, max);
  }
  assertEquals([settings.hashMegabytes, settings.multiPv], [65536, 256]);
});

Deno.test("the reason for a limit of a range is given only for values beyond that limit", () => {
  const hash = OPTIONS.find(({ name }) => name === "Hash")!;
  const here = [{ ...hash, max: 512, reason: "No more memory" } as Option];
  assertEquals(["513", "0", "512"].map((value) => read("hash", value, here).remark), [
    "Option 'Hash' ranges from 1 to 512, so 513 counts as 512. No more memory",
    "Option 'Hash' ranges from 1 to 512, so 0 counts as 1",
    undefined,
  ]);
});

Deno.test("`readOption()` refuses unreadable values and unknown names", () => {
  for (const value of ["", " ", "1.5", "0x10", "1e3", "ten", "<empty>", undefined]) {
    assertThrows(() => read("Hash", value), TypeError, "must be a whole number");
  }
  for (const value of ["", "1", "yes", undefined]) {
    assertThrows(() => read("Ponder", value), TypeError, "must be true or false");
  }
  for (const name of ["", "Hashes", "constructor"]) assertThrows(() => read(name, "1"), RangeError, "Unknown option");
});

Deno.test("Skill Level decides the strength, or UCI_Elo if UCI_LimitStrength is set", () => {
  const settings = new Settings();
  assertEquals(strengthLevel(settings), FULL_LEVEL);
  set(settings, "UCI_Elo", String(ELO_MIN));
  assertEquals(strengthLevel(settings), FULL_LEVEL);
  set(settings, "skill level", "7");
  assertEquals(strengthLevel(settings), 7);
  set(settings, "UCI_LimitStrength", "true");
  assertEquals(strengthLevel(settings), 0);
  set(settings, "UCI_Elo", String(ELO_MAX - 100));
  assertEquals(strengthLevel(settings), levelOfElo(ELO_MAX - 100));
});
