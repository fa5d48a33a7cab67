/**
 * The histories of quiet moves by themselves: butterfly, piece-to, pawn structure, low plies; and the counter-move.
 * What a cutoff writes, in numbers worked out by hand, and what that does to ordering.
 *
 * @module
 */

import { assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { BLACK, NO_MOVE, WHITE } from "../../core/types.ts";
import { Histories } from "../../learning/histories.ts";
import { LOW_PLIES } from "../../learning/tables/low_ply_history.ts";
import { MARGIN, SearchStack } from "../../learning/stack.ts";
import { entries, moveOf, withOnly, withParameters } from "../search/fixtures.ts";
import {
  BLACK_PAWN,
  createStack,
  cutoff,
  NUMBERS,
  order,
  pieceTo,
  PLY,
  replaceEarlier,
  squares,
  TWO_KNIGHTS,
  TWO_VICTIMS,
  WHITE_KNIGHT,
} from "./history_fixtures.ts";

Deno.test("butterfly history: a cutoff credits side, from and to of the quiet move, and ordering follows", () => {
  withOnly(["useButterfly", "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(TWO_KNIGHTS);
    const stack = createStack();
    const before = order(histories, position, stack);
    cutoff(histories, position, stack, ["b1a3"]);
    // Bonus of depth 6: 180 · 6 − 100.
    assertEquals(entries(histories.quiet.butterfly.entries), [[WHITE << 12 | squares("b1", "a3"), 980]]);
    // 2048 · 980 / 1024.
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 1960);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
    assertNotEquals(before[0], "b1a3");
    assertEquals(order(histories, position, stack)[0], "b1a3");
    // Twice: 980 + 980 − 117.
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.quiet.butterfly.entries), [[squares("b1", "a3"), 1843]]);
  });
});

Deno.test("butterfly history is kept for each side", () => {
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    cutoff(histories, parseFen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), stack, ["e8d8"]);
    assertEquals(entries(histories.quiet.butterfly.entries), [[BLACK << 12 | squares("e8", "d8"), 980]]);
    // A white king on the same squares.
    const position = parseFen("4K3/8/8/8/8/8/8/r3k3 w - - 0 1");
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "e8d8")), 0);
  });
});

Deno.test("piece-to history: knights that go to the same square share an entry, unlike in butterfly history", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  const [queenside, kingside] = ["b1d2", "f1d2"].map((text) => moveOf(position, text));
  withOnly(["usePieceTo"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["b1d2"]);
    assertEquals(entries(histories.quiet.pieceTo.entries), [[pieceTo(WHITE_KNIGHT, "d2"), 980]]);
    assertEquals(entries(histories.quiet.butterfly.entries), []);
    // 1024 · 980 / 1024, for both knights.
    assertEquals(histories.orderingScore(position, stack, PLY, queenside), 980);
    assertEquals(histories.orderingScore(position, stack, PLY, kingside), 980);
    assertEquals(order(histories, position, stack).slice(0, 2).sort(), ["b1d2", "f1d2"]);
    assertEquals(histories.pruningScore(position, stack, PLY, kingside), 980);
  });
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["b1d2"]);
    assertEquals(histories.orderingScore(position, stack, PLY, queenside), 1960);
    assertEquals(histories.orderingScore(position, stack, PLY, kingside), 0);
  });
});

Deno.test("malus: the quiet moves searched before the cutoff lose, and go to the end of the order", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  withOnly(["useButterfly", "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e2e4", "b1c3", "b1a3"]);
    // Bonus 980 for the last, malus 200 · 6 − 60 for the others.
    assertEquals(entries(histories.quiet.butterfly.entries).sort((a, b) => a[1] - b[1] || a[0] - b[0]), [
      [squares("b1", "c3"), -1140],
      [squares("e2", "e4"), -1140],
      [squares("b1", "a3"), 980],
    ]);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "e2e4")), -2280);
    const list = order(histories, position, stack);
    assertEquals(list[0], "b1a3");
    assertEquals(list.slice(-2).sort(), ["b1c3", "e2e4"]);
  });
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e2e4", "b1c3", "b1a3"]);
    assertEquals(entries(histories.quiet.butterfly.entries), [[squares("b1", "a3"), 980]]);
  });
});

Deno.test("pawn-structure history: the same move in another pawn structure has another entry", () => {
  withOnly(["usePawnHistory"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    const position = parseFen(TWO_KNIGHTS);
    cutoff(histories, position, stack, ["b1a3"]);
    const row = position.pawnKey & 511;
    assertEquals(entries(histories.quiet.pawn.entries), [[row << 10 | pieceTo(WHITE_KNIGHT, "a3"), 980]]);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 980);
    // 512 · 980 / 1024.
    assertEquals(histories.pruningScore(position, stack, PLY, moveOf(position, "b1a3")), 490);
    const other = parseFen(TWO_KNIGHTS.replace("4P3", "3P4"));
    assertEquals(histories.orderingScore(other, stack, PLY, moveOf(other, "b1a3")), 0);
    // The kings do not matter.
    const same = parseFen(TWO_KNIGHTS.replace("4k3", "6k1"));
    assertEquals(histories.orderingScore(same, stack, PLY, moveOf(same, "b1a3")), 980);
  });
});

Deno.test("low-ply history: it is kept for each of the plies near the root, counts less the deeper, and lasts one search", () => {
  withOnly(["useLowPly"], NUMBERS, () => {
    const position = parseFen(TWO_KNIGHTS);
    const move = moveOf(position, "b1a3");
    const stack = new SearchStack();
    for (let ply = 0; ply < LOW_PLIES + 2; ply++) {
      const histories = new Histories();
      cutoff(histories, position, stack, ["b1a3"], 6, ply);
      const expected = ply < LOW_PLIES ? [[ply << 12 | squares("b1", "a3"), 980]] as [number, number][] : [];
      assertEquals(entries(histories.quiet.lowPly.entries), expected);
      // 4096 · 980 / (1 + ply) / 1024: 3920, 1960, 1306.7, 980; nothing from ply 4 on.
      const scores = [3920, 1960, 1306, 980, 0, 0];
      assertEquals(histories.orderingScore(position, stack, ply, move), scores[ply]);
      assertEquals(histories.orderingScore(position, stack, (ply + 1) % LOW_PLIES, move), 0);
      histories.newSearch();
      assertEquals(entries(histories.quiet.lowPly.entries), []);
    }
  });
});

Deno.test("counter-move: a quiet cutoff sets the answer to the last move, and ordering adds its bonus after that move only", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  withOnly(["useCounterMove"], NUMBERS, () => {
    const histories = new Histories();
    const answer = moveOf(position, "b1a3");
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.counterMove.entries), [[WHITE << 12 | squares("e7", "e5"), answer]]);
    assertEquals(histories.counterMove.answer(position, stack, PLY), answer);
    assertEquals(histories.orderingScore(position, stack, PLY, answer), 6000);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
    assertEquals(order(histories, position, stack)[0], "b1a3");

    // The latest answer is the one that stays.
    cutoff(histories, position, stack, ["f1g3"]);
    assertEquals(histories.counterMove.answer(position, stack, PLY), moveOf(position, "f1g3"));
    assertEquals(histories.orderingScore(position, stack, PLY, answer), 0);

    // After another move, or after a null move, there is none.
    replaceEarlier(stack, 1, BLACK_PAWN, "e7", "e6");
    assertEquals(histories.counterMove.answer(position, stack, PLY), NO_MOVE);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "f1g3")), 0);
    stack.move[PLY - 1 + MARGIN] = NO_MOVE;
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.counterMove.entries).length, 1);
  });
});

Deno.test("counter-move: a cutoff by a capture sets none", () => {
  withOnly(["useCounterMove", "useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, parseFen(TWO_VICTIMS), createStack(), ["e1d2", "e4d5"]);
    assertEquals(entries(histories.counterMove.entries), []);
  });
});

/** A pawn attacks the knight on d4, and another one the square b5, where it could go. */
const ATTACKED_KNIGHT = "4k3/8/p7/4p3/3N4/8/8/4K3 w - - 0 1";

Deno.test("butterfly history by threats: a move off an attacked square, or onto one, has an entry of its own", () => {
  withOnly(["useButterfly", "useThreats"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(ATTACKED_KNIGHT);
    const stack = createStack();
    stack.threats.find(position, PLY + MARGIN);
    cutoff(histories, position, stack, ["d4f3"]);
    cutoff(histories, position, stack, ["d4b5"]);
    cutoff(histories, position, stack, ["e1e2"]);
    // Bits: the square left is attacked, the square reached is attacked; then the side.
    assertEquals(
      entries(histories.quiet.butterfly.entries).sort((a, b) => a[0] - b[0]),
      [
        [squares("e1", "e2"), 980],
        [1 << 14 | squares("d4", "f3"), 980],
        [1 << 14 | 1 << 13 | squares("d4", "b5"), 980],
      ].sort((a, b) => a[0] - b[0]),
    );
    const escape = moveOf(position, "d4f3");
    assertEquals(histories.orderingScore(position, stack, PLY, escape), 980 * 2);
    assertEquals(histories.pruningScore(position, stack, PLY, escape), 980 * 2);
    assertEquals(order(histories, position, stack).slice(0, 3).sort(), ["d4b5", "d4f3", "e1e2"]);
    // The same move where no pawn attacks the knight: nothing is known of it.
    const safe = parseFen(ATTACKED_KNIGHT.replace("4p3", "8"));
    stack.threats.find(safe, PLY + MARGIN);
    assertEquals(histories.orderingScore(safe, stack, PLY, escape), 0);
    // Nor where threats do not count.
    withParameters({ useThreats: 0 }, () => assertEquals(histories.orderingScore(position, stack, PLY, escape), 0));
  });
});

Deno.test("the history of table moves goes up when the table's move was the best, and down when it was not", () => {
  withOnly(["useTtMoveHistory"], { ttMoveBonus: 800 }, () => {
    const histories = new Histories();
    histories.tableMove.update(true);
    assertEquals(histories.tableMove.entries[0], 800);
    // 800 − 800 − 800 · 800 / 8192.
    histories.tableMove.update(false);
    assertEquals(histories.tableMove.entries[0], -78);
    histories.clear();
    assertEquals(histories.tableMove.entries[0], 0);
  });
});
