/**
 * The order of the moves at the root: the best one first, then as the iteration before left them, or by history.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { MovePicker } from "../../search/move_picker.ts";
import { createRootMoves } from "../../search/root.ts";
import { createSearch, legalMoves, moveOf, names, NO_ESCAPES, prepare, withParameters } from "./fixtures.ts";

const FEN = "4k3/8/8/3p4/4P3/8/8/1N2KN2 w - - 0 1";

/** The order in which the root's moves come, with b1c3 as the best one and a history for f1g3. */
function rootOrder(rootByHistory: number, allowed: readonly string[] = [], pvIndex = 0): string[] {
  return withParameters({ ...NO_ESCAPES, rootByHistory, orderCheck: 0 }, () => {
    const position = parseFen(FEN);
    const { search } = createSearch();
    prepare(search, position);
    search.rootMoves = createRootMoves(position, allowed.map((text) => moveOf(position, text)));
    const best = search.rootMoves.findIndex(({ move }) => move === moveOf(position, "b1c3"));
    search.rootMoves.unshift(...search.rootMoves.splice(best, 1));
    search.pvIndex = pvIndex;
    search.histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, "f1g3") & 0xfff] = 5000;
    search.stack.threats.find(position, 8);
    const picker = new MovePicker();
    search.startRootMoves(picker);
    const order: number[] = [];
    for (let move = picker.next(search); move !== NO_MOVE; move = picker.next(search)) {
      if (search.isRival(move)) order.push(move);
    }
    return names(order);
  });
}

Deno.test("by history the root's moves come like those of any node: best, captures, quiet ones by what was learned", () => {
  const order = rootOrder(1);
  assertEquals(order.slice(0, 3), ["b1c3", "e4d5", "f1g3"]);
  assertEquals(order.toSorted(), names(legalMoves(parseFen(FEN))).toSorted());
});

Deno.test("without it they come in the order of the root", () => {
  const others = names(legalMoves(parseFen(FEN))).filter((text) => text !== "b1c3");
  assertEquals(rootOrder(0), ["b1c3", ...others]);
});

Deno.test("a later line, and a search of some moves only, has no others to choose from", () => {
  for (const rootByHistory of [0, 1]) {
    assertEquals(rootOrder(rootByHistory, ["b1c3", "f1g3", "e1d2"]).toSorted(), ["b1c3", "e1d2", "f1g3"]);
    assertEquals(rootOrder(rootByHistory, ["b1c3", "f1g3", "e1d2"], 1).toSorted(), ["e1d2", "f1g3"]);
  }
});
