/**
 * Puzzles from the game on the board: which errors, the question, what an answer was worth, the score.
 *
 * @module
 */

import { ERRORS, type Judgement } from "../../engine/games/judgement.ts";
import type { NumberedLine } from "../state/numbering.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, focusIn, keepFocus, select, setText, show } from "./dom.ts";
import { lineMoves } from "./line_moves.ts";

/** Whose errors are asked about. */
export type PuzzleSide = "both" | "white" | "black";

/** What the panel shows. */
export interface PuzzleContent {
  /** `idle`: no puzzles yet; `reviewing`: the game is searched for errors; `asking`; `over`: all were asked. */
  readonly phase: "idle" | "reviewing" | "asking" | "over";
  /** Whether there is a game to look at. */
  readonly canStart: boolean;
  /** The question, or the score. */
  readonly text: string;
  /** What is said about the last answer, "" for nothing. */
  readonly feedback: string;
  /** Whether the last answer was right; `null` if there is none, or it was no answer. */
  readonly isRight: boolean | null;
  /** The best line of a puzzle that is over; `null` if there is none to show. */
  readonly answer: NumberedLine | null;
  /** Whether the puzzle waits for an answer. */
  readonly isOpen: boolean;
  /** Whether another position than the puzzle's is on the board. */
  readonly isAway: boolean;
  /** How many positions were reviewed, and of how many; `null` if no review runs. */
  readonly progress: readonly [done: number, all: number] | null;
}

/** What the panel reports. */
export interface PuzzleEvents {
  setSide(side: PuzzleSide): void;
  setKind(kind: Judgement): void;
  start(): void;
  hint(): void;
  giveUp(): void;
  next(): void;
  back(): void;
  /** The first moves of the best line were chosen, to be played on the board. */
  follow(count: number): void;
}

/** The panel. */
export class PuzzlePanel {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly events: PuzzleEvents;
  private readonly form: HTMLElement;
  private readonly sideChoice: HTMLLabelElement;
  private readonly startButton: HTMLButtonElement;
  private readonly text = element("p", { class: "status", id: "puzzle-text", tabindex: -1 });
  private readonly feedback = element("p", { class: "feedback", id: "puzzle-feedback" });
  private readonly answer = element("div", {});
  private answerKey = "";
  private readonly actions: HTMLElement;
  private readonly hintButton: HTMLButtonElement;
  private readonly answerButton: HTMLButtonElement;
  private readonly nextButton: HTMLButtonElement;
  private readonly backButton: HTMLButtonElement;
  private readonly bar = element("progress", {});

  /** A panel before the first puzzle. */
  constructor(texts: Texts, side: PuzzleSide, kind: Judgement, events: PuzzleEvents) {
    const { puzzle } = texts;
    this.texts = texts;
    this.events = events;
    this.bar.setAttribute("aria-label", puzzle.reviewing);
    this.startButton = button(puzzle.start, () => events.start(), { class: "primary large" });
    const sides = (["both", "white", "black"] as const).map((name): [string, string] => [name, puzzle.sides[name]]);
    const kinds = ERRORS.toReversed().map(({ name }): [string, string] => [name, puzzle.kinds[name]]);
    this.sideChoice = select(puzzle.side, sides, side, (value) => events.setSide(value as PuzzleSide));
    this.form = element(
      "div",
      { class: "form" },
      this.sideChoice,
      select(puzzle.kind, kinds, kind, (value) => events.setKind(value as Judgement)),
      this.startButton,
    );
    this.hintButton = button(puzzle.hint, () => events.hint());
    this.answerButton = button(puzzle.answer, () => events.giveUp());
    this.nextButton = button(puzzle.next, () => events.next());
    this.backButton = button(puzzle.back, () => events.back());
    this.actions = element(
      "div",
      { class: "actions" },
      this.hintButton,
      this.answerButton,
      this.nextButton,
      this.backButton,
    );
    this.root = element(
      "div",
      { class: "puzzle form" },
      // Always on the page, so that screen readers speak what becomes new in it; `false`: that, and no more.
      element("div", { class: "form", role: "status", "aria-atomic": "false" }, this.text, this.feedback),
      this.bar,
      this.answer,
      this.actions,
      this.form,
    );
  }

  /** Chooses whose errors are asked about, as if the user did. */
  setSide(side: PuzzleSide): void {
    const box = this.sideChoice.querySelector("select");
    if (box !== null) box.value = side;
  }

  /** Shows where the puzzles are. */
  render(content: PuzzleContent): void {
    const held = focusIn(this.root);
    const { phase, isOpen, progress } = content;
    setText(this.text, content.text);
    show(this.feedback, content.feedback !== "");
    setText(this.feedback, content.feedback);
    this.feedback.dataset.right = String(content.isRight);
    this.renderAnswer(content.answer);
    show(this.bar, progress !== null);
    if (progress !== null) [this.bar.value, this.bar.max] = progress;
    show(this.form, phase === "idle" || phase === "over");
    this.startButton.disabled = !content.canStart;
    setText(this.startButton, phase === "over" ? this.texts.puzzle.again : this.texts.puzzle.start);
    show(this.actions, phase === "asking");
    this.hintButton.disabled = !isOpen;
    this.answerButton.disabled = !isOpen;
    // It is the main button once the puzzle is over.
    this.nextButton.classList.toggle("primary", !isOpen);
    show(this.backButton, content.isAway);
    keepFocus(held, phase === "asking" && !isOpen ? this.nextButton : this.text);
  }

  /** Makes the buttons of the line anew only for another one, so that the focus stays. */
  private renderAnswer(line: NumberedLine | null): void {
    show(this.answer, line !== null);
    const key = line === null ? "" : line.numbers.map((number, i) => `${number}${line.san[i]}`).join(" ");
    if (key === this.answerKey) return;
    this.answerKey = key;
    const made = line === null ? [] : [lineMoves(line, "answer", (count) => this.events.follow(count))];
    this.answer.replaceChildren(...made);
  }
}
