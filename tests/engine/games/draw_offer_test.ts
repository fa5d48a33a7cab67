import { assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { answerDrawOffer } from "../../../engine/games/draw_offer.ts";

Deno.test("`answerDrawOffer()` declines where the engine is ahead, and early unless it is clearly worse", () => {
  const opening = parseFen(START_FEN);
  assertEquals(answerDrawOffer(opening, 60, 1), "better");
  assertEquals(answerDrawOffer(opening, 60, 0), "accepted");
  assertEquals(answerDrawOffer(opening, 39, 0), "early");
  assertEquals(answerDrawOffer(opening, 39, -149), "early");
  assertEquals(answerDrawOffer(opening, 39, -150), "accepted");
});

Deno.test("`answerDrawOffer()` counts a game with few pieces as late", () => {
  const endgame = parseFen("4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1");
  assertEquals(answerDrawOffer(endgame, 10, 0), "accepted");
});

Deno.test("`answerDrawOffer()` does not agree to a draw in the opening, however bad the score", () => {
  const opening = parseFen(START_FEN);
  assertEquals(answerDrawOffer(opening, 4, -151), "early");
  assertEquals(answerDrawOffer(opening, 19, -2000), "early");
  assertEquals(answerDrawOffer(opening, 20, -2000), "accepted");
  const endgame = parseFen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
  assertEquals(answerDrawOffer(endgame, 0, -2000), "accepted");
});
