/**
 * The page's state. Controls change it and views draw it; controls and views share nothing else.
 *
 * Its fields are signals: after a control sets a field, the views that have read it are redrawn before the browser
 * handles the next event. The game is modified in place, so a control calls `moved` when another position is on the
 * board, and `changed` after any other change to the game.
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
  /** An `error` stays until the user's next action, others for a few seconds. A new `refusal` replaces the last one. */
  readonly kind: "error" | "info" | "refusal";
  /** Undoes what the message reports. */
  readonly undo?: () => void;
}

export type Dialog =
  | { readonly kind: "settings" | "position" | "editor" | "share" | "games" | "own" }
  | { readonly kind: "question"; readonly text: string; readonly choices: readonly string[] };

export interface Promotion {
  readonly to: string;
  readonly isWhite: boolean;
  choose(piece: string | null): void;
}

export type Look = Address["look"] & {
  /** The move under the pointer, in UCI notation. */
  readonly move: string | null;
};

export const FIRST_LOOK: Look = { mode: "piece", side: "mover", square: null, move: null };

export const GAME_RUNS = "A game is in progress. Finish or resign it first.";

/** Milliseconds that a message stays, unless it is an error. */
const STAY_MS = 5000;
/** Milliseconds that a message with a button stays. */
const UNDO_MS = 12_000;
/** Milliseconds between two updates of a search on the page. */
const REPORT_MS = 120;

const OBSERVED = [
  ...["line", "tab", "isFlipped", "hasPen", "match", "isStuck", "now", "isAnalysing", "isThreat", "about", "reports"],
  ...["reviewed", "reviewing", "learned", "snapshots", "replayed", "look", "experiments", "trying", "tourStep"],
  ...["revealed", "learnedBytes", "puzzleFlipped", "promotion", "premove", "dialog", "notices", "spoken"],
] as const satisfies readonly (keyof Store)[];

export class Store implements Address {
  line: GameLine = new GameLine();
  tab: Tab = "play";
  /** Whether Black is at the bottom. Puzzles have `puzzleFlipped` instead. */
  isFlipped = false;
  /** Whether a finger or the mouse draws on the board instead of moving pieces. */
  hasPen = false;
  match: Match | null = null;
  /** Whether the engine failed to move when it was its turn. */
  isStuck = false;
  /** The value of `performance.now()` when the clocks were last updated. */
  now = 0;
  isAnalysing = false;
  isThreat = false;
  /** The `placeKey` of the position that the lines belong to; "" for none. */
  about = "";
  /** The lines of the analysis, best first; some may be missing. Views show them when `reports` changes. */
  found: readonly (Line | undefined)[] = [];
  latest: Line | null = null;
  reports = 0;
  reviewed: Review | null = null;
  reviewing: readonly [done: number, all: number] | null = null;
  /** The errors whose better move the user has seen. For all others, the page must not give that move away. */
  revealed: ReadonlySet<AnalysedMove> = new Set();
  /** The learned tables for the position `learned.fen`. */
  learned: HistoriesReport | null = null;
  /** The learned tables at the end of each depth. */
  snapshots: readonly { readonly depth: number; readonly inspection: Inspection }[] = [];
  /** The earlier depth that the user has chosen to look at. */
  replayed: { readonly depth: number; readonly report: HistoriesReport } | null = null;
  look: Look = FIRST_LOOK;
  /** The latest experiment with each system. */
  experiments: ReadonlyMap<string, Experiment> = new Map();
  trying: string | null = null;
  /** −1 outside the tour. */
  tourStep = -1;
  learnedBytes = 0;
  /** Whether the puzzle on the board shows Black at the bottom; `null` if there is no puzzle. */
  puzzleFlipped: boolean | null = null;
  promotion: Promotion | null = null;
  /** The user's next move, entered while the engine thinks. */
  premove: { readonly from: string; readonly to: string } | null = null;
  dialog: Dialog | null = null;
  notices: readonly Notice[] = [];
  /** The texts that screen readers speak next. */
  spoken: readonly string[] = [];

  private practice: { readonly game: GameLine; readonly copy: GameLine } | null = null;
  private answer: (choice: number | null) => void = () => {};
  private isSpeaking = false;
  private isReporting = false;
  private seen = { line: this.line, place: this.line.current };
  private readonly followers: (() => void)[] = [];

  private readonly touch = observe<Store>(this, ...OBSERVED);
  private readonly shown = computed(() => this.line.current);

  /** `isEmbedded`: whether the page is only a board in another site's page. */
  constructor(public settings: Settings, readonly isEmbedded: boolean) {
    observe<Store>(this, "settings");
  }

  /** The shown position. A view that reads `place`, but not `line`, is redrawn only when `place` changes. */
  get place(): GameNode {
    return this.shown.value;
  }

  /** The game that is saved and shared: during practice, the original, not the copy on the board. */
  get game(): GameLine {
    return this.practice?.copy === this.line ? this.practice.game : this.line;
  }

  /** Puts a copy of the game without variations or comments on the board, so that practice cannot change the game. */
  practise(): void {
    const { game } = this;
    if (game !== this.line) return;
    const copy = new GameLine({ fen: game.root.fen, chess960: game.root.chess960 });
    for (const { uci } of game.mainLine) copy.move(uci);
    for (const [name, value] of game.tags) copy.tags.set(name, value);
    this.practice = { game, copy };
    this.line = copy;
  }

  onMove(follow: () => void): void {
    this.followers.push(follow);
  }

  /** Reports a change to the game other than a move. Also puts a piece back if its move was not played. */
  changed(): void {
    this.touch("line");
  }

  /** Reports new results of a search, which the page shows after a short delay. */
  reported(): void {
    if (this.isReporting) return;
    this.isReporting = true;
    setTimeout(() => {
      this.isReporting = false;
      this.reports++;
    }, REPORT_MS);
  }

  /** Reports that another position is on the board. */
  moved(): void {
    this.promotion?.choose(null);
    const { line } = this;
    // A refusal was about the previous position.
    if (this.seen.place !== line.current) this.notices = this.notices.filter(({ kind }) => kind !== "refusal");
    if (this.seen.line === line && this.seen.place !== line.current) {
      this.look = { ...this.look, square: null, move: null };
    }
    this.seen = { line, place: line.current };
    for (const follow of this.followers) follow();
    this.touch("line");
    this.touch("match");
  }

  /** Reports that the user has acted, which removes earlier error messages. */
  acted(): void {
    this.notices = this.notices.filter(({ kind }) => kind !== "error");
    this.moved();
  }

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

  // Results for the position or the game on the board; `null` or an empty list if there are none.

  /** Whether the search results belong to the position on the board, and no game is in progress. */
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
   * A link to what the page shows; the browser's address may differ. A shared link also starts the analysis if it is
   * running now.
   */
  linkTo(isShared: boolean): string {
    const [page] = location.href.split("#");
    const address = formatAddress({ ...this, line: this.game, isAnalysing: isShared && this.isAnalysing });
    return address === "" ? page : `${page}#${address}`;
  }

  /** Makes screen readers speak a text, together with all other texts from the same update of the page. */
  speak(text: string): void {
    this.spoken = this.isSpeaking ? [...this.spoken, text] : [text];
    this.isSpeaking = true;
    setTimeout(() => this.isSpeaking = false);
  }

  /** Shows an error, but not the same one twice. */
  fail(text: string): void {
    this.notify({ text, kind: "error" });
  }

  inform(text: string, undo?: () => void): void {
    this.notify({ text, kind: "info", undo });
  }

  /** Shows for a few seconds why the page refuses an action, and returns `false`. */
  refuse(text: string): false {
    this.notify({ text, kind: "refusal" });
    return false;
  }

  dismiss(notice: Notice): void {
    this.notices = this.notices.filter((shown) => shown !== notice);
  }

  undo(notice: Notice): void {
    this.dismiss(notice);
    notice.undo?.();
  }

  private notify(notice: Notice): void {
    const { text, kind, undo } = notice;
    this.notices = [
      ...this.notices.filter((shown) => shown.text !== text && (kind !== "refusal" || shown.kind !== kind)),
      notice,
    ];
    if (kind !== "error") {
      this.speak(text);
      setTimeout(() => this.dismiss(notice), undo === undefined ? STAY_MS : UNDO_MS);
    }
  }

  /** Opens a dialog. An open question is closed without an answer. */
  open(dialog: Dialog): void {
    this.close();
    this.dialog = dialog;
  }

  /** Asks the user a question. Returns the index of the chosen answer; `null` for none. */
  ask(text: string, choices: readonly string[]): Promise<number | null> {
    this.open({ kind: "question", text, choices });
    return new Promise((resolve) => this.answer = resolve);
  }

  /** Closes the dialog. `choice` is the answer to its question. */
  close(choice: number | null = null): void {
    this.dialog = null;
    this.answer(choice);
    this.answer = () => {};
  }
}
