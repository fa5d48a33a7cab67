/** The walk over a game from its end: what it evaluates, and what it forgets. @module */

import { assertEquals, assertNotEquals } from "@std/assert";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { playThrough } from "../../../engine/games/replay.ts";
import { Walker } from "../../trials/walk.ts";

const GAME = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. c3 Nxf3+ 5. Qxf3 Qf6 6. Qg3 d6 7. d4 Be7 8. O-O h6 9. dxe5 dxe5 " +
  "10. Be3 g5 11. Nd2 Nh6 12. f4 gxf4 13. Bxf4 1-0";

Deno.test("a walk evaluates the first positions, with or without the lessons of later positions", () => {
  const { record } = playThrough(readPgn(GAME)[0]);
  const walker = new Walker(200);
  const alone = walker.alone(record);
  assertEquals(alone.length, 16);
  assertEquals(walker.alone(record), alone);
  const forgetAll = walker.walk(record, ({ tt, ...search }) => {
    tt.clear();
    search.histories.clear();
    search.corrections.clear();
    search.root.previousAverage = null;
  });
  assertEquals(forgetAll, alone);
  const asEngine = walker.walk(record, () => {});
  const keepAll = walker.walk(record, ({ root }) => root.previousAverage = null);
  assertEquals(walker.walk(record, () => {}), asEngine);
  assertNotEquals(asEngine, alone);
  assertNotEquals(keepAll, asEngine);
});
