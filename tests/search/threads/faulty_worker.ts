/**
 * A search thread that fails in the way that its worker's name says: `throw` dies on each search, `throw-late` first
 * reports a line, `illegal` answers with an illegal move, `silent` reports nothing, `bound` reports its best move only
 * as a bound, `slow` takes 500 ms, `unsteady` reports times that decrease, `keen` reports a line that is deeper and
 * better than those of other threads.
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
const REST = { seldepth: 3, multipv: 1, nodes: 9, hashfull: 0, isDraw: false, tbhits: 0 };
const LINE: SearchInfo = { depth: 3, score: 1, bound: BOUND_EXACT, timeMs: 1, pv: [E2E4], ...REST };

/** What a worker reports, and its answer after a while, with a score. Without an answer, the worker dies. */
interface Script {
  reports?: Partial<SearchInfo>[];
  afterMs?: number;
  late?: Partial<SearchInfo>[];
  answer?: [move: number, score: number];
}

const SCRIPTS: Record<string, Script> = {
  "throw-late": { reports: [{}] },
  illegal: { reports: [{}], answer: [E2E5, 5] },
  silent: { answer: [D2D4, 5] },
  bound: { reports: [{}, { depth: 4, score: 40, bound: BOUND_LOWER, pv: [D2D4] }], answer: [D2D4, 40] },
  slow: { reports: [{ pv: [D2D4] }], afterMs: 500, answer: [D2D4, 5] },
  unsteady: { reports: [{ timeMs: 5000 }], afterMs: 600, late: [{ depth: 4 }], answer: [E2E4, 1] },
  keen: { reports: [{ depth: 9, score: 60, pv: [E2E4, E7E5] }], answer: [E2E4, 60] },
};

scope.addEventListener("message", async ({ data: { ticket, request } }: MessageEvent<RequestMessage>) => {
  if (request.kind !== "search") {
    scope.postMessage({ kind: "done", ticket, result: null });
    if (request.kind === "end") scope.close();
    return;
  }
  const { reports = [], afterMs = 0, late = [], answer } = SCRIPTS[scope.name] ?? {};
  const report = (info: Partial<SearchInfo>) => scope.postMessage({ kind: "info", ticket, info: { ...LINE, ...info } });
  reports.forEach(report);
  if (answer === undefined) throw new RangeError("Broken on purpose");
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
  late.forEach(report);
  const [bestMove, score] = answer;
  const result = { bestMove, ponderMove: E2E5, nodes: 77, score, depth: 1, pv: [bestMove], completed: [] };
  scope.postMessage({ kind: "done", ticket, result });
});
