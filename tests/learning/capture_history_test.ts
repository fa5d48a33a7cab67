/**
 * Capture history: what a cutoff writes, in numbers worked out by hand, and what that does to the order of captures.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { KNIGHT, PAWN, ROOK } from "../../core/types.ts";
import { CAPTURE_MAX } from "../../learning/tables/capture_history.ts";
import { Histories } from "../../learning/histories.ts";
import { entries, moveOf, withOnly } from "../search/fixtures.ts";
import { createStack, cutoff, NUMBERS, order, square, squares, TWO_VICTIMS, WHITE_PAWN } from "./history_fixtures.ts";

Deno.test("capture history: a cutoff credits piece, victim and target, and reverses captures of equal victims", () => {
  const position = parseFen(TWO_VICTIMS);
  const stack = createStack();
  withOnly(["useCapture"], NUMBERS, () => {
    for (const [taken, to] of [["e4d5", "d5"], ["e4f5", "f5"]]) {
      const histories = new Histories();
      cutoff(histories, position, stack, [taken]);
      // Bonus of depth 6: 180 · 6 − 60. One of both moves is not first without it.
      assertEquals(entries(histories.capture.entries), [[WHITE_PAWN << 9 | PAWN << 6 | square(to), 1020]]);
      assertEquals(histories.captureScore(position, moveOf(position, taken)), 1020);
      assertEquals(order(histories, position, stack)[0], taken);
    }
  });
});

Deno.test("capture history: captures searched before the cutoff lose, also when a quiet move cut", () => {
  const position = parseFen(TWO_VICTIMS);
  const stack = createStack();
  const [d5, f5] = ["d5", "f5"].map((to) => WHITE_PAWN << 9 | PAWN << 6 | square(to));
  withOnly(["useCapture", "useMalus", "useButterfly"], NUMBERS, () => {
    const byCapture = new Histories();
    cutoff(byCapture, position, stack, ["e4d5", "e4f5"]);
    // Malus of depth 6: 160 · 6 − 60.
    assertEquals(entries(byCapture.capture.entries), [[d5, -900], [f5, 1020]]);
    assertEquals(entries(byCapture.quiet.butterfly.entries), []);
    assertEquals(order(byCapture, position, stack)[0], "e4f5");

    const byQuiet = new Histories();
    cutoff(byQuiet, position, stack, ["e4d5", "e4f5", "e1d2"]);
    assertEquals(entries(byQuiet.capture.entries), [[d5, -900], [f5, -900]]);
    assertEquals(entries(byQuiet.quiet.butterfly.entries), [[squares("e1", "d2"), 980]]);
  });
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e4d5", "e4f5", "e1d2"]);
    assertEquals(entries(histories.capture.entries), []);
  });
});

Deno.test("capture history: a quiet move searched before a capture that cuts is not charged", () => {
  const position = parseFen(TWO_VICTIMS);
  withOnly(["useCapture", "useMalus", "useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, createStack(), ["e1d2", "e4d5"]);
    assertEquals(entries(histories.quiet.butterfly.entries), []);
    assertEquals(entries(histories.capture.entries).length, 1);
  });
});

Deno.test("captures are ordered by victim plus history: a much better history outweighs a bigger victim", () => {
  // The pawn takes a knight on b5 or a rook on d5; nothing takes back.
  const position = parseFen("4k3/8/8/1n1r4/2P5/8/8/4K3 w - - 0 1");
  const stack = createStack();
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4d5", "c4b5"]);
    // Knight 320 · 16 = 5120, rook 500 · 16 = 8000; a history of 5000 >> 1 does not make up for 2880, 6000 >> 1 does.
    const index = WHITE_PAWN << 9 | KNIGHT << 6 | square("b5");
    histories.capture.entries[index] = 5000;
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4d5", "c4b5"]);
    histories.capture.entries[index] = 6000;
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4b5", "c4d5"]);
  });
});

Deno.test("without capture history, captures are ordered by victim, then by the least valuable attacker", () => {
  const position = parseFen("4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1");
  withOnly([], NUMBERS, () => {
    const histories = new Histories();
    histories.capture.entries.fill(CAPTURE_MAX);
    assertEquals(histories.captureScore(position, moveOf(position, "c3d5")), 0);
    assertEquals(order(histories, position, createStack()).slice(0, 2), ["e4d5", "c3d5"]);
  });
});

Deno.test("capture history: en passant counts as taking a pawn, a quiet promotion as taking nothing", () => {
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, parseFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), createStack(), ["e5d6"]);
    assertEquals(entries(histories.capture.entries), [[WHITE_PAWN << 9 | PAWN << 6 | square("d6"), 1020]]);
    histories.clear();
    cutoff(histories, parseFen("7k/3P4/8/8/8/8/8/4K3 w - - 0 1"), createStack(), ["d7d8q"]);
    assertEquals(entries(histories.capture.entries), [[WHITE_PAWN << 9 | square("d8"), 1020]]);
    histories.clear();
    cutoff(histories, parseFen("4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1"), createStack(), ["d7e8q"]);
    assertEquals(entries(histories.capture.entries), [[WHITE_PAWN << 9 | ROOK << 6 | square("e8"), 1020]]);
  });
});
