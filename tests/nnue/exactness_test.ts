/**
 * The network that the engine carries, followed through random games.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { flip, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { NetworkEvaluation } from "../../nnue/evaluation.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { playRandomGames } from "../core/random_games.ts";
import { mirror } from "./mirror.ts";
import { tries } from "../effort.ts";

const network = embeddedNetwork();
/** Random games of each kind. */
const GAMES = tries(8, 100);

for (const chess960 of [false, true]) {
  Deno.test(`the embedded network is exact at every position of random games${chess960 ? " of Chess960" : ""}`, () => {
    const followed = new NetworkEvaluation(network);
    const fresh = new NetworkEvaluation(network);
    const scoreFromScratch = (position: Position) => {
      fresh.attach(position);
      return fresh.evaluate(position);
    };
    let current: Position | null = null;
    let count = 0;
    const scores = new Set<number>();
    playRandomGames({ games: GAMES, plies: 120, seed: 71, chess960, shuffling: 1 }, (position) => {
      if (position !== current) followed.attach(position);
      current = position;
      const score = followed.evaluate(position);
      assertEquals(score, referenceEvaluate(network, position));
      scores.add(score);
      // Another position, so that nothing is left to follow: colours exchanged, then left and right.
      const image = ++count % 2 === 0 ? parseFen(flip(position), { chess960 }) : mirror(position);
      assertEquals(scoreFromScratch(image), score);
    });
    assertGreater(count, 100 * GAMES);
    // A network that answers the same everywhere would prove nothing.
    assertGreater(scores.size, 500);
  });
}
