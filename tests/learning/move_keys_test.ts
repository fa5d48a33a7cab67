/** A move's keys contain what histories distinguish, and every entry that they select is in its table. @module */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { STATE_SIZE } from "../../core/state.ts";
import { findThreats } from "../../core/threats.ts";
import { squaresOf } from "../../core/types.ts";
import { QUIETS } from "../../learning/histories.ts";
import { byPieceTo, byThreats, keysOf } from "../../learning/move_keys.ts";
import { NO_ROW } from "../../learning/table.ts";
import { createRootFrame } from "../../search/frame.ts";
import { threatBits } from "../core/mailbox_attacks.ts";
import { playBothKinds, randomIntegers } from "../core/random_games.ts";
import { withParameters } from "../search/parameters.ts";

Deno.test("`keysOf()` gives the piece, the squares and the threats that the mailbox shows, for every quiet move in random games", () => {
  let some = 0;
  playBothKinds({ games: 2, plies: 100, seed: 312 }, (position, moves, count) => {
    findThreats(position);
    for (const move of moves.subarray(0, count)) {
      if (position.isNoisy(move)) continue;
      const bits = threatBits(position, move, () => true);
      const threats = (bits & 1) << 14 | bits >> 1 << 13;
      const keys = keysOf(position, move);
      const pieceTo = position.pieceTo(move);
      const found = [byPieceTo(keys), squaresOf(keys), byThreats(keys)];
      assertEquals(found, [pieceTo, move & 0xfff, threats | move & 0xfff]);
      withParameters({ useThreats: 0 }, () => assertEquals(byThreats(keysOf(position, move)), move & 0xfff));
      position.make(move);
      assertEquals(keysOf(position, move, pieceTo >> 6, position.top - STATE_SIZE), keys);
      position.undo();
      if (bits !== 0) some++;
    }
  });
  assertGreater(some, 500);
});

Deno.test("for each history, every row and entry is inside the table, and the last ones nearly reach its end", () => {
  const random = randomIntegers(313);
  const ends = QUIETS.map(() => 0);
  // The last piece goes from the last square but one to the last square, and both are attacked. No key is greater.
  const last = 3 << 16 | 14 << 12 | 63 << 6 | 62;
  playBothKinds({ games: 3, plies: 100, seed: 314 }, (position) => {
    const frame = createRootFrame();
    for (let back = frame.parent; back.parent !== back; back = back.parent) {
      back.pieceTo = [0, 14 << 6 | 63, random(14) + 1 << 6 | random(64)][random(3)];
    }
    frame.ply = random(6);
    QUIETS.forEach(({ name, row, key, size }, place) => {
      const begin = row(position, frame);
      if (begin === NO_ROW) return;
      assert(begin >= 0 && begin + key(last) < size, `${name}: ${begin} + ${key(last)} of ${size}`);
      ends[place] = Math.max(ends[place], begin + key(last) + 1);
    });
  });
  const used = QUIETS.map(({ size }, place) => ends[place] / size);
  assert(used.every((share) => share > 0.75), `${used}`);
});
