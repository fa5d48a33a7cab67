/**
 * Puzzles from the game on the board: the position before each of its errors, one after the other.
 *
 * The errors come from the review. A move on the board is an answer, which is played only if it solves the puzzle. The
 * board shows a copy of the game, so practice does not change the game.
 *
 * @module
 */

import type { Judgement } from "../../engine/games/judgement.ts";
import type { Puzzle } from "../../engine/games/puzzle.ts";
import { aboutIt, describeError, PuzzleRun, scoreOf } from "../../engine/games/puzzle_run.ts";
import { replayOf } from "../../engine/games/replay.ts";
import type { EngineLink } from "../engine/engine_link.ts";
import { observe } from "../observed.ts";
import { labelOf, type NumberedLine, numberLine } from "../state/numbering.ts";
import type { Store } from "../store.ts";
import type { AnalysisControl } from "./analysis_control.ts";
import { explainFailure } from "./failure.ts";

/** Nodes for each search that judges an answer; the same number as in a review. */
const ANSWER_NODES = 60_000;

export type PuzzleSide = "both" | "white" | "black";

export class PuzzleControl {
  /** The side whose errors become puzzles, and the errors' minimum severity. */
  side: PuzzleSide = "both";
  kind: Judgement = "mistake";
  /** `idle`: no puzzles yet; `reviewing`: finding the errors; `asking`: a puzzle is shown; `over`: after the last. */
  phase: "idle" | "reviewing" | "asking" | "over" = "idle";
  /** The feedback on the last answer; "" for none. */
  feedback = "";
  /** The plies of the chosen errors; `null` for all errors of that side and severity. */
  plies: readonly number[] | null = null;
  /** Whether the last answer was right; `null` if there is no answer yet. */
  isRight: boolean | null = null;
  /** The key of the game that the puzzles are from. */
  private source = "";
  private puzzles: readonly Puzzle[] = [];
  /** The puzzles asked so far. The last one is on the board. */
  runs: readonly PuzzleRun[] = [];
  private readonly touch = observe<PuzzleControl>(this, "side", "kind", "phase", "feedback", "isRight", "runs");
  private wasOpen = false;

  constructor(
    private readonly store: Store,
    private readonly link: EngineLink,
    private readonly analysis: AnalysisControl,
  ) {
    store.onMove(() => this.follow());
  }

  private get run(): PuzzleRun | null {
    return this.phase === "asking" ? this.runs.at(-1) ?? null : null;
  }

  /** The number of half-moves up to and including the current puzzle's error; `null` if there is none. */
  get about(): number | null {
    const run = this.runs.at(-1);
    return this.phase === "idle" || run === undefined ? null : run.puzzle.record.moves.length + 1;
  }

  get isOpen(): boolean {
    return this.run?.state === "open";
  }

  get canStart(): boolean {
    return this.store.line.mainLine.length > 0 && !this.store.isPlaying;
  }

  /** Whether a puzzle is open but the board shows another position. */
  get isAway(): boolean {
    const { run, store: { line } } = this;
    return run?.state === "open" && (line.onBranch || line.ply !== run.puzzle.record.moves.length);
  }

  /** Reacts when the user opens or leaves the tab, or loads another game. */
  private follow(): void {
    const { store, wasOpen } = this;
    const isOpen = store.tab === "puzzle";
    this.wasOpen = isOpen;
    // Puzzles end when their game is no longer on the board.
    if (this.phase !== "idle" && this.source !== store.game.gameKey) {
      this.phase = "idle";
      this.feedback = "";
      store.puzzleFlipped = null;
    }
    if (!isOpen) {
      store.puzzleFlipped = null;
      // The board already shows the game itself.
      if (store.game === store.line) return;
      store.line = store.game;
      return store.moved();
    }
    if (wasOpen) return;
    // The puzzles were found while another tab was open.
    if (this.phase === "asking" && this.run === null) this.next();
    else if (this.run !== null) this.show();
    if (store.match !== null && this.phase === "idle") this.side = store.match.terms.human;
  }

  /** Answers the open puzzle, or returns `false` if there is none. Throws a `PositionError` for an illegal move. */
  take(text: string): boolean {
    const { run, store } = this;
    if (store.tab !== "puzzle" || run === null || run.state !== "open") return false;
    if (this.isAway) this.show();
    else {
      const { uci, san } = store.line.position.play(text).current;
      void this.judge(run, uci, san);
    }
    return true;
  }

  get text(): string {
    const { run, phase, store: { line } } = this;
    if (phase === "reviewing") return "Reviewing the game first …";
    if (run !== null) {
      const { record, isWhite, san, judgement } = run.puzzle;
      const move = `${labelOf(line.offset + record.moves.length)} ${san}`;
      return `Puzzle ${this.runs.length} of ${this.puzzles.length}. The game went ${move}, ` +
        `${judgement === "inaccuracy" ? "an" : "a"} ${judgement}. What is better for ${isWhite ? "White" : "Black"}?`;
    }
    if (phase === "idle") {
      return this.canStart
        ? "Find the better move: the board shows the position before each error in this game."
        : "Play or load a game first: its errors become puzzles.";
    }
    if (this.puzzles.length === 0) return "There are no such errors in this game.";
    const { solved, asked, atOnce } = scoreOf(this.runs);
    return `${solved} of ${asked} solved${
      solved > 0 ? `, ${atOnce} of them on the first try and without a hint` : ""
    }.`;
  }

  /**
   * Makes puzzles from the errors at `plies`, and shows the first. If `plies` is `null`, the chosen side and severity
   * decide.
   */
  async start(plies: readonly number[] | null): Promise<void> {
    const { store, analysis } = this;
    this.plies = plies;
    store.line = store.game;
    this.source = store.line.gameKey;
    this.phase = "reviewing";
    this.feedback = "";
    if (store.review?.isComplete !== true) await analysis.review();
    if (this.source !== store.line.gameKey || this.phase !== "reviewing") return;
    const { review } = store;
    // The review failed, or the user stopped it.
    if (review?.isComplete !== true) {
      this.phase = "idle";
      return;
    }
    const { isAtLeast, puzzlesOf } = await import("../engine/later.ts");
    this.puzzles = puzzlesOf(replayOf(store.line.root), review).filter(({ isWhite, judgement, record: { moves } }) =>
      plies === null
        ? isAtLeast(judgement, this.kind) && (this.side === "both" || (this.side === "white") === isWhite)
        : plies.includes(moves.length + 1)
    );
    this.runs = [];
    this.phase = "asking";
    // On another tab, the board does not change until the user opens the puzzles.
    if (store.tab === "puzzle") this.next();
  }

  next(): void {
    this.run?.giveUp();
    this.feedback = "";
    this.isRight = null;
    const puzzle = this.phase === "asking" ? this.puzzles[this.runs.length] : undefined;
    if (puzzle === undefined) {
      if (this.phase === "asking") this.phase = "over";
      return;
    }
    this.runs = [...this.runs, new PuzzleRun(puzzle)];
    this.store.puzzleFlipped = null;
    this.show();
  }

  /** Shows the puzzle's position, or the position after these moves. */
  show(...moves: readonly string[]): void {
    const { run, store } = this;
    if (run === null) return;
    store.practise();
    // Show the side to move at the bottom.
    store.puzzleFlipped ??= !run.puzzle.isWhite;
    store.line.goToPly(run.puzzle.record.moves.length);
    for (const move of moves) store.line.move(move);
    store.acted();
  }

  private async judge(run: PuzzleRun, uci: string, san: string): Promise<void> {
    const { link } = this;
    this.say("Checking …", null);
    try {
      let isStopped = false;
      const verdict = await link.borrow(async (engine, signal) => {
        const { judgeAnswer } = await import("../engine/later.ts");
        const found = await judgeAnswer(run.puzzle, uci, engine, { nodes: ANSWER_NODES }, signal);
        // Ignore the result of a search that was ended early.
        isStopped = signal.aborted;
        return found;
      });
      if (run !== this.run || run.state !== "open" || (verdict === null && this.isRight !== null)) return;
      if (verdict === null || isStopped) return this.feedback === "Checking …" ? this.say("", null) : undefined;
      if (run.take(verdict)) {
        this.show(uci);
        return this.end(
          run,
          verdict.kind === "best" ? `Right: ${san}.` : `Also good. The engine prefers ${run.puzzle.best[0]}.`,
          true,
        );
      }
      const cost = verdict.kind === "played" ? "That is the move played in the game." : costOf(san, verdict.loss);
      this.say([cost, aboutIt(verdict.reason), "Try again."].filter((part) => part !== "").join(" "), false);
    } catch (error) {
      this.say("", null);
      this.store.fail(explainFailure(error, link));
    }
  }

  /** Names the piece that moves; the second hint also names its square. */
  hint(): void {
    if (this.run !== null) this.say(this.run.hint(), null);
  }

  giveUp(): void {
    const { run } = this;
    if (run === null) return;
    run.giveUp();
    this.show(run.puzzle.bestUci);
    this.end(run, `The best move is ${run.puzzle.best[0]}.`, null);
  }

  /** Ends the puzzle, and explains why the game's move was an error. */
  private end({ puzzle }: PuzzleRun, said: string, isRight: boolean | null): void {
    const move = this.store.review?.moves[puzzle.record.moves.length];
    if (move) this.store.reveal(move);
    this.say(`${said} ${describeError(puzzle)}`.trimEnd(), isRight);
  }

  /** The best line of the current puzzle; `null` until the puzzle is over. */
  get answer(): NumberedLine | null {
    const { run, store: { line } } = this;
    if (run === null || run.state === "open") return null;
    const { record, best } = run.puzzle;
    return numberLine(line.offset + record.moves.length, best);
  }

  followAnswer(count: number): void {
    this.show(...this.run?.puzzle.best.slice(0, count) ?? []);
  }

  private say(feedback: string, isRight: boolean | null): void {
    this.feedback = feedback;
    this.isRight = isRight;
    // The puzzle was modified in place: it was solved, or got another wrong answer or hint.
    this.touch("runs");
  }
}

/** A sentence that says how much an answer lowers the chance to win, in percentage points. */
function costOf(san: string, loss: number): string {
  const points = Math.round(loss);
  const cost = `: it lowers the chance to win by ${points} percentage ${points === 1 ? "point" : "points"}`;
  return `${san} is not good enough${points > 0 ? cost : ""}.`;
}
