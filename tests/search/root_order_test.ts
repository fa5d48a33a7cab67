/**
 * The order of the moves at the root: the best one first, then as the iteration before left them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { MovePicker } from "../../search/move_picker.ts";
import { createRootMoves } from "../../search/root.ts";
import { createSearch, legalMoves, moveOf, names, prepare } from "./fixtures.ts";

const FEN = "4k3/8/8/3p4/4P3/8/8/1N2KN2 w - - 0 1";

/** The order in which the root's moves come, with b1c3 as the best one and a history for f1g3. */
function rootOrder(allowed: readonly string[] = [], pvIndex = 0): string[] {
  const position = parseFen(FEN);
  const { search } = createSearch();
  prepare(search, position);
  search.rootMoves = createRootMoves(position, allowed.map((text) => moveOf(position, text)));
  const best = search.rootMoves.findIndex(({ move }) => move === moveOf(position, "b1c3"));
  search.rootMoves.unshift(...search.rootMoves.splice(best, 1));
  search.pvIndex = pvIndex;
  search.histories.quiet.butterfly.entries[WHITE << 12 | moveOf(position, "f1g3") & 0xfff] = 5000;
  const picker = new MovePicker();
  search.startRootMoves(picker);
  const order: number[] = [];
  for (let move = picker.next(search); move !== NO_MOVE; move = picker.next(search)) order.push(move);
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
