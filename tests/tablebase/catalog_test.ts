import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { createCatalog, mostMen } from "../../tablebase/catalog.ts";
import { countMen, flipMaterial, materialOf, materialOfMen, menOfName } from "../../tablebase/material.ts";

Deno.test("`createCatalog()` joins the two files of a table, and uses the first of several files with the same name", () => {
  const queen = { name: "KQvK", wdl: "/a/KQvK.rtbw", dtz: "/a/KQvK.rtbz" };
  const tables = createCatalog(["/a/KQvK.rtbw", "/a/KQvK.rtbz", "/b/KQvK.rtbw", "C:\\tb\\KRvK.rtbz"]);
  assertEquals(tables, [queen, { name: "KRvK", wdl: null, dtz: "C:\\tb\\KRvK.rtbz" }]);
  // None of these files is a table.
  const paths = ["KQvK.rtbw.part", "QvK.rtbw", "KQK.rtbw", "KXvK.rtbw", "kqvk.rtbw", "KQQQvKQQQ.rtbw", "rtbw", ""];
  assertEquals(createCatalog(paths), []);
});

Deno.test("`mostMen()` counts the men of the largest result table, and `countMen()` counts the men in a position", () => {
  assertEquals(mostMen(createCatalog(["KQvK.rtbw", "KRPvKR.rtbw", "KQQQvKQQ.rtbz"])), 5);
  assertEquals([mostMen(createCatalog(["KQvK.rtbz"])), mostMen([])], [0, 0]);
  assertEquals(countMen(parseFen("8/8/4k3/3n4/3b4/3K4/1P1R2P1/8 w - - 0 1")), 7);
});

Deno.test("the material of a position equals that of its table's name, or of the name with the colours swapped", () => {
  const rooks = materialOfMen(menOfName("KRPPvKBN") ?? []);
  assertEquals(materialOf(parseFen("8/8/4k3/3n4/3b4/3K4/1P1R2P1/8 w - - 0 1")), rooks);
  assertEquals(materialOf(parseFen("8/8/4K3/3N4/3B4/3k4/1p1r2p1/8 w - - 0 1")), flipMaterial(rooks));
  assertEquals(flipMaterial(flipMaterial(rooks)), rooks);
});
