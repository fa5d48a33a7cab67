/**
 * The analysis: on and off, depth, nodes and speed, the best lines, a comment, and the review of a whole game.
 *
 * @module
 */

import type { Evaluation } from "../../engine/games/evaluation.ts";
import type { Judgement } from "../../engine/games/judgement.ts";
import type { NumberedLine } from "../state/numbering.ts";
import type { Texts } from "../text/texts.ts";
import { type CommentContent, type CommentEvents, CommentField } from "./comment_field.ts";
import { button, checkBox, element, focusIn, keepFocus, select, setAttributes, setText, show } from "./dom.ts";
import { longEvaluation } from "./eval_bar.ts";
import { lineMoves } from "./line_moves.ts";

/** A line as it is shown. */
export interface ShownLine extends NumberedLine {
  /** From White's side. */
  readonly evaluation: Evaluation;
}

/** How far a search is. */
export interface SearchProgress {
  readonly depth: number;
  readonly selectiveDepth: number;
  readonly nodes: number;
  readonly nodesPerSecond: number;
  /** Search threads. */
  readonly threads: number;
}

/** An error, and what was better. */
export interface Verdict {
  readonly san: string;
  readonly judgement: Judgement;
  readonly best: readonly string[];
}

/** What the panel shows. */
export interface AnalysisContent {
  readonly isOn: boolean;
  /** Why there is nothing to search, "" if there is something. */
  readonly end: string;
  readonly lines: readonly ShownLine[];
  readonly progress: SearchProgress | null;
  /** How many positions of the game were reviewed, and of how many; `null` if no review runs. */
  readonly review: readonly [done: number, all: number] | null;
  /** Whether there is a game to review. */
  readonly canReview: boolean;
  /** The error of the move that is shown, `null` if it was none. */
  readonly verdict: Verdict | null;
  /** The comment on the move that is shown, `null` if it cannot be changed. */
  readonly comment: CommentContent | null;
}

/** What the panel reports. */
export interface AnalysisEvents extends CommentEvents {
  toggle(): void;
  setLines(count: number): void;
  setArrows(isOn: boolean): void;
  /** The first moves of a line were chosen, to be played on the board. */
  follow(line: number, moves: number): void;
  /** The better line of the error that is shown is to be walked through. */
  walkBetter(): void;
  review(): void;
  stopReview(): void;
}

/** Moves of a line that are shown: two rows on a phone. */
const SHOWN_MOVES = 8;

/** The panel. */
export class AnalysisPanel {
  /** The element. */
  readonly root: HTMLElement;
  /** Where the graph of the game goes. */
  readonly graphHost = element("div", { class: "graph-host" });
  private readonly texts: Texts;
  private readonly events: AnalysisEvents;
  private readonly toggle: HTMLButtonElement;
  private readonly facts = element("p", { class: "facts" });
  private readonly list = element("ol", { class: "lines" });
  private readonly reviewButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private readonly bar = element("progress", {});
  private readonly verdictText = element("span", {});
  private readonly walkButton: HTMLButtonElement;
  private readonly verdict: HTMLElement;
  private readonly comment: CommentField;
  private key = "";

  /** A panel without a search. */
  constructor(texts: Texts, settings: { lines: number; arrows: boolean }, events: AnalysisEvents) {
    const { analysis } = texts;
    this.texts = texts;
    this.events = events;
    this.toggle = button(analysis.start, () => events.toggle(), { class: "primary", "aria-pressed": "false" });
    this.reviewButton = button(analysis.review, () => events.review());
    this.stopButton = button(analysis.stopReview, () => events.stopReview());
    this.walkButton = button("", () => events.walkBetter());
    this.verdict = element("div", { class: "verdict" }, this.verdictText, this.walkButton);
    this.comment = new CommentField(texts, events);
    setAttributes(this.bar, { "aria-label": analysis.reviewing });
    const counts = [1, 2, 3, 4, 5].map((count): [string, string] => [`${count}`, `${count}`]);
    this.root = element(
      "div",
      { class: "analysis" },
      element(
        "div",
        { class: "actions" },
        this.toggle,
        select(analysis.lines, counts, `${settings.lines}`, (value) => events.setLines(Number(value))),
        checkBox(analysis.arrows, settings.arrows, (isOn) => events.setArrows(isOn)),
      ),
      this.facts,
      this.list,
      element("div", { class: "actions review" }, this.reviewButton, this.stopButton, this.bar),
      this.graphHost,
      this.verdict,
      this.comment.root,
    );
  }

  /** Shows how far the search is. */
  render(content: AnalysisContent): void {
    const held = focusIn(this.root);
    const { analysis } = this.texts;
    setText(this.toggle, content.isOn ? analysis.stop : analysis.start);
    setAttributes(this.toggle, { "aria-pressed": String(content.isOn) });
    setText(this.facts, this.describe(content));
    this.renderLines(content.lines);
    const { review } = content;
    show(this.reviewButton, review === null);
    show(this.stopButton, review !== null);
    show(this.bar, review !== null);
    this.renderVerdict(content.verdict);
    this.comment.render(content.comment);
    this.reviewButton.disabled = !content.canReview;
    if (review !== null) [this.bar.value, this.bar.max] = review;
    keepFocus(held, review === null ? this.reviewButton : this.stopButton);
  }

  private renderVerdict(verdict: Verdict | null): void {
    show(this.verdict, verdict !== null);
    if (verdict === null) return;
    setText(this.verdictText, `${verdict.san}: ${this.texts.judgements[verdict.judgement]}`);
    setAttributes(this.verdict, { "data-judgement": verdict.judgement });
    setText(this.walkButton, this.texts.analysis.walk(verdict.best[0]));
  }

  private describe({ isOn, end, progress, review }: AnalysisContent): string {
    const { analysis, number } = this.texts;
    if (end !== "") return end;
    if (review !== null) return "";
    if (progress === null) return isOn ? analysis.waiting : analysis.off;
    const { depth, selectiveDepth, nodes, nodesPerSecond, threads } = progress;
    return analysis.facts(`${depth}/${selectiveDepth}`, number(nodes), number(nodesPerSecond), threads);
  }

  private renderLines(lines: readonly ShownLine[]): void {
    const key = lines.map((line) => `${longEvaluation(line.evaluation)} ${line.san.slice(0, SHOWN_MOVES).join(" ")}`)
      .join("|");
    if (key === this.key) return;
    this.key = key;
    // A line whose button has the focus keeps it.
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.line : undefined;
    this.list.replaceChildren(...lines.map((line, i) => this.lineElement(line, i)));
    if (focused !== undefined) this.list.querySelector<HTMLElement>(`[data-line="${focused}"]`)?.focus();
  }

  private lineElement({ evaluation, san, numbers }: ShownLine, index: number): HTMLElement {
    const score = element(
      "span",
      { class: "score", "data-ahead": evaluation.cp >= 0 ? "white" : "black" },
      longEvaluation(evaluation),
    );
    const shown = { san: san.slice(0, SHOWN_MOVES), numbers };
    return element("li", {}, score, lineMoves(shown, `${index}`, (count) => this.events.follow(index, count)));
  }
}
