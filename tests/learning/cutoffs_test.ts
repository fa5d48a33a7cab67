/**
 * What a cutoff writes in each move history, in numbers worked out by hand, and what that does to order and pruning.
 *
 * @module
 */

import { assertEquals, assertNotEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import { INFINITE, MATE } from "../../core/score.ts";
import { LAST_MOVE } from "../../core/state.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, ROOK, WHITE } from "../../core/types.ts";
import { CAPTURE, COUNTER_MOVE, HISTORIES, Histories, type QuietKey, TT_MOVE } from "../../learning/histories.ts";
import { LOW_PLIES } from "../../learning/indices.ts";
import {
  createSearch,
  entries,
  moveOf,
  type Part,
  prepare,
  searchAt,
  setPlayed,
  withOnly,
  withParameters,
} from "../search/fixtures.ts";
import {
  BLACK_KNIGHT,
  BLACK_PAWN,
  createFrame,
  cutoff,
  EARLIER,
  NUMBERS,
  order,
  pieceTo,
  replaceEarlier,
  scoresOf,
  squares,
  TWO_KNIGHTS,
  TWO_VICTIMS,
  WHITE_KNIGHT,
  WHITE_PAWN,
} from "./history_fixtures.ts";

/** Distances of continuation history, with what they weigh in ordering (1024ths, see `NUMBERS`). */
const DISTANCES: readonly (readonly [plies: number, key: QuietKey, weight: number])[] = [
  [1, "continuation1", 1024],
  [2, "continuation2", 1024],
  [3, "continuation3", 512],
  [4, "continuation4", 768],
  [6, "continuation6", 512],
];
Deno.test("butterfly history: a cutoff credits side, from and to of the quiet move, and ordering follows", () => {
  withOnly(["butterfly"], NUMBERS, () => {
    const histories = new Histories();
    const table = histories.of(HISTORIES.butterfly);
    const position = parseFen(TWO_KNIGHTS);
    const frame = createFrame();
    assertNotEquals(order(histories, position, frame)[0], "b1a3");
    cutoff(histories, position, frame, ["b1a3"]);
    // Bonus of depth 6: 180 · 6 − 100; weight 2.
    assertEquals(entries(table), [[squares("b1", "a3"), 980]]);
    assertEquals(scoresOf(histories, position, frame, "b1a3"), [1960, 1960]);
    assertEquals(scoresOf(histories, position, frame, "b1c3"), [0, 0]);
    assertEquals(order(histories, position, frame)[0], "b1a3");
    // Black has its own half.
    histories.clear();
    cutoff(histories, parseFen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), frame, ["e8d8"]);
    assertEquals(entries(table), [[BLACK << 12 | squares("e8", "d8"), 980]]);
  });
});

Deno.test("butterfly history by threats: a move off an attacked square, or onto one, has its own entry", () => {
  // A pawn attacks the knight on d4, and another one the square b5, where it could go.
  const fen = "4k3/8/p7/4p3/3N4/8/8/4K3 w - - 0 1";
  withOnly(["butterfly", "threats"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(fen);
    const frame = createFrame();
    for (const move of ["d4f3", "d4b5", "e1e2"]) cutoff(histories, position, frame, [move]);
    // Bits: the square left is attacked, the square reached is attacked; then the side.
    assertEquals(entries(histories.of(HISTORIES.butterfly)), [
      [squares("e1", "e2"), 980],
      [1 << 14 | squares("d4", "f3"), 980],
      [1 << 14 | 1 << 13 | squares("d4", "b5"), 980],
    ]);
    assertEquals(scoresOf(histories, position, frame, "d4f3"), [1960, 1960]);
    // The same move where no pawn attacks the knight: nothing is known of it. Nor where threats do not count.
    assertEquals(scoresOf(histories, parseFen(fen.replace("4p3", "8")), frame, "d4f3"), [0, 0]);
    withParameters({ useThreats: 0 }, () => assertEquals(scoresOf(histories, position, frame, "d4f3"), [0, 0]));
  });
});

Deno.test("malus: the quiet moves searched before the cutoff lose, and go to the end of the order", () => {
  const position = parseFen(TWO_KNIGHTS);
  const learned = (parts: readonly Part[]) =>
    withOnly(parts, NUMBERS, () => {
      const histories = new Histories();
      cutoff(histories, position, createFrame(), ["e2e4", "b1c3", "b1a3"]);
      const list = order(histories, position, createFrame());
      return { table: entries(histories.of(HISTORIES.butterfly)), first: list[0], last: list.slice(-2).sort() };
    });
  // Bonus 980 for the last, malus 200 · 6 − 60 for the others.
  const lost = [["b1", "c3", -1140], ["e2", "e4", -1140], ["b1", "a3", 980]] as const;
  const table = lost.map(([from, to, value]) => [squares(from, to), value] as const).toSorted((a, b) => a[0] - b[0]);
  assertEquals(learned(["butterfly", "malus"]), {
    table: table.map(([at, value]) => [at, value]),
    first: "b1a3",
    last: ["b1c3", "e2e4"],
  });
  assertEquals(learned(["butterfly"]).table, [[squares("b1", "a3"), 980]]);
});

Deno.test("low-ply history: it is kept for each of the plies near the root, counts less the deeper, and lasts one search", () => {
  withOnly(["lowPly"], NUMBERS, () => {
    const position = parseFen(TWO_KNIGHTS);
    // 4096 · 980 / (1 + ply) / 1024: 3920, 1960, 1306.7, 980; nothing from ply 4 on.
    for (const [ply, score] of [3920, 1960, 1306, 980, 0, 0].entries()) {
      const histories = new Histories();
      cutoff(histories, position, createFrame(ply), ["b1a3"]);
      const expected: [number, number][] = ply < LOW_PLIES ? [[ply << 12 | squares("b1", "a3"), 980]] : [];
      assertEquals(entries(histories.of(HISTORIES.lowPly)), expected);
      assertEquals(scoresOf(histories, position, createFrame(ply), "b1a3")[0], score);
      assertEquals(scoresOf(histories, position, createFrame((ply + 1) % LOW_PLIES), "b1a3")[0], 0);
      histories.newSearch();
      assertEquals(entries(histories.entries), []);
    }
  });
});

for (const [back, key, weight] of DISTANCES) {
  Deno.test(`continuation history at ${back} ply: a cutoff writes the pair with that move, ordering reads it after that move only`, () => {
    const position = parseFen(TWO_KNIGHTS);
    withOnly([key], NUMBERS, () => {
      const histories = new Histories();
      const frame = createFrame();
      cutoff(histories, position, frame, ["b1a3"]);
      const index = EARLIER[back] << 10 | pieceTo(WHITE_KNIGHT, "a3");
      assertEquals(entries(histories.of(HISTORIES.continuation1)), [[index, 980]]);
      const expected = weight * 980 >> 10;
      const ordering = (text = "b1a3") => scoresOf(histories, position, frame, text)[0];
      assertEquals([ordering(), ordering("b1c3"), order(histories, position, frame)[0]], [expected, 0, "b1a3"]);
      // Other moves at all other distances change nothing; another one at this distance leaves nothing.
      for (let other = 1; other <= 6; other++) {
        if (other !== back) replaceEarlier(frame, other, pieceTo(BLACK_PAWN, "h5"));
      }
      assertEquals(ordering(), expected);
      replaceEarlier(frame, back, EARLIER[back] & ~63 | parseSquare("h4"));
      assertEquals(ordering(), 0);
      replaceEarlier(frame, back, EARLIER[back] & 63 | makePiece(EARLIER[back] >> 9, ROOK) << 6);
      assertEquals(ordering(), 0);
      // A null move there, or the start of the game, is neither read nor written.
      replaceEarlier(frame, back, 0);
      assertEquals(ordering(), 0);
      cutoff(histories, position, frame, ["b1c3"]);
      assertEquals(entries(histories.entries).length, 1);
    });
  });
}

Deno.test("counter-move: a quiet cutoff sets the answer to the last move, and ordering adds its bonus after that move only", () => {
  const position = parseFen(TWO_KNIGHTS);
  const after = (move: number) => position.states[position.top + LAST_MOVE] = move;
  withOnly(["counterMove", "capture"], NUMBERS, () => {
    const histories = new Histories();
    const frame = createFrame();
    const cut = (text: string) => cutoff(histories, position, frame, [text]);
    const ordering = (text: string) => scoresOf(histories, position, frame, text)[0];
    after(squares("e7", "e5"));
    cut("b1a3");
    assertEquals(entries(histories.of(COUNTER_MOVE)), [[squares("e7", "e5"), moveOf(position, "b1a3")]]);
    assertEquals([ordering("b1a3"), ordering("b1c3"), order(histories, position, frame)[0]], [6000, 0, "b1a3"]);
    // The latest answer is the one that stays.
    cut("f1g3");
    assertEquals([ordering("b1a3"), ordering("f1g3")], [0, 6000]);
    // After another move, or after a null move, there is none, and none is set after a null move.
    after(squares("e7", "e6"));
    assertEquals([histories.counterMove(position), ordering("f1g3")], [NO_MOVE, 0]);
    after(NO_MOVE);
    cut("b1a3");
    assertEquals([entries(histories.of(COUNTER_MOVE)).length, histories.counterMove(position)], [1, NO_MOVE]);
    // A capture is not an answer.
    cutoff(histories, parseFen(TWO_VICTIMS), frame, ["e1d2", "e4d5"]);
    assertEquals(entries(histories.of(COUNTER_MOVE)).length, 1);
  });
});

Deno.test("counter-move: a move is remembered whole, promotions of 16 bits, too", () => {
  withOnly(["counterMove"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(TWO_KNIGHTS);
    position.states[position.top + LAST_MOVE] = squares("e7", "e5");
    histories.learnCounterMove(position, 0xf123);
    assertEquals(histories.counterMove(position), 0xf123);
  });
});

Deno.test("history of TT moves: up when the TT move was the best, down when not; it eases margins by weight · entry / 1024", () => {
  const histories = new Histories();
  withOnly(["ttMove"], { ttMoveBonus: 800, easeTtMove: 4 }, () => {
    histories.learnTtMove(true);
    // 4 · 800 / 1024 = 3.1.
    assertEquals([histories.of(TT_MOVE)[0], histories.ttMoveEase()], [800, 3]);
    // 800 − 800 + 800 · 800 / 8192, towards zero.
    histories.learnTtMove(false);
    assertEquals(histories.of(TT_MOVE)[0], -78);
  });
  withOnly([], {}, () => {
    histories.learnTtMove(true);
    assertEquals([histories.of(TT_MOVE)[0], histories.ttMoveEase()], [-78, 0]);
  });
});

/** Index of a capture of a white piece. */
function captureAt(piece: number, victim: number, to: string): number {
  return piece << 9 | victim << 6 | parseSquare(to);
}

Deno.test("capture history: a cutoff credits piece, victim and target, and reverses captures of equal victims", () => {
  const position = parseFen(TWO_VICTIMS);
  withOnly(["capture"], NUMBERS, () => {
    for (const [taken, to] of [["e4d5", "d5"], ["e4f5", "f5"]]) {
      const histories = new Histories();
      cutoff(histories, position, createFrame(), [taken]);
      // Bonus of depth 6: 180 · 6 − 60. One of both moves is not first without it.
      assertEquals(entries(histories.of(CAPTURE)), [[captureAt(WHITE_PAWN, PAWN, to), 1020]]);
      assertEquals(histories.captureScore(position, moveOf(position, taken)), 1020);
      assertEquals(order(histories, position, createFrame())[0], taken);
    }
  });
});

Deno.test("capture history: captures searched before the cutoff lose, quiet moves only if a quiet move cut", () => {
  const position = parseFen(TWO_VICTIMS);
  const [d5, f5] = ["d5", "f5"].map((to) => captureAt(WHITE_PAWN, PAWN, to));
  const learned = (parts: readonly Part[], searched: readonly string[]) =>
    withOnly(parts, NUMBERS, () => {
      const histories = new Histories();
      cutoff(histories, position, createFrame(), searched);
      return [entries(histories.of(CAPTURE)), entries(histories.of(HISTORIES.butterfly))];
    });
  const parts: Part[] = ["capture", "malus", "butterfly"];
  // Malus of depth 6: 160 · 6 − 60.
  assertEquals(learned(parts, ["e1d2", "e4d5", "e4f5"]), [[[d5, -900], [f5, 1020]], []]);
  assertEquals(learned(parts, ["e4d5", "e4f5", "e1d2"]), [[[d5, -900], [f5, -900]], [[squares("e1", "d2"), 980]]]);
  assertEquals(learned(["capture"], ["e4d5", "e4f5", "e1d2"]), [[], []]);
});

Deno.test("captures are ordered by victim plus history: a much better history outweighs a bigger victim, without one the least attacker is first", () => {
  // The pawn takes a knight on b5 or a rook on d5; nothing takes back.
  const position = parseFen("4k3/8/8/1n1r4/2P5/8/8/4K3 w - - 0 1");
  withOnly(["capture"], NUMBERS, () => {
    const histories = new Histories();
    // Knight 320 · 16 = 5120, rook 500 · 16 = 8000; a history of 5000 >> 1 does not make up for 2880, 6000 >> 1 does.
    for (const [history, first] of [[0, "c4d5"], [5000, "c4d5"], [6000, "c4b5"]] as const) {
      histories.of(CAPTURE)[captureAt(WHITE_PAWN, KNIGHT, "b5")] = history;
      assertEquals(order(histories, position, createFrame())[0], first);
    }
  });
  withOnly([], NUMBERS, () => {
    const histories = new Histories();
    histories.of(CAPTURE).fill(16384);
    const attackers = parseFen("4k3/8/8/3r4/4P3/2N5/8/4K3 w - - 0 1");
    assertEquals(order(histories, attackers, createFrame()).slice(0, 2), ["e4d5", "c3d5"]);
  });
});

Deno.test("capture history: en passant takes a pawn, a quiet promotion nothing; after the move its entry is the same", () => {
  withOnly(["capture"], NUMBERS, () => {
    for (
      const [fen, move, victim, to] of [
        ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", PAWN, "d6"],
        ["7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", 0, "d8"],
        ["4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7e8q", ROOK, "e8"],
        ["4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", PAWN, "d6"],
      ] as const
    ) {
      const histories = new Histories();
      const position = parseFen(fen);
      cutoff(histories, position, createFrame(), [move]);
      const at = captureAt(WHITE_PAWN, victim, to);
      assertEquals(entries(histories.of(CAPTURE)), [[at, 1020]]);
    }
  });
});

Deno.test("history pruning spares a quiet check: condemned a thousand times, a mate is found all the same", () => {
  const position = parseFen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
  withOnly(["continuation1"], { ...NUMBERS, lmpBase: 100 }, () => {
    const { search } = createSearch();
    prepare(search, position);
    setPlayed(search, 1, BLACK_KNIGHT, parseSquare("a6"));
    const mate = pieceTo(makePiece(WHITE, ROOK), "a8");
    search.histories.of(HISTORIES.continuation1)[pieceTo(BLACK_KNIGHT, "a6") << 10 | mate] = -16384;
    assertEquals(searchAt(search, -INFINITE, INFINITE, 1, 2, false), MATE - 3);
  });
});
