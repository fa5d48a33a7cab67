import { assert, assertEquals, assertMatch } from "@std/assert";
import { flip, parseFen, START_FEN } from "../../../core/fen.ts";
import { explainNetwork } from "../../../nnue/explain.ts";
import { referenceEvaluate } from "../../../nnue/reference.ts";
import { dampEval } from "../../../search/evaluate.ts";
import { materialOf, toCentipawns } from "../../../engine/win_rate.ts";
import { formatEvaluation } from "../../../engine/view/eval_view.ts";
import { randomNetwork } from "../../nnue/random_network.ts";

const NETWORK = randomNetwork({ hiddenSize: 64, isMirrored: true });
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 7 1";

/** The number after a row's name, in centipawns. */
function rowOf(text: string, name: string): number {
  const match = new RegExp(`^${name} +([+-]?\\d+\\.\\d\\d)(?: |$)`, "m").exec(text);
  assert(match !== null, `no row ${name} in:\n${text}`);
  return Math.round(100 * Number(match[1]));
}

Deno.test("`formatEvaluation()` shows the network's score, the damped score and the corrected score from White's side", () => {
  for (const fen of [KIWIPETE, flip(parseFen(KIWIPETE))]) {
    const position = parseFen(fen);
    const material = materialOf(position);
    const sign = position.sideToMove === 0 ? 1 : -1;
    const score = referenceEvaluate(NETWORK, position);
    const raw = dampEval(score, 7);
    const learned = { raw, corrections: [], correction: -12, corrected: raw - 12 };
    const text = formatEvaluation(position, explainNetwork(NETWORK, position), learned);
    assertEquals(rowOf(text, "Network"), toCentipawns(sign * score, material));
    assertEquals(rowOf(text, "Raw"), toCentipawns(sign * raw, material));
    assertEquals(rowOf(text, "Corrected"), toCentipawns(sign * (raw - 12), material));
    assertMatch(text, new RegExp(`^Corrected .* learned correction: ${-12 * sign} of the network's centipawns$`, "m"));
    assertEquals(rowOf(text, "Final evaluation"), rowOf(text, "Corrected"));
    assertMatch(text, /^Final evaluation .* \(white side\)$/m);
    assertMatch(text, /^White wins \d+\.\d %, draws \d+\.\d %, loses \d+\.\d %$/m);
  }
});

Deno.test("`formatEvaluation()` says when the search knows an ending and does not use the network", () => {
  const position = parseFen("8/8/8/3k4/8/3K4/8/7R b - - 0 1");
  const learned = { raw: -1500, corrections: [], correction: 0, corrected: -1500 };
  const text = formatEvaluation(position, explainNetwork(NETWORK, position), learned);
  assertEquals(rowOf(text, "Raw"), toCentipawns(1500, materialOf(position)));
  assertMatch(text, /^Raw .* from rules for such endings, instead of the network$/m);
});

Deno.test("`formatEvaluation()` draws a board with aligned lines, and marks the row of output weights in use", () => {
  const cases: [string, string][] = [[START_FEN, "*30-32"], ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "*10-13"]];
  for (const [fen, marked] of cases) {
    const lines = formatEvaluation(parseFen(fen), explainNetwork(NETWORK, parseFen(fen)), null).split("\n");
    const rules = lines.filter((line) => /^ [+-]+$/.test(line));
    assertEquals(rules.length, 9);
    const rows = lines.filter((line) => line.startsWith(" |"));
    assertEquals(rows.length, 16);
    for (const row of rows) assertEquals(row.replace(/ [1-8]$/, "").length, rules[0].length);
    const heads = lines.findIndex((line) => line.includes(marked));
    assertEquals(lines[heads].match(/\*/g)?.length, 1);
    assertEquals(lines[heads].length, lines[heads + 1].length);
    assertEquals(lines[heads + 1].trim().split(/ +/).length, 8);
  }
});

Deno.test("`formatEvaluation()` says why there is no correction: in check, during a search, before a search", () => {
  const raw = referenceEvaluate(NETWORK, parseFen(START_FEN));
  const untouched = { raw, corrections: [], correction: 0, corrected: raw };
  const cases: [fen: string, learned: typeof untouched | null, line: RegExp][] = [
    ["4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", null, /^Final evaluation +none, in check: /m],
    [START_FEN, null, /^Corrected .*a search is running; /m],
    [START_FEN, untouched, /^Corrected .*nothing learned about this position$/m],
  ];
  for (const [fen, learned, line] of cases) {
    assertMatch(formatEvaluation(parseFen(fen), explainNetwork(NETWORK, parseFen(fen)), learned), line);
  }
});
