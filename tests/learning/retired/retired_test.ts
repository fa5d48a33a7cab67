/**
 * What has lost every test and is off can still be switched on, and then does what it did when it was measured.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { KIWIPETE, MIDDLEGAME } from "../../search/fixtures.ts";
import { analyse, type Changes, withParameters } from "../../search/fixtures.ts";
import { SIMPLE } from "../../search/evaluators.ts";

/** Settings, and the nodes to depth 9 in two middlegames. A change of the search changes all of them. */
const COUNTS: readonly (readonly [setting: Changes, nodes: readonly number[]])[] = [
  [{}, [10628, 12911]],
  [{ usePieceTo: 1 }, [8925, 14299]],
  [{ useButterfly: 0, usePieceTo: 1, orderPieceTo: 2048, prunePieceTo: 2048 }, [8454, 17140]],
  [{ useCounterMove: 1 }, [8130, 12848]],
  [{ singularDepth: 4 }, [10495, 14534]],
  [{ useTtMoveHistory: 1, singularDepth: 4 }, [10614, 31860]],
  [{ correctionRule: 1 }, [7905, 13119]],
  [{ usePieceTo: 1, useCounterMove: 1, useTtMoveHistory: 1, correctionRule: 1 }, [8526, 16227]],
];

for (const [setting, expected] of COUNTS) {
  Deno.test(`a search with ${JSON.stringify(setting)} visits the nodes that it visited when that was measured`, () => {
    withParameters(setting, () => {
      const nodes = [MIDDLEGAME, KIWIPETE].map((fen) => analyse(fen, { depth: 9 }, SIMPLE).nodes);
      assertEquals(nodes, expected);
    });
  });
}
