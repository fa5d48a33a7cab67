/**
 * The order of the moves at the root: the best one first, then as the iteration before left them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { MovePicker } from "../../search/move_picker.ts";
import { createRootMoves } from "../../search/root.ts";
import { createSearch, legalMoves, moveOf, names, prepare, setButterfly } from "./fixtures.ts";

const FEN = "4k3/8/8/3p4/4P3/8/8/1N2KN2 w - - 0 1";

/** The order in which the root's moves come, with b1c3 as the best one and a history for f1g3. */
function rootOrder(allowed: readonly string[] = [], pvIndex = 0): string[] {
  const position = parseFen(FEN);
  const { search } = createSearch();
  prepare(search, position);
  search.root.moves = createRootMoves(position, allowed.map((text) => moveOf(position, text)));
  const best = search.root.moves.findIndex(({ move }) => move === moveOf(position, "b1c3"));
  search.root.moves.unshift(...search.root.moves.splice(best, 1));
  search.root.pvIndex = pvIndex;
  setButterfly(search, moveOf(position, "f1g3"), 5000);
  const picker = new MovePicker();
  picker.startList(position, search.root.rivals());
  const order: number[] = [];
  for (
    let move = picker.next(search, search.rootFrame);
    move !== NO_MOVE;
    move = picker.next(search, search.rootFrame)
  ) order.push(move);
  return names(order);
}

Deno.test("the root's moves come in the order of the root, whatever their histories", () => {
  const others = names(legalMoves(parseFen(FEN))).filter((text) => text !== "b1c3");
  assertEquals(rootOrder(), ["b1c3", ...others]);
});

Deno.test("a later line, and a search of some moves only, has no others to choose from", () => {
  assertEquals(rootOrder(["b1c3", "f1g3", "e1d2"]).toSorted(), ["b1c3", "e1d2", "f1g3"]);
  assertEquals(rootOrder(["b1c3", "f1g3", "e1d2"], 1).toSorted(), ["e1d2", "f1g3"]);
});
