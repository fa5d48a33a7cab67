import { assertEquals } from "@std/assert";
import { premovesFrom } from "../../../web/state/premoves.ts";

Deno.test("`premovesFrom()` gives every square to which a piece could go, wherever the other pieces are by then", () => {
  const cases: [letter: string, from: string, targets: string][] = [
    ["P", "e2", "d3 e3 e4 f3"],
    ["P", "a4", "a5 b5"],
    ["p", "e7", "d6 e5 e6 f6"],
    ["p", "h2", "g1 h1"],
    ["N", "b1", "a3 c3 d2"],
    ["n", "g8", "e7 f6 h6"],
    ["B", "a1", "b2 c3 d4 e5 f6 g7 h8"],
    ["r", "h8", "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7"],
    ["K", "e1", "c1 d1 d2 e2 f1 f2 g1"],
    ["K", "e4", "d3 d4 d5 e3 e5 f3 f4 f5"],
    ["k", "e8", "c8 d7 d8 e7 f7 f8 g8"],
  ];
  for (const [letter, from, targets] of cases) {
    assertEquals(premovesFrom(letter, from).sort().join(" "), targets, `${letter}${from}`);
  }
  assertEquals(premovesFrom("Q", "a1").length, 21);
});
