import { assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { answerDrawOffer } from "../../../engine/games/draw_offer.ts";

Deno.test("`answerDrawOffer()` declines in the opening, if the engine is ahead, and early in the game unless it is clearly worse", () => {
  const endgame = "4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1";
  const answers: [fen: string, plies: number, lead: number, answer: string][] = [
    [START_FEN, 60, 1, "better"],
    [START_FEN, 60, 0, "accepted"],
    [START_FEN, 39, 0, "early"],
    [START_FEN, 39, -149, "early"],
    [START_FEN, 39, -150, "accepted"],
    [START_FEN, 4, -151, "early"],
    [START_FEN, 19, -2000, "early"],
    [START_FEN, 20, -2000, "accepted"],
    // A game with few pieces counts as late.
    [endgame, 10, 0, "accepted"],
    [endgame, 0, -2000, "accepted"],
  ];
  for (const [fen, plies, lead, answer] of answers) assertEquals(answerDrawOffer(parseFen(fen), plies, lead), answer);
});
