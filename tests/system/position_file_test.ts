import { assertEquals, assertThrows } from "@std/assert";
import { parsePositions, readPositions } from "../../system/position_file.ts";

const BOARD = "4k3/8/8/8/8/8/4P3/4K3 w - -";

Deno.test("`parsePositions()` reads EPD with its clocks, bare positions and whole FENs, and skips empty lines", () => {
  const lines = [
    `${BOARD} hmvc 7; fmvn 12;`,
    `${BOARD} fmvn 12; id "Réti hmvc"; hmvc 7;`,
    ...[`${BOARD} bm e4; c0 "no clocks";`, BOARD, "", `  ${BOARD} 3 9  `, `${BOARD} 3 9;`],
  ];
  const expected = ["7 12", "7 12", "0 1", "0 1", "3 9", "3 9"].map((clocks) => `${BOARD} ${clocks}`);
  assertEquals(parsePositions(lines.join("\r\n")), expected);
});

Deno.test("`parsePositions()` refuses empty text, and text that does not begin with a position", () => {
  assertThrows(() => parsePositions(" \n\n"), SyntaxError, "the file is empty");
  assertThrows(() => parsePositions('[Event "?"]\n'), SyntaxError, "Board must have 8 ranks");
  assertThrows(() => parsePositions("8/8/8/8/8/8/8/4K3 w - - hmvc 0;"), RangeError, "king");
  assertThrows(() => readPositions("no/such.epd"), Error, "Cannot read the book 'no/such.epd': there is no such file");
});
