/**
 * The evaluation as a bar beside the board: White's chance to win.
 *
 * @module
 */

import { describeEvaluation, type Evaluation, graphChance } from "../../engine/games/evaluation.ts";
import type { Texts } from "../text/texts.ts";
import { element, setAttributes, setText } from "./dom.ts";

/** The bar. */
export class EvalBar {
  /** The element. */
  readonly root: HTMLElement;
  private readonly fill = element("div", { class: "eval-fill" });
  private readonly label = element("span", { class: "eval-label", "aria-hidden": "true" });
  private readonly texts: Texts;

  /** A bar in the middle. */
  constructor(texts: Texts) {
    this.texts = texts;
    this.root = element(
      "div",
      { class: "eval-bar", role: "meter", "aria-label": texts.analysis.bar, "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
      this.label,
    );
  }

  /** Shows an evaluation, or that there is none (`null`). */
  render(evaluation: Evaluation | null, isFlipped: boolean): void {
    const chance = evaluation === null ? 50 : graphChance(evaluation);
    this.root.style.setProperty("--white", `${chance}%`);
    setAttributes(this.root, {
      "data-flipped": isFlipped,
      "data-empty": evaluation === null,
      "data-ahead": chance >= 50 ? "white" : "black",
      "aria-valuenow": Math.round(chance),
      "aria-valuetext": evaluation === null ? this.texts.analysis.unknown : spokenEvaluation(evaluation, this.texts),
    });
    setText(this.label, evaluation === null ? "" : shortEvaluation(evaluation));
  }
}

/** An evaluation as screen readers speak it: `+0.31`, `White mates in 3`. */
function spokenEvaluation(evaluation: Evaluation, { analysis }: Texts): string {
  const { cp, mate } = evaluation;
  if (mate === null) return describeEvaluation(evaluation);
  return analysis.mate(cp > 0 ? "white" : "black", Math.abs(mate));
}

/** An evaluation in few letters: `+0.3`, `−1.4`, `M3`. */
export function shortEvaluation({ cp, mate }: Evaluation): string {
  const sign = cp > 0 ? "+" : cp < 0 ? "\u2212" : "";
  if (mate !== null) return mate === 0 ? "#" : `${cp < 0 ? "\u2212" : ""}M${Math.abs(mate)}`;
  const pawns = Math.abs(cp) / 100;
  return `${sign}${pawns.toFixed(pawns >= 10 ? 0 : 1)}`;
}

/** An evaluation as a table of lines shows it: `+0.31`, `−1.40`, `M3`. */
export function longEvaluation(evaluation: Evaluation): string {
  return evaluation.mate !== null ? shortEvaluation(evaluation) : describeEvaluation(evaluation);
}
