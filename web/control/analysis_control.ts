/**
 * The analysis of the position on the board, and the review of the whole game.
 *
 * @module
 */

import type { Game, Inspection, Line } from "../../engine/mod.ts";
import { analyse, type AnalysedMove, type Analysis } from "../../engine/games/analysis.ts";
import { type Evaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import { firstMove, positionAfter, type Replay } from "../../engine/games/replay.ts";
import type { Review } from "../state/kept_game.ts";
import { numberingOf, numberLine } from "../state/numbering.ts";
import type { ShownLine } from "../views/analysis_panel.ts";
import type { Arrow } from "../views/board_marks.ts";
import { type Host, reportFailure } from "./host.ts";

/** Nodes for each position of a review. */
const REVIEW_NODES = 60_000;
/** How much less a line's arrow weighs for each thousandth of the expected score that it is behind the best. */
const WEIGHT_LOSS = 1 / 250;

/** Where the last review is kept. */
interface ReviewStore {
  /** The review of the last visit, `null` if there is none. */
  loadReview(): Review | null;
  /** Keeps a review. */
  keepReview(review: Review): void;
}

/** A review that runs. */
interface RunningReview {
  /** The key of the game. */
  readonly key: string;
  /** How many positions were searched, and of how many. */
  readonly progress: [done: number, all: number];
  /** Settles at its end. */
  readonly end: Promise<void>;
}

/** The analysis. */
export class AnalysisControl {
  private readonly host: Host;
  private readonly store: ReviewStore;
  private readonly mayRun: () => boolean;
  private readonly watch: () => ((inspection: Inspection, game: Game) => void) | null;
  private isActive = false;
  private found: Line[] = [];
  /** The position that the lines are about. */
  private about = "";
  private latest: Line | null = null;
  private evaluation: Evaluation | null = null;
  private reviewed: Review | null = null;
  /** The search of the position, `null` if none runs. */
  private search: Promise<void> | null = null;
  /** The review that runs, `null` if none does. */
  private running: RunningReview | null = null;

  /**
   * An analysis that is off.
   *
   * @param store Where the last review is kept.
   * @param mayRun Whether the engine is free: in a game it is not while it is to move.
   * @param watch What gets what was learned while a search runs; `null` if it is not wanted.
   */
  constructor(
    host: Host,
    store: ReviewStore,
    mayRun: () => boolean,
    watch: () => ((inspection: Inspection, game: Game) => void) | null,
  ) {
    this.host = host;
    this.store = store;
    this.reviewed = store.loadReview();
    this.mayRun = mayRun;
    this.watch = watch;
  }

  /** Whether the analysis is on. */
  get isOn(): boolean {
    return this.isActive;
  }

  /** Whether the position on the board is searched. */
  get isSearching(): boolean {
    return this.search !== null;
  }

  /** The newest report of the search, `null` if there is none about the position on the board. */
  get report(): Line | null {
    return this.about === this.key ? this.latest : null;
  }

  /** The lines about the position on the board, the best first. */
  get lines(): readonly Line[] {
    return this.about === this.key ? this.found : [];
  }

  /** How far a review is, `null` if none runs. */
  get reviewProgress(): readonly [done: number, all: number] | null {
    return this.running?.progress ?? null;
  }

  /** The review of the game on the board, `null` if there is none. */
  get review(): Analysis | null {
    return this.reviewed?.key === this.gameKey ? this.reviewed.analysis : null;
  }

  /** What the review says about the move that led to the position on the board, `null` for nothing. */
  get verdict(): AnalysedMove | null {
    const { line } = this.host;
    // In a variation it is the move of the game in whose place the variation came.
    const ply = line.onBranch ? line.gamePly + 1 : line.ply;
    const move = this.review?.moves[ply - 1] ?? null;
    return move !== null && move.judgement !== null ? move : null;
  }

  /** The evaluation of the position on the board, `null` if there is none. */
  get shownEvaluation(): Evaluation | null {
    const { line } = this.host;
    if (this.about === this.key && this.evaluation !== null) return this.evaluation;
    return line.onBranch ? null : this.review?.evaluations[line.ply] ?? null;
  }

  private get key(): string {
    return this.host.line.placeKey;
  }

  private get gameKey(): string {
    return this.host.line.gameKey;
  }

  /** Switches the analysis on or off. */
  toggle(): void {
    this.isActive = !this.isActive;
    if (this.isActive) this.refresh();
    // A search for another purpose goes on: a review, or one for the engine's move.
    else if (this.mayRun() && this.running === null) this.host.link.stop();
    this.host.changed();
  }

  /** Analyses the position that is on the board now, if the analysis is on. */
  refresh(): void {
    if (!this.isActive || !this.mayRun() || this.running !== null) return;
    const { host, key } = this;
    // The search may have to wait for another one, while the user plays on.
    const game = host.line.snapshot;
    if (game.moves().length === 0) return host.link.stop();
    this.about = key;
    this.found = [];
    this.latest = null;
    this.evaluation = null;
    const isWhite = game.turn === "white";
    const watch = this.watch();
    const watching = watch === null ? {} : {
      onInspection: (inspection: Inspection) => {
        if (this.about === key) watch(inspection, game);
      },
    };
    const search = host.link.analyse(game, { lines: host.settings.lines, ...watching }, (line) => {
      if (this.about !== key) return;
      this.latest = line;
      if (line.bound === "exact" && line.moves.length > 0) {
        if (line.rank === 1) this.evaluation = evaluationOf(line.score, isWhite);
        this.found[line.rank - 1] = line;
      }
      host.changed();
    }).then(async (outcome) => {
      // What the search has learned until its end.
      if (outcome === null || watch === null || this.about !== key) return;
      const inspection = await host.link.inspect(game);
      if (this.about === key) watch(inspection, game);
    }).catch((error) => {
      this.isActive = false;
      reportFailure(host, error);
      host.changed();
    }).finally(() => {
      if (this.search === search) this.search = null;
    });
    this.search = search;
  }

  /**
   * Searches every position of the game. An analysis that is on waits meanwhile.
   *
   * @returns Settles at the end; that of the review which runs already, if it is about the same game.
   */
  startReview(): Promise<void> {
    const { gameKey: key } = this;
    if (this.running?.key === key) return this.running.end;
    const { record } = this.host.line.wholeGame;
    const progress: RunningReview["progress"] = [0, record.moves.length + 1];
    const replay = { record, first: firstMove(positionAfter(record, 0)) };
    const end = this.searchGame(key, replay, progress).finally(() => {
      // A review of another game may have taken its place.
      if (this.running === own) this.running = null;
      this.host.positionChanged();
    });
    const own: RunningReview = { key, progress, end };
    this.running = own;
    this.host.changed();
    return end;
  }

  private async searchGame(key: string, replay: Replay, progress: RunningReview["progress"]): Promise<void> {
    const { host } = this;
    try {
      const analysis = await host.link.borrow((engine, signal) =>
        analyse(replay, engine, { nodes: REVIEW_NODES }, signal, () => {
          progress[0]++;
          host.changed();
        })
      );
      if (analysis === null || !this.isWorthKeeping(key, analysis)) return;
      this.reviewed = { key, analysis };
      this.store.keepReview(this.reviewed);
    } catch (error) {
      reportFailure(host, error);
    }
  }

  /** A review that was ended early is of use for the game on the board, if that has no whole one. */
  private isWorthKeeping(key: string, { isComplete }: Analysis): boolean {
    return isComplete || (key === this.gameKey && this.review?.isComplete !== true);
  }

  /** The lines as they are shown. */
  shownLines(): ShownLine[] {
    const { line } = this.host;
    const numbering = numberingOf(line.start.fen);
    const isWhite = line.game.turn === "white";
    return this.lines.map(({ score, san }) => ({
      evaluation: evaluationOf(score, isWhite),
      ...numberLine(numbering, line.ply, san),
    }));
  }

  /** The first moves of the lines as arrows; the better a line, the stronger its arrow. */
  arrows(): Arrow[] {
    const { settings } = this.host;
    if (!settings.arrows) return [];
    const lines = this.lines.filter((line) => line !== undefined);
    const expected = ({ chances }: Line): number => chances.win + chances.draw / 2;
    return lines.map((line, i): Arrow => ({
      from: line.moves[0].slice(0, 2),
      to: line.moves[0].slice(2, 4),
      kind: i === 0 ? "best" : "other",
      weight: Math.max(0.1, 1 - (expected(lines[0]) - expected(line)) * WEIGHT_LOSS - (i === 0 ? 0 : 0.15)),
    }));
  }

  /** Plays the first moves of a line on the board. */
  follow(index: number, count: number): void {
    const moves = this.lines[index]?.moves.slice(0, count) ?? [];
    for (const move of moves) this.host.line.play(move);
  }

  /** Says something else about the move that is shown. */
  comment(text: string): void {
    this.host.line.setComment(text);
    this.host.changed();
  }

  /** Shows the better line of the move that the review is about, as a variation. */
  walkBetter(): void {
    const { verdict, host } = this;
    if (verdict === null) return;
    host.line.addLine(host.line.onBranch ? host.line.gamePly : host.line.ply - 1, verdict.best);
  }
}
