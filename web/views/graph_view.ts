/**
 * The graph of a reviewed game: White's chance to win after every move, with a mark at each error. A click shows the
 * position.
 *
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import { ERRORS } from "../../engine/games/judgement.ts";
import { curvePaths, curvePoint, curveX, type Plot, round } from "../../engine/view/game_curve.ts";
import type { Texts } from "../text/texts.ts";
import { element, svgElement } from "./dom.ts";
import { phaseTable } from "./phase_table.ts";

const WIDTH = 600;
const HEIGHT = 130;
const PLOT: Plot = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
/** Radius of the circle at an error. */
const RADIUS = 5.5;

/** The graph. */
export class GraphView {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly goTo: (ply: number) => void;
  private analysis: Analysis | null = null;
  private cursor: SVGElement | null = null;

  /** An empty graph. */
  constructor(texts: Texts, goTo: (ply: number) => void) {
    this.texts = texts;
    this.goTo = goTo;
    this.root = element("div", { class: "graph", hidden: true });
  }

  /** Shows an analysis, or nothing (`null`), with the position that is on the board. */
  render(analysis: Analysis | null, ply: number): void {
    if (analysis !== this.analysis) {
      this.analysis = analysis;
      this.root.hidden = analysis === null;
      if (analysis === null) this.root.replaceChildren();
      else this.rebuild(analysis);
    }
    if (analysis === null || this.cursor === null) return;
    const x = curveX(analysis, PLOT, Math.min(ply, analysis.moves.length));
    this.cursor.setAttribute("transform", `translate(${x} 0)`);
  }

  private rebuild(analysis: Analysis): void {
    const curve = curvePaths(analysis, PLOT);
    const drawn = [
      ...curve.map(({ area }) => ["graph-white", area]),
      ["graph-even", `M0 ${HEIGHT / 2}H${WIDTH}`],
      ...curve.map(({ line }) => ["graph-curve", line]),
    ];
    this.cursor = svgElement("path", { class: "graph-cursor", d: `M0 0V${HEIGHT}` });
    const drawing = svgElement(
      "svg",
      { viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`, role: "img", "aria-label": this.texts.analysis.graph },
      svgElement("rect", { class: "graph-black", width: WIDTH, height: HEIGHT, rx: 4 }),
      ...drawn.map(([kind, d]) => svgElement("path", { class: kind, d })),
      this.cursor,
      ...this.marks(analysis),
    );
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * (WIDTH + 12) - 6) / WIDTH;
      this.goTo(Math.round(Math.max(0, Math.min(1, share)) * analysis.moves.length));
    });
    this.root.replaceChildren(drawing, this.summary(analysis), phaseTable(analysis, this.texts));
  }

  private marks(analysis: Analysis): SVGElement[] {
    return analysis.moves.flatMap((move, ply) => {
      const point = curvePoint(analysis, PLOT, ply + 1);
      if (move === null || move.judgement === null || point === null) return [];
      const [cx, cy] = point.map(round);
      const mark = svgElement("circle", {
        class: `graph-mark ${move.judgement}`,
        cx,
        cy,
        r: RADIUS,
      });
      const title = `${move.san}: ${this.texts.judgements[move.judgement]}, ${
        this.texts.analysis.better(move.best[0])
      }`;
      mark.append(svgElement("title", {}, title));
      return [mark];
    });
  }

  /** Accuracy and errors of both sides, as a table. */
  private summary({ players }: Analysis): HTMLElement {
    const { analysis, play, judgements, number } = this.texts;
    const head = element("tr", {}, element("td"), element("th", { scope: "col" }, analysis.accuracy));
    for (const { name } of ERRORS.toReversed()) {
      head.append(element("th", { scope: "col", class: name }, judgements[name]));
    }
    const body = (["white", "black"] as const).map((side) => {
      const { accuracy, errors } = players[side];
      const row = element("tr", {}, element("th", { scope: "row" }, play.colours[side]));
      row.append(element("td", {}, accuracy === null ? "–" : `${number(accuracy, 1)} %`));
      for (const { name } of ERRORS.toReversed()) row.append(element("td", {}, `${errors[name]}`));
      return row;
    });
    return element("table", { class: "summary" }, element("thead", {}, head), element("tbody", {}, ...body));
  }
}
