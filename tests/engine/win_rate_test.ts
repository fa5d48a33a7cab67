import { assert, assertAlmostEquals, assertEquals, assertGreater, assertGreaterOrEqual } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { MATE } from "../../core/score.ts";
import { chancesOf, curveAt, materialOf, MAX_MATERIAL, MIN_MATERIAL, toCentipawns } from "../../engine/win_rate.ts";
import { winRate, type WinRateModel } from "../../engine/win_rate.ts";

/** a = 100 and b = 50, whatever the material. */
const FLAT: WinRateModel = { a: [100, 0, 0, 0], b: [50, 0, 0, 0] };
/** a = 20 + 30 t + 40 t² + 10 t³ with t = material / 78. */
const CURVED: WinRateModel = { a: [20, 30, 40, 10], b: [50, 0, 0, 0] };

Deno.test("`materialOf()` counts 1, 3, 3, 5, 9 points for the pieces of both sides, and none for kings", () => {
  assertEquals(materialOf(parseFen(START_FEN)), MAX_MATERIAL);
  assertEquals(materialOf(parseFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), 0);
  const cases: [string, number][] = [["P", 1], ["N", 3], ["B", 3], ["R", 5], ["Q", 9]];
  for (const [letter, points] of cases) {
    assertEquals(materialOf(parseFen(`4k3/8/8/${letter}7/8/8/8/4K3 w - - 0 1`)), points, letter);
    assertEquals(materialOf(parseFen(`4k3/8/8/7${letter.toLowerCase()}/8/8/8/4K3 w - - 0 1`)), points, letter);
  }
  assertEquals(materialOf(parseFen("3qk3/p7/8/8/8/8/6NP/R3K3 b - - 0 1")), 9 + 1 + 3 + 1 + 5);
});

Deno.test("`curveAt()` evaluates the polynomials, and keeps the material within its bounds", () => {
  assertEquals(curveAt(MAX_MATERIAL, CURVED), [100, 50]);
  assertEquals(curveAt(MAX_MATERIAL / 2, CURVED), [20 + 15 + 10 + 1.25, 50]);
  assertEquals(curveAt(200, CURVED), curveAt(MAX_MATERIAL, CURVED));
  assertEquals(curveAt(0, CURVED), curveAt(MIN_MATERIAL, CURVED));
});

Deno.test("`chancesOf()` follows the logistic curve: known numbers", () => {
  // 1 / (1 + e^0) = 0.5; 1 / (1 + e^4) = 0.018; 1 / (1 + e^2) = 0.119; 1 / (1 + e^-4) = 0.982; 1 / (1 + e^8) = 0.0003.
  assertEquals(chancesOf({ score: 100, isDraw: false }, 40, FLAT), { win: 500, draw: 482, loss: 18 });
  assertEquals(chancesOf({ score: 0, isDraw: false }, 40, FLAT), { win: 119, draw: 762, loss: 119 });
  assertEquals(chancesOf({ score: -300, isDraw: false }, 40, FLAT), { win: 0, draw: 18, loss: 982 });
  assertAlmostEquals(winRate(150, 100, 50), 1 / (1 + Math.exp(-1)), 1e-12);
});

Deno.test("`chancesOf()` is certain for a mate or a certain draw", () => {
  for (const score of [0, 2, -2]) assertEquals(chancesOf({ score, isDraw: true }, 30), { win: 0, draw: 1000, loss: 0 });
  assertEquals(chancesOf({ score: MATE - 5, isDraw: false }, 30), { win: 1000, draw: 0, loss: 0 });
  assertEquals(chancesOf({ score: 5 - MATE, isDraw: false }, 30), { win: 0, draw: 0, loss: 1000 });
});

Deno.test("the engine's chances add up, never fall with the score, and are exchanged with the sides", () => {
  for (let material = 0; material <= MAX_MATERIAL + 10; material++) {
    let before = -1;
    for (let score = -3000; score <= 3000; score += 25) {
      const { win, draw, loss } = chancesOf({ score: score, isDraw: false }, material);
      assertEquals(win + draw + loss, 1000);
      assert(win >= 0 && draw >= 0 && loss >= 0, `score ${score}, material ${material}`);
      assertEquals(chancesOf({ score: -score, isDraw: false }, material), { win: loss, draw, loss: win });
      assertGreaterOrEqual(win, before);
      before = win;
    }
  }
});

Deno.test("a score that is reported as 100 centipawns wins half of the games, whatever the material", () => {
  for (let material = 0; material <= MAX_MATERIAL; material++) {
    const [a, b] = curveAt(material);
    assertGreater(a, 0);
    assertGreater(b, 0);
    assertEquals(toCentipawns(a, material), 100);
    assertEquals(winRate(a, a, b), 0.5);
  }
});

Deno.test("`toCentipawns()` is proportional to the score and rounds", () => {
  assertEquals([0, 1, 37, -37, 250].map((score) => toCentipawns(score, 40, FLAT)), [0, 1, 37, -37, 250]);
  assertEquals(toCentipawns(50, MAX_MATERIAL, CURVED), 50);
  // a is 46.25 there.
  assertEquals(toCentipawns(50, MAX_MATERIAL / 2, CURVED), 108);
});
