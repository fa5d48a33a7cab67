/**
 * Puzzles from the game on the board: the position before each of its errors, one after the other.
 *
 * The errors are those of the review. A move on the board is an answer; only one that solves the puzzle is played, as a
 * variation.
 *
 * @module
 */

import type { Judgement } from "../../engine/games/judgement.ts";
import { isAtLeast, judgeAnswer, type Puzzle, puzzlesOf } from "../../engine/games/puzzle.ts";
import { PuzzleRun, scoreOf } from "../../engine/games/puzzle_run.ts";
import { firstMove, positionAfter } from "../../engine/games/replay.ts";
import { labelOf, type NumberedLine, numberingOf, numberLine } from "../state/numbering.ts";
import { PuzzlePanel, type PuzzleSide } from "../views/puzzle_panel.ts";
import type { AnalysisControl } from "./analysis_control.ts";
import { type Host, reportFailure } from "./host.ts";

/** Nodes of each search that judges an answer: as many as a review gives a position. */
const ANSWER_NODES = 60_000;

/** What else of the page has to do with it. */
export interface PuzzlePage {
  /** Whether a game against the engine goes on. */
  isPlaying(): boolean;
  /** The colour that the user has or had against the engine, `null` if the game is another. */
  ownSide(): "white" | "black" | null;
  /** Whether the puzzles are shown, and not another tab. */
  isOpen(): boolean;
}

/** The puzzles. */
export class PuzzleControl {
  /** What is shown. */
  readonly panel: PuzzlePanel;
  private readonly host: Host;
  private readonly analysis: AnalysisControl;
  private readonly page: PuzzlePage;
  private side: PuzzleSide = "both";
  private kind: Judgement = "mistake";
  /** The game that the puzzles are from. */
  private about = "";
  private puzzles: readonly Puzzle[] = [];
  private runs: PuzzleRun[] = [];
  private phase: "idle" | "reviewing" | "asking" | "over" = "idle";
  private feedback = "";
  private isRight: boolean | null = null;
  /** Number of the latest answer: one that comes while another is judged takes its place. */
  private answer = 0;
  /** Whether the puzzles have Black at the bottom, `null` while they have not turned the board. */
  private turned: boolean | null = null;

  /** No puzzles yet. */
  constructor(host: Host, analysis: AnalysisControl, page: PuzzlePage) {
    this.host = host;
    this.analysis = analysis;
    this.page = page;
    this.panel = new PuzzlePanel(host.texts, this.side, this.kind, {
      setSide: (side) => this.side = side,
      setKind: (kind) => this.kind = kind,
      start: () => void this.start(),
      hint: () => this.hint(),
      giveUp: () => this.giveUp(),
      next: () => this.next(),
      back: () => this.showPosition(),
      follow: (count) => this.follow(count),
    });
  }

  private get run(): PuzzleRun | null {
    return this.phase === "asking" ? this.runs.at(-1) ?? null : null;
  }

  /** Whether Black is to be at the bottom, whatever the page has chosen; `null` if the puzzles do not say. */
  get isFlipped(): boolean | null {
    return this.about === this.gameKey ? this.turned : null;
  }

  private get gameKey(): string {
    return this.host.line.gameKey;
  }

  /** The tab is opened. */
  enter(): void {
    // It would show the answers.
    if (this.analysis.isOn) this.analysis.toggle();
    this.forgetOtherGame();
    // They were found while another tab was open.
    if (this.phase === "asking" && this.run === null) this.next();
    else if (this.run !== null) this.turn(this.run);
    const own = this.page.ownSide();
    if (own === null || this.phase !== "idle") return;
    this.side = own;
    this.panel.setSide(own);
  }

  /** Another tab is opened: the board is turned as it was before the puzzles. */
  leave(): void {
    this.turned = null;
  }

  /** Turns the board, if the puzzles decide which side is at the bottom. Returns whether they do. */
  flip(): boolean {
    const { isFlipped } = this;
    if (isFlipped !== null) this.turned = !isFlipped;
    return isFlipped !== null;
  }

  /**
   * Takes a move as an answer.
   *
   * @returns Whether it was one; if not, it is a move like any other.
   * @throws {PositionError} If it is not legal.
   */
  take(text: string): boolean {
    const { run, host } = this;
    this.forgetOtherGame();
    if (run === null || run !== this.run || run.state !== "open") return false;
    if (this.isAway(run)) {
      this.showPosition();
      return true;
    }
    const { uci, san } = host.line.game.move(text);
    host.line.game.undo();
    void this.judge(run, uci, san);
    return true;
  }

  /** Shows where the puzzles are. */
  render(): void {
    this.forgetOtherGame();
    const { host, run, phase } = this;
    this.panel.render({
      phase,
      canStart: host.line.moves.length > 0 && !this.page.isPlaying(),
      text: this.describe(),
      feedback: this.feedback,
      isRight: this.isRight,
      answer: this.shownAnswer(),
      isOpen: run?.state === "open",
      isAway: run !== null && run.state === "open" && this.isAway(run),
      progress: phase === "reviewing" ? this.analysis.reviewProgress : null,
    });
  }

  private describe(): string {
    const { puzzle, judgements } = this.host.texts;
    const { run } = this;
    if (this.phase === "reviewing") return puzzle.reviewing;
    if (run !== null) {
      const { record, isWhite, san, judgement } = run.puzzle;
      const move = `${labelOf(numberingOf(this.host.line.start.fen), record.moves.length)} ${san}`;
      return puzzle.question(
        this.runs.length,
        this.puzzles.length,
        move,
        judgements[judgement],
        isWhite ? "white" : "black",
      );
    }
    if (this.phase === "idle") {
      return this.host.line.moves.length === 0 || this.page.isPlaying() ? puzzle.noGame : puzzle.intro;
    }
    if (this.puzzles.length === 0) return puzzle.none;
    const { solved, asked, atOnce } = scoreOf(this.runs);
    return puzzle.score(solved, asked, atOnce);
  }

  /** Puzzles of a game that is no longer on the board are over. */
  private forgetOtherGame(): void {
    if (this.phase === "idle" || this.about === this.gameKey) return;
    this.phase = "idle";
    this.feedback = "";
    this.turned = null;
  }

  private async start(): Promise<void> {
    const { host, analysis } = this;
    this.about = this.gameKey;
    this.phase = "reviewing";
    this.feedback = "";
    if (analysis.review?.isComplete !== true) await analysis.startReview();
    if (this.about !== this.gameKey || this.phase !== "reviewing") return;
    const { review } = analysis;
    // It has failed, or the user has stopped it.
    if (review?.isComplete !== true) {
      this.phase = "idle";
      return host.changed();
    }
    const { record } = host.line.wholeGame;
    const first = firstMove(positionAfter(record, 0));
    const all = puzzlesOf({ record, first }, review);
    this.puzzles = all.filter(({ isWhite, judgement }) =>
      isAtLeast(judgement, this.kind) && (this.side === "both" || (this.side === "white") === isWhite)
    );
    this.runs = [];
    this.phase = "asking";
    // On another tab the board stays as it is until the puzzles are opened.
    if (this.page.isOpen()) this.next();
  }

  private next(): void {
    this.run?.giveUp();
    this.feedback = "";
    this.isRight = null;
    const puzzle = this.phase === "asking" ? this.puzzles[this.runs.length] : undefined;
    if (puzzle === undefined) {
      if (this.phase === "asking") this.phase = "over";
      return this.host.changed();
    }
    const run = new PuzzleRun(puzzle);
    this.runs.push(run);
    this.turn(run);
    this.showPosition();
  }

  /** Turns the board to the side that is to find the move. */
  private turn({ puzzle }: PuzzleRun): void {
    this.turned = !puzzle.isWhite;
  }

  private showPosition(): void {
    const { run, host } = this;
    if (run === null) return;
    host.line.goTo(run.puzzle.record.moves.length);
    host.positionChanged();
  }

  /** Whether another position than the puzzle's is on the board. */
  private isAway({ puzzle }: PuzzleRun): boolean {
    const { line } = this.host;
    return line.onBranch || line.ply !== puzzle.record.moves.length;
  }

  private async judge(run: PuzzleRun, uci: string, san: string): Promise<void> {
    const { host } = this;
    const { puzzle: texts } = host.texts;
    const answer = ++this.answer;
    this.say(texts.checking, null);
    try {
      const verdict = await host.link.borrow(async (engine, signal) => {
        const found = await judgeAnswer(run.puzzle, uci, engine, { nodes: ANSWER_NODES }, signal);
        // What a search says that was ended early counts for nothing.
        return signal.aborted ? null : found;
      });
      if (answer !== this.answer || run !== this.run || run.state !== "open") return;
      if (verdict === null) return this.say("", null);
      if (run.take(verdict)) {
        this.playLine(run, uci);
        return this.say(verdict.kind === "best" ? texts.right(san) : texts.good(run.puzzle.best[0]), true);
      }
      this.say(verdict.kind === "played" ? texts.played : texts.worse(san, Math.round(verdict.loss)), false);
    } catch (error) {
      this.say("", null);
      reportFailure(host, error);
    }
  }

  private hint(): void {
    const { run } = this;
    if (run === null) return;
    const { puzzle: texts } = this.host.texts;
    const { piece, square } = run.hint();
    this.say(texts.look(texts.pieces[piece], square), null);
  }

  private giveUp(): void {
    const { run } = this;
    if (run === null) return;
    run.giveUp();
    this.playLine(run, run.puzzle.bestUci);
    this.say(this.host.texts.puzzle.best(run.puzzle.best[0]), null);
  }

  /** The best line of a puzzle that is over, `null` before. */
  private shownAnswer(): NumberedLine | null {
    const { run, host } = this;
    if (run === null || run.state === "open") return null;
    const { record, best } = run.puzzle;
    return numberLine(numberingOf(host.line.start.fen), record.moves.length, best);
  }

  /** Plays the first moves of the best line on the board. */
  private follow(count: number): void {
    const { run, host } = this;
    if (run === null) return;
    const { record, best } = run.puzzle;
    host.line.goTo(record.moves.length);
    for (const move of best.slice(0, count)) host.line.play(move);
    host.positionChanged();
  }

  /** Shows the position after the answer. */
  private playLine({ puzzle }: PuzzleRun, uci: string): void {
    const { line } = this.host;
    line.goTo(puzzle.record.moves.length);
    line.play(uci);
    this.host.positionChanged();
  }

  private say(feedback: string, isRight: boolean | null): void {
    this.feedback = feedback;
    this.isRight = isRight;
    this.host.changed();
  }
}
