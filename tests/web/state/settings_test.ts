import { assertEquals } from "@std/assert";
import { readSettings, writeSettings } from "../../../web/state/settings.ts";
import { storageOf } from "./storage.ts";

Deno.test("settings are kept, and an invalid value is treated as missing", () => {
  const storage = storageOf();
  const first = readSettings(storage);
  const found = [first.theme, first.lines, first.depth, first.hash, first.remember, first.elo];
  assertEquals(found, ["auto", 3, null, 64, false, 1200]);
  const chosen = { ...first, lines: 5, depth: 20, elo: null, time: "5+3" } as const;
  writeSettings(storage, chosen);
  assertEquals(readSettings(storage), chosen);
  storage.setItem("hindsight.settings", JSON.stringify({ lines: 9, depth: 13, elo: 1234, arrows: 1, hash: 128 }));
  assertEquals(readSettings(storage), { ...first, hash: 128 });
  for (const broken of ["", "{", "null", "3"]) {
    storage.setItem("hindsight.settings", broken);
    assertEquals(readSettings(storage), first, broken);
  }
});
