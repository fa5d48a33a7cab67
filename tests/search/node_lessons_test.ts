/** When single nodes of the main search give lessons; the lessons themselves are in tests/learning. @module */

import { assertEquals } from "@std/assert";
import { parseSquare } from "../../core/fen.ts";
import { INFINITE } from "../../core/score.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { HISTORIES, TT_MOVE } from "../../learning/histories.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../../search/bound.ts";
import type { Search } from "../../search/search.ts";
import { legalMoves, moveOf } from "./fixtures.ts";
import { entries, setButterfly } from "./learned.ts";
import { frameAt, know, lineAt, playLine, ready, searchAt } from "./nodes.ts";
import { NO_NODE_PRUNING, withOnly } from "./parameters.ts";
import { searchScripted } from "./scripted_children.ts";

const QUIET = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
/** The same with a knight that Black has still to move. */
const BLACK_TO_MOVE = "4k1n1/pp6/8/8/8/8/5PP1/2B1K2R b - - 0 1";

/** The butterfly entry of a move from and to these squares. */
function butterflyOf({ histories }: Search, colour: number, from: string, to: string): number {
  return histories.of(HISTORIES.butterfly)[colour << 12 | parseSquare(from) | parseSquare(to) << 6];
}

/** Lessons that are as great as the depth says, a hundred for each ply. */
const HUNDREDS = {
  ...NO_NODE_PRUNING,
  quietBonusSlope: 100,
  quietBonusOffset: 0,
  quietBonusMax: 1700,
  quietMalusSlope: 90,
  quietMalusOffset: 0,
  bonusButterfly: 1024,
  malusButterfly: 1024,
  bonusContinuation1: 1024,
};

Deno.test("a quiet TT move that cuts a node is credited before it is searched", () => {
  withOnly(["butterfly", "ttCredit"], { ...HUNDREDS, ttCreditFactor: 512 }, () => {
    const credited = (bound: number, beta: number) => {
      const { search, position } = ready(QUIET);
      know(search, position, moveOf(position, "e1e2"), 5000, 9, bound);
      searchAt(search, beta - 1, beta, 6, 4, false);
      return butterflyOf(search, WHITE, "e1", "e2");
    };
    // Half of 600. An upper bound that fails low credits nothing.
    assertEquals([credited(BOUND_LOWER, 4000), credited(BOUND_UPPER, 6000)], [300, 0]);
  });
});

Deno.test("a node that fails low credits the opponent's move that led to it", () => {
  withOnly(["butterfly", "failLow"], { ...HUNDREDS, priorMoveFactor: 512 }, () => {
    const credited = (alpha: number) => {
      const { search, position } = ready(BLACK_TO_MOVE);
      const ply = playLine(position, search, ["g8f6"]);
      searchAt(search, alpha, alpha + 1, 1, ply, false);
      return butterflyOf(search, BLACK, "g8", "f6");
    };
    assertEquals([credited(3000), credited(-3000)], [50, 0]);
  });
});

Deno.test("a node whose evaluation swung credits the quiet move that led to it", () => {
  const numbers = { ...HUNDREDS, swingFactor: 16, swingGainMax: 1000, swingLossMax: 1000, swingOffset: 0 };
  withOnly(["butterfly", "swing"], numbers, () => {
    const { search, position } = ready(BLACK_TO_MOVE);
    const ply = playLine(position, search, ["g8f6"]);
    frameAt(search, ply - 1).staticEval = -100;
    searchAt(search, -INFINITE, INFINITE, 1, ply, false);
    // One for one: the mover's evaluation rose from −100 to what the node says, seen from the other side.
    assertEquals(butterflyOf(search, BLACK, "g8", "f6"), 100 - frameAt(search, ply).staticEval);
  });
});

Deno.test("a beta cutoff teaches the histories at the node's depth, and one more if it is clear", () => {
  withOnly(["butterfly"], { ...HUNDREDS, clearCutoffMargin: 100 }, () => {
    const bonus = (below: number) => {
      const { search } = ready(QUIET);
      const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
      search.newGame();
      search.tt.clear();
      searchAt(search, exact - below - 1, exact - below, 1, 4, false);
      return entries(search.histories.of(HISTORIES.butterfly)).map(([, value]) => value);
    };
    assertEquals([bonus(0), bonus(1000)], [[100], [200]]);
  });
});

Deno.test("an exact score teaches a share of what a cutoff does", () => {
  withOnly(["butterfly", "exact"], { ...HUNDREDS, exactFactor: 512 }, () => {
    const { search } = ready(QUIET);
    searchAt(search, -INFINITE, INFINITE, 1, 4, false);
    const [best] = lineAt(search, 4);
    assertEquals(entries(search.histories.of(HISTORIES.butterfly)), [[best & 0xfff, 50]]);
  });
});

Deno.test("the moves that a node searched before its cutoff are charged", () => {
  const noSkips = { lmpBase: 100, futilityDepth: -1, historyPruningDepth: -1, seeQuietDepth: -1 };
  withOnly(["butterfly", "malus"], { ...HUNDREDS, ...noSkips }, () => {
    const { search, position } = ready(QUIET);
    const exact = searchAt(search, -INFINITE, INFINITE, 1, 4, false);
    const best = lineAt(search, 4)[0];
    // With the worst history, the best move is searched last.
    search.newGame();
    search.tt.clear();
    setButterfly(search, best, -8192);
    searchAt(search, exact - 1, exact, 1, 4, false);
    const table = search.histories.of(HISTORIES.butterfly);
    const others = legalMoves(position).filter((move) => move !== best);
    assertEquals(others.map((move) => table[move & 0xfff]), others.map(() => -90));
    // −8192 + 100 + 8192 · 100 / 8192.
    assertEquals(table[best & 0xfff], -7992);
  });
});

Deno.test("a node outside the PV learns whether its TT move was the best", () => {
  const learned = (move: string, isPv: boolean) => {
    const { search } = searchScripted({
      alpha: isPv ? -1 : 0,
      beta: 1,
      depth: 4,
      uses: ["ttMove"],
      numbers: { easeTtMove: 4, ttMoveBonus: 800 },
      known: { move: "b1c3" },
      scoreOf: (each) => each === move ? 1 : -5000,
    });
    return search.histories.of(TT_MOVE)[0];
  };
  assertEquals([learned("b1c3", false), learned("f1g3", false), learned("b1c3", true)], [800, -800, 0]);
});
