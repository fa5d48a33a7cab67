/**
 * A search thread that does what no search thread should, for the tests of what happens then. The worker's name says
 * what: `throw` dies on each search, `throw-late` reports a line before, `illegal` answers with an illegal move,
 * `silent` reports nothing, `bound` has reported its best move only as a bound when it ends, `slow` takes 500 ms,
 * `unsteady` has a clock that falls, `keen` has found something good and deep.
 *
 * @module
 */

import { BOUND_EXACT, BOUND_LOWER } from "../../../search/bound.ts";
import { makeMove } from "../../../core/types.ts";
import { type SearchInfo } from "../../../search/info.ts";
import type { RequestMessage } from "../../../search/threads/messages.ts";

const scope = globalThis as unknown as Worker & { name: string; close(): void };

const E2E4 = makeMove(12, 28);
const D2D4 = makeMove(11, 27);
const E7E5 = makeMove(52, 36);
const E2E5 = makeMove(12, 36);

const LINE: SearchInfo = {
  depth: 3,
  seldepth: 3,
  multipv: 1,
  score: 1,
  bound: BOUND_EXACT,
  nodes: 9,
  timeMs: 1,
  hashfull: 0,
  tbhits: 0,
  pv: [E2E4],
};

scope.addEventListener("message", (event: MessageEvent<RequestMessage>) => {
  const { ticket, request } = event.data;
  const answer = (bestMove: number, score: number): void => {
    scope.postMessage({
      kind: "done",
      ticket,
      result: { bestMove, ponderMove: E2E5, nodes: 77, score, depth: 1, pv: [bestMove], others: [] },
    });
  };
  const report = (info: SearchInfo): void => scope.postMessage({ kind: "info", ticket, info });

  if (request.kind !== "search") {
    scope.postMessage({ kind: "done", ticket, result: null });
    if (request.kind === "end") scope.close();
    return;
  }
  switch (scope.name) {
    case "illegal":
      report(LINE);
      return answer(E2E5, 5);
    case "silent":
      return answer(D2D4, 5);
    case "bound":
      report(LINE);
      report({ ...LINE, depth: 4, score: 40, bound: BOUND_LOWER, pv: [D2D4] });
      return answer(D2D4, 40);
    case "slow":
      report({ ...LINE, pv: [D2D4] });
      setTimeout(() => answer(D2D4, 5), 500);
      return;
    case "unsteady":
      report({ ...LINE, timeMs: 5000 });
      setTimeout(() => {
        report({ ...LINE, depth: 4 });
        answer(E2E4, 1);
      }, 600);
      return;
    case "keen":
      report({ ...LINE, depth: 9, score: 60, pv: [E2E4, E7E5] });
      return answer(E2E4, 60);
    case "throw-late":
      report(LINE);
  }
  throw new RangeError("Broken on purpose");
});
