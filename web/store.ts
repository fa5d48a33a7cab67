/**
 * The state of the page. Controls change it, the page is drawn from it, and nothing else is shared.
 *
 * Its fields are signals: a control writes them, and the views that have read them are drawn again, once, before the
 * browser hands over the next event. So what the user does next always meets what the state says. The game changes
 * inside: a control calls `moved` if another position is on the board, and `changed` if anything else of the game has
 * changed. Controls that follow the board are called immediately.
 *
 * @module
 */

import { computed } from "@preact/signals";
import type { Inspection, Line } from "../engine/mod.ts";
import type { HistoriesReport } from "../engine/view/mod.ts";
import type { AnalysedMove, Analysis } from "../engine/games/analysis.ts";
import { type Evaluation, evaluationOf } from "../engine/games/evaluation.ts";
import type { GameNode } from "../engine/games/game_node.ts";
import type { Experiment } from "./engine/laboratory.ts";
import { observe } from "./observed.ts";
import { type Address, formatAddress, type Tab } from "./state/address.ts";
import { GameLine } from "./state/game_line.ts";
import type { Review } from "./state/kept_game.ts";
import type { Match } from "./state/match.ts";
import type { Settings } from "./state/settings.ts";

export interface Notice {
  readonly text: string;
  /** `error` stays until the user's next step, `info` some seconds; a `refusal` takes the place of the one before. */
  readonly kind: "error" | "info" | "refusal";
}

export type Dialog =
  | { readonly kind: "settings" | "position" | "editor" | "share" | "games" }
  | { readonly kind: "question"; readonly text: string; readonly choices: readonly string[] };

/** A move of a pawn for which the user chooses a piece. */
export interface Promotion {
  readonly to: string;
  readonly isWhite: boolean;
  choose(piece: string | null): void;
}

/** The part of the learned tables that the board shows. */
export type Look = Address["look"] & {
  /** The move that is looked at, as UCI; `null` for none. */
  readonly move: string | null;
};

export const FIRST_LOOK: Look = { mode: "piece", side: "mover", square: null, move: null };

/** Why something is not done during a game against the engine. */
export const GAME_RUNS = "A game is running. Resign it first, or finish it.";

/** Milliseconds that a short message stays. */
const STAY_MS = 5000;
/** Milliseconds between two pictures of a search: it reports many times a second. */
const REPORT_MS = 120;

/** The fields that views read. */
const OBSERVED = [
  ...["line", "tab", "isFlipped", "hasPen", "match", "isStuck", "now", "isAnalysing", "isThreat", "about", "reports"],
  ...["reviewed", "reviewing", "learned", "snapshots", "replayed", "look", "experiments", "trying", "tourStep"],
  ...["revealed", "learnedBytes", "puzzleFlipped", "promotion", "premove", "dialog", "notices", "spoken"],
] as const satisfies readonly (keyof Store)[];

export class Store implements Address {
  line: GameLine = new GameLine();
  tab: Tab = "play";
  /** Whether Black is at the bottom, outside of the puzzles. */
  isFlipped = false;
  /** Whether a finger or the mouse draws on the board, and moves no pieces. */
  hasPen = false;
  match: Match | null = null;
  /** Whether the engine is to move in it and could not. */
  isStuck = false;
  /** The time of the last look at the clocks, milliseconds as `performance.now()` counts them. */
  now = 0;
  isAnalysing = false;
  /** Whether the analysis asks what the opponent threatens. */
  isThreat = false;
  /** The place in the game that the lines are about. */
  about = "";
  /** The lines of the analysis, the best first; some places may be empty. They are shown with the next `reports`. */
  found: readonly (Line | undefined)[] = [];
  latest: Line | null = null;
  /** How many times the reports of the search were shown. */
  reports = 0;
  reviewed: Review | null = null;
  /** How many positions were reviewed, and of how many; `null` if no review runs. */
  reviewing: readonly [done: number, all: number] | null = null;
  /** The errors of reviews whose better moves the user has seen: of others the page says nothing that gives them away. */
  revealed: ReadonlySet<AnalysedMove> = new Set();
  /** The learned tables for the position `learned.fen`, `null` for none. */
  learned: HistoriesReport | null = null;
  /** The learned tables for this position by the end of each depth. */
  snapshots: readonly { readonly depth: number; readonly inspection: Inspection }[] = [];
  /** The depth that is shown again, `null` for the newest state. */
  replayed: { readonly depth: number; readonly report: HistoriesReport } | null = null;
  look: Look = FIRST_LOOK;
  /** The newest experiment with each system. */
  experiments: ReadonlyMap<string, Experiment> = new Map();
  /** The system that is tried at the moment, `null` if none is. */
  trying: string | null = null;
  /** The step of the tour, -1 outside of it. */
  tourStep = -1;
  /** The size in bytes of the learning file on this device. */
  learnedBytes = 0;
  /** Whether a puzzle has Black at the bottom, `null` while none decides that. */
  puzzleFlipped: boolean | null = null;
  promotion: Promotion | null = null;
  /** The user's next move in a game, put in while the engine thinks; `null` for none. */
  premove: { readonly from: string; readonly to: string } | null = null;
  dialog: Dialog | null = null;
  notices: readonly Notice[] = [];
  /** What screen readers speak next. */
  spoken: readonly string[] = [];

  /** A game that is practised, and the copy of it that is on the board meanwhile. */
  private practice: { readonly game: GameLine; readonly copy: GameLine } | null = null;
  private answer: (choice: number | null) => void = () => {};
  private isSpeaking = false;
  private isReporting = false;
  /** The game and the place that were on the board when it changed last. */
  private seen = { line: this.line, place: this.line.current };
  private readonly followers: (() => void)[] = [];

  private readonly touch = observe<Store>(this, ...OBSERVED);
  private readonly shown = computed(() => this.line.current);

  /** A page without a game; `isEmbedded`: it is a board inside another page. */
  constructor(public settings: Settings, readonly isEmbedded: boolean) {
    observe<Store>(this, "settings");
  }

  /** The place in the game that is on the board: whoever reads it is not drawn again by another change of the game. */
  get place(): GameNode {
    return this.shown.value;
  }

  /** The game that is kept and shared: in practice not the copy of it that is on the board. */
  get game(): GameLine {
    return this.practice?.copy === this.line ? this.practice.game : this.line;
  }

  /** Puts a copy of the game on the board, which practice may change: its moves without variations and words. */
  practise(): void {
    const { game } = this;
    if (game !== this.line) return;
    const copy = new GameLine({ fen: game.root.fen, chess960: game.root.chess960 });
    for (const { uci } of game.mainLine) copy.move(uci);
    for (const [name, value] of game.tags) copy.tags.set(name, value);
    this.practice = { game, copy };
    this.line = copy;
  }

  /** Calls a function immediately when another position is on the board, or the same one in another way. */
  onMove(follow: () => void): void {
    this.followers.push(follow);
  }

  /** The game has changed in another way than by a move, or a piece was moved on the board and goes back. */
  changed(): void {
    this.touch("line");
  }

  /** A search has reported something: it is shown in a moment, with what comes until then. */
  reported(): void {
    if (this.isReporting) return;
    this.isReporting = true;
    setTimeout(() => {
      this.isReporting = false;
      this.reports++;
    }, REPORT_MS);
  }

  /** The position on the board has changed, or something that belongs to it. */
  moved(): void {
    this.promotion?.choose(null);
    const { line } = this;
    // A refusal is about the previous position.
    if (this.seen.place !== line.current) this.notices = this.notices.filter(({ kind }) => kind !== "refusal");
    // The square and the move that the user looked at belong to the previous position.
    if (this.seen.line === line && this.seen.place !== line.current) {
      this.look = { ...this.look, square: null, move: null };
    }
    this.seen = { line, place: line.current };
    for (const follow of this.followers) follow();
    this.touch("line");
    this.touch("match");
  }

  /** The user has done something: earlier errors are no longer shown. */
  acted(): void {
    this.notices = this.notices.filter(({ kind }) => kind !== "error");
    this.moved();
  }

  /** The user has seen what was better than an error. */
  reveal(move: AnalysedMove): void {
    this.revealed = new Set([...this.revealed, move]);
  }

  setLook(part: Partial<Look>): void {
    this.look = { ...this.look, ...part };
  }

  get isPlaying(): boolean {
    return this.match?.isRunning ?? false;
  }

  get isBlackBelow(): boolean {
    return this.puzzleFlipped ?? this.isFlipped;
  }

  get isOver(): boolean {
    const code = this.line.outcome?.code;
    return code === "checkmate" || code === "stalemate";
  }

  // Results about the position or the game on the board; `null`, or an empty list, if there are none.

  /** Whether the results are about the position on the board. During a game, no results of the engine are shown. */
  private get isFound(): boolean {
    void this.reports;
    return this.about === this.line.placeKey && !this.isPlaying;
  }

  get lines(): readonly Line[] {
    return this.isFound ? this.found.filter((line) => line !== undefined) : [];
  }

  get progress(): Line | null {
    return this.isFound ? this.latest : null;
  }

  get review(): Analysis | null {
    return this.reviewed?.key === this.line.gameKey ? this.reviewed.analysis : null;
  }

  get evaluation(): Evaluation | null {
    const { line, lines: [best] } = this;
    if (best !== undefined && !this.isThreat) return evaluationOf(best.score, line.turn === "white");
    return line.onBranch ? null : this.review?.evaluations[line.ply] ?? null;
  }

  get report(): HistoriesReport | null {
    const shown = this.replayed?.report ?? this.learned;
    return shown !== null && shown.fen === this.line.fen && !this.isPlaying ? shown : null;
  }

  experiment(system: string): Experiment | null {
    const found = this.experiments.get(system);
    return found?.fen === this.line.fen && !this.isPlaying ? found : null;
  }

  /**
   * A link to what is shown; the browser's own address is an older one where the browser refused to change it. If it is
   * shared, the analysis starts there, too, if it runs here.
   */
  linkTo(isShared: boolean): string {
    const [page] = location.href.split("#");
    const address = formatAddress({ ...this, line: this.game, isAnalysing: isShared && this.isAnalysing });
    return address === "" ? page : `${page}#${address}`;
  }

  /** Speaks a text, a move for example. Texts of one step of the page are spoken together. */
  speak(text: string): void {
    this.spoken = this.isSpeaking ? [...this.spoken, text] : [text];
    this.isSpeaking = true;
    setTimeout(() => this.isSpeaking = false);
  }

  /** Shows an error. The same error twice is one. */
  fail(text: string): void {
    this.notify({ text, kind: "error" });
  }

  /** Shows a message for some seconds. */
  inform(text: string): void {
    this.notify({ text, kind: "info" });
  }

  /** Shows for some seconds why something is not done, and returns `false`. */
  refuse(text: string): false {
    this.notify({ text, kind: "refusal" });
    return false;
  }

  dismiss(notice: Notice): void {
    this.notices = this.notices.filter((shown) => shown !== notice);
  }

  private notify(notice: Notice): void {
    const { text, kind } = notice;
    this.notices = [
      ...this.notices.filter((shown) => shown.text !== text && (kind !== "refusal" || shown.kind !== kind)),
      notice,
    ];
    if (kind !== "error") {
      this.speak(text);
      setTimeout(() => this.dismiss(notice), STAY_MS);
    }
  }

  /** Opens a window; a question that is open has no answer then. */
  open(dialog: Dialog): void {
    this.close();
    this.dialog = dialog;
  }

  /** Asks the user. Returns the place of the answer among the choices, `null` for none. */
  ask(text: string, choices: readonly string[]): Promise<number | null> {
    this.open({ kind: "question", text, choices });
    return new Promise((resolve) => this.answer = resolve);
  }

  /** Closes the window, with an answer if it was a question. */
  close(choice: number | null = null): void {
    this.dialog = null;
    this.answer(choice);
    this.answer = () => {};
  }
}
