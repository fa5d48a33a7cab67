/** The graph of a game: well-formed, true to the numbers, and readable even for strange files. */

import { assert, assertAlmostEquals, assertEquals, assertFalse, assertLess } from "@std/assert";
import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import { type Evaluation, winChance } from "../../../engine/games/evaluation.ts";
import { drawEvaluationGraph } from "../../../engine/view/evaluation_graph.ts";
import { judge } from "../../../engine/games/judgement.ts";
import { crosses } from "../../../engine/view/label_placement.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import type { FirstMove } from "../../../engine/games/pgn.ts";
import { analysisOf, inventMove } from "../games/analyses.ts";
import { descendants, type Element, elementsOf, readXml, textsOf } from "./xml.ts";

const TAGS = '[White "Kovač & \\"Anna\\" <1>"]\n[Black "B\u0001o"]\n[Event "Club"]\n[Date "2026.05.03"]\n\n1-0';
const WHITE_FIRST: FirstMove = { fullmove: 1, isWhite: true };
/** The edges of the plot. */
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 936, 100, 340];

/** An analysis with these evaluations in centipawns, `null` if missing. */
function judgedAnalysis(values: readonly (number | null)[], first = WHITE_FIRST): Analysis {
  const evaluations = values.map((cp): Evaluation | null => cp === null ? null : { cp, mate: null });
  const moves = values.slice(1).map((_, i): AnalysedMove | null => {
    const [before, after] = [evaluations[i], evaluations[i + 1]];
    if (before === null || after === null) return null;
    const isWhite = (i % 2 === 0) === first.isWhite;
    const fullmove = first.fullmove + ((i + (first.isWhite ? 0 : 1)) >> 1);
    return inventMove(judge(before, after, isWhite, false), { fullmove, isWhite, san: "Nf3", best: ["e4"] }, after);
  });
  return analysisOf(evaluations, moves);
}

function draw(values: readonly (number | null)[], first = WHITE_FIRST, tags = TAGS): Element {
  const [game] = readPgn(tags);
  return readXml(drawEvaluationGraph({ game, analysis: judgedAnalysis(values, first), first }));
}

/** The points in each piece of the curve. */
function curvesOf(picture: Element): [x: number, y: number][][] {
  const isCurve = ({ attributes }: Element) =>
    attributes.get("stroke-linejoin") === "round" && attributes.get("fill") === "none";
  const paths = elementsOf(picture, "path").filter(isCurve).map(({ attributes }) => attributes.get("d") ?? "");
  return paths.map((d) => d.slice(1).split("L").map((point) => point.split(" ").map(Number) as [number, number]));
}

Deno.test("the curve goes through the chance to win after every move", () => {
  const values = [0, 50, -120, 400, 2000];
  const [curve, ...others] = curvesOf(draw(values));
  assertEquals([curve.length, others.length], [5, 0]);
  curve.forEach(([x, y], i) => {
    assertAlmostEquals(x, LEFT + (RIGHT - LEFT) * i / 4, 0.06);
    assertAlmostEquals(y, BOTTOM - (BOTTOM - TOP) * winChance({ cp: values[i], mate: null }) / 100, 0.06);
  });
});

Deno.test("names, result, event and accuracy are shown, with any letters", () => {
  const texts = textsOf(draw([0, 0, 0]));
  const accuracy = "accuracy 100.0 %";
  const expected = ["Kovač &amp; &quot;Anna&quot; &lt;1&gt;", accuracy, "B o", accuracy, "1–0", "Club · 2026.05.03"];
  assertEquals(texts.slice(0, 6), expected);
  assertLess(textsOf(draw([0, 0], WHITE_FIRST, `[White "${"W".repeat(500)}"]\n\n*`))[0].length, 40);
});

Deno.test("errors are marked at their moves, and the worst ones have labels", () => {
  const picture = draw([0, -60, -60, -250, 300]);
  const titles = descendants(picture).filter(({ name, children }) => name !== "svg" && children[0]?.name === "title")
    .map(({ children }) => children[0].text);
  assertEquals(titles.slice(0, 3), [
    "1.Nf3: inaccuracy, cost 5 points, −0.60 after it; better was e4",
    "2.Nf3: blunder, cost 16 points, −2.50 after it; better was e4",
    "2…Nf3: blunder, cost 46 points, +3.00 after it; better was e4",
  ]);
  const texts = textsOf(picture);
  assert(texts.includes("2…Nf3??") && texts.includes("2.Nf3??"), texts.join(", "));
  assertFalse(texts.includes("1.Nf3?!"), "an inaccuracy has a mark only");
  assert(texts.includes("Inaccuracies: White 1, Black 0"), texts.join(", "));
  assert(texts.includes("Blunders: White 1, Black 1"), texts.join(", "));
});

Deno.test("the axis shows the game's move numbers, but few enough to be readable", () => {
  const numbersOf = (picture: Element): number[] => textsOf(picture).filter((text) => /^\d+$/.test(text)).map(Number);
  assertEquals(numbersOf(draw([0, 0, 0, 0, 0])), [1, 2]);
  assertEquals(numbersOf(draw([0, 0, 0, 0], { fullmove: 40, isWhite: false })), [41]);
  for (const plies of [30, 80, 200, 600]) {
    const numbers = numbersOf(draw(new Array(plies + 1).fill(0)));
    assert(numbers.length >= 5 && numbers.length <= 25, `${plies}: ${numbers}`);
  }
});

Deno.test("text is readable on light and on dark pages, because the picture and its labels have a background", () => {
  const picture = draw([0, -60, -60, -250, 300]);
  const luminance = (colour: string): number =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((share) => share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
      .reduce((sum, share, i) => sum + share * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (ground: string, letters: string): number =>
    (luminance(ground) + 0.05) / (luminance(letters) + 0.05);
  const [ground, ...rectangles] = elementsOf(picture, "rect");
  const size = ["width", "height"].map((name) => picture.attributes.get(name));
  assertEquals(["width", "height"].map((name) => ground.attributes.get(name)), size);
  const paper = ground.attributes.get("fill") ?? "";
  // WCAG requires a contrast of 4.5.
  assert(contrast(paper, picture.attributes.get("fill") ?? "") > 4.5);
  const labels = elementsOf(picture, "text").filter(({ text }) => /^\d.*\?$/.test(text));
  assertEquals(labels.length, 2);
  for (const label of labels) {
    const [x, y] = ["x", "y"].map((name) => Number(label.attributes.get(name)));
    const own = rectangles.findLast(({ attributes }) => {
      const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(attributes.get(name)));
      return x > left && x < left + width && y > top && y < top + height;
    });
    assert(contrast(own?.attributes.get("fill") ?? "", label.attributes.get("fill") ?? "") > 4.5);
  }
});

Deno.test("every blunder has a label if there is room, and the curve crosses no label", () => {
  // The errors are close together in a game that goes back and forth, and at both edges.
  const values = [0, -320, 250, 250, 250, -280, -280, -270, 600, 590, 590, -400, -400, -410, 500, 480, 480];
  const picture = draw([...values, ...new Array(40).fill(480), -700]);
  const errors = elementsOf(picture, "path").filter(({ children: [title] }) => title?.text.includes("blunder"));
  const labels = textsOf(picture).filter((text) => text.endsWith("Nf3??"));
  assertEquals([errors.length, labels.length], [7, 7]);
  const curves = curvesOf(picture);
  const grounds = elementsOf(picture, "rect")
    .filter(({ attributes }) => attributes.get("rx") === "4" && attributes.get("height") === "18");
  assertEquals(grounds.length, labels.length);
  for (const { attributes } of grounds) {
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(attributes.get(name)));
    assertFalse(curves.some((curve) => crosses(curve, [left, top, left + width, top + height])));
  }
});
