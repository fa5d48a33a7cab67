import { assertEquals } from "@std/assert";
import { GameLine } from "../../../web/state/game_line.ts";
import { isWhiteAt, labelOf, numberLine } from "../../../web/state/numbering.ts";

Deno.test("`labelOf()` gives a pair of moves one number, whichever side moves first", () => {
  const black = new GameLine({ fen: "8/8/8/8/8/8/8/K1k5 b - - 3 47", chess960: false });
  assertEquals([new GameLine().offset, black.offset], [0, 93]);
  assertEquals([0, 1, 2, 3].map(labelOf), ["1.", "1…", "2.", "2…"]);
  assertEquals([93, 94, 95].map(labelOf), ["47…", "48.", "48…"]);
  assertEquals([93, 94].map(isWhiteAt), [false, true]);
});

Deno.test("`numberLine()` numbers the first move and every move of White", () => {
  const san = ["Nf6", "d4", "d5", "c4"];
  assertEquals(numberLine(1, san), { san, numbers: ["1…", "2.", "", "3."] });
  assertEquals(numberLine(14, san).numbers, ["8.", "", "9.", ""]);
  assertEquals(numberLine(0, []), { san: [], numbers: [] });
});
