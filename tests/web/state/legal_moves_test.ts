import { assertEquals } from "@std/assert";
import { Game } from "../../../engine/mod.ts";
import { movesBetween, targetsOf } from "../../../web/state/legal_moves.ts";

Deno.test("`targetsOf()` gives the squares to which a piece can go, and castling in both forms", () => {
  const game = new Game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  assertEquals(targetsOf(game, "e1").sort(), ["a1", "c1", "d1", "d2", "e2", "f1", "f2", "g1", "h1"]);
  assertEquals(targetsOf(game, "e8"), []);
});

Deno.test("`movesBetween()` gives castling by the rules of the game, unless a step of the king is possible, and every promotion", () => {
  const corner = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const cases: readonly [fen: string, chess960: boolean, from: string, to: string, moves: string][] = [
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "e1", "g1", "e1g1"],
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "e1", "h1", "e1g1"],
    ["r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", false, "e8", "a8", "e8c8"],
    [corner, false, "e1", "h1", "e1g1"],
    [corner, true, "e1", "h1", "e1h1"],
    ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", true, "f1", "g1", "f1g1"],
    ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", true, "f1", "h1", "f1h1"],
    ["4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true, "e1", "g1", "e1g1"],
    ["4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true, "e1", "h1", ""],
    ["8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false, "a7", "a8", "a7a8b a7a8n a7a8q a7a8r"],
  ];
  for (const [fen, chess960, from, to, moves] of cases) {
    assertEquals(movesBetween(new Game(fen, { chess960 }), from, to).sort().join(" "), moves, `${fen} ${from}${to}`);
  }
});
