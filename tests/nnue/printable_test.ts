import { assertEquals, assertMatch } from "@std/assert";
import { fromPrintable, toPrintable } from "../../nnue/printable.ts";

const ALL = Uint8Array.from({ length: 256 }, (_, i) => i);

Deno.test("`toPrintable()` writes every byte so that `fromPrintable()` reads it, as text that needs no escapes in a literal", () => {
  const text = toPrintable(ALL);
  assertEquals(fromPrintable(text), ALL);
  assertEquals(fromPrintable(toPrintable(new Uint8Array(0))), new Uint8Array(0));
  assertMatch(text, /^[ !#-[\]-~]+$/);
  assertEquals(JSON.parse(`"${text}"`), text);
});

Deno.test("a small weight takes one letter, and any other byte takes two", () => {
  for (const byte of ALL) {
    assertEquals(toPrintable(ALL.subarray(byte, byte + 1)).length, Math.abs(byte << 24 >> 24) <= 45 ? 1 : 2);
  }
});
