/**
 * The page: its state, and the way from what the user does to what is shown.
 *
 * The state is changed first; `changed` then draws everything anew, once for all changes before the next frame. The views
 * compare for themselves what has to be replaced.
 *
 * @module
 */

import { ENGINE_VERSION } from "../engine/mod.ts";
import { AnalysisControl } from "./control/analysis_control.ts";
import { ExchangeControl } from "./control/exchange_control.ts";
import type { Host } from "./control/host.ts";
import { LabControl } from "./control/lab_control.ts";
import { LearnedControl } from "./control/learned_control.ts";
import { MatchControl } from "./control/match_control.ts";
import { MoveInput } from "./control/move_input.ts";
import { listen } from "./control/page_events.ts";
import { SpeedControl } from "./control/speed_control.ts";
import { analysisContent, playContent } from "./control/panel_contents.ts";
import { PuzzleControl } from "./control/puzzle_control.ts";
import { PageState } from "./control/page_state.ts";
import { lookOf, TourControl } from "./control/tour_control.ts";
import { EngineLink } from "./engine/engine_link.ts";
import type { Assets } from "./engine/assets.ts";
import type { Tab } from "./state/address.ts";
import type { GameLine } from "./state/game_line.ts";
import type { Settings } from "./state/settings.ts";
import { type Texts, textsOf } from "./text/texts.ts";
import { AnalysisPanel } from "./views/analysis_panel.ts";
import { BoardView } from "./views/board_view.ts";
import { EvalBar } from "./views/eval_bar.ts";
import { GraphView } from "./views/graph_view.ts";
import { drawHeat } from "./views/heat_layer.ts";
import { LabPanel } from "./views/lab_panel.ts";
import { LearnedPanel } from "./views/learned_panel.ts";
import { createLayout, type Layout, TABS_WITH_ANALYSIS } from "./views/layout.ts";
import { MovesView } from "./views/moves_view.ts";
import { Notices } from "./views/notices.ts";
import { OpeningLine } from "./views/opening_line.ts";
import { PlayerStrip } from "./views/player_strip.ts";
import { PlayPanel, type StartChoice } from "./views/play_panel.ts";
import { boardContent, playerContent } from "./control/board_state.ts";
import { TourCard } from "./views/tour_card.ts";
import { openSettings } from "./views/settings_dialog.ts";
import { showTheme } from "./views/theme.ts";

/** Milliseconds between two looks at the clocks. */
const TICK_MS = 100;

/** The page. */
export class App implements Host {
  readonly texts: Texts;
  readonly notices: Notices;
  readonly link: EngineLink;
  private readonly state: PageState;
  private readonly match: MatchControl;
  private readonly analysis: AnalysisControl;
  private readonly learned: LearnedControl;
  private readonly exchange: ExchangeControl;
  private readonly input: MoveInput;
  private readonly layout: Layout;
  private readonly board: BoardView;
  private readonly evalBar: EvalBar;
  private readonly strips = [new PlayerStrip(), new PlayerStrip()] as const;
  private readonly moves: MovesView;
  private readonly opening = new OpeningLine();
  private readonly playPanel: PlayPanel;
  private readonly analysisPanel: AnalysisPanel;
  private readonly graph: GraphView;
  private readonly learnedPanel: LearnedPanel;
  private readonly lab: LabControl;
  private readonly labPanel: LabPanel;
  private readonly speed: SpeedControl;
  private readonly tour: TourControl;
  private readonly puzzle: PuzzleControl;
  private isDrawing = false;
  /** Whether the user knows that the browser keeps nothing. */
  private hasWarned = false;
  /** The position that was drawn last, to see how far the next one is from it. */
  private drawnPly = 0;

  /** Builds the page in an element. */
  constructor(root: HTMLElement, assets: Assets) {
    this.state = new PageState();
    this.texts = textsOf(this.settings.language);
    document.documentElement.lang = this.settings.language;
    this.notices = new Notices(this.texts);
    this.link = new EngineLink(assets, this.settings, () => this.changed());
    this.match = new MatchControl(this);
    this.learned = new LearnedControl(this);
    this.lab = new LabControl(this, assets);
    this.speed = new SpeedControl(this, assets);
    this.exchange = new ExchangeControl(this, {
      match: () => this.match.match,
      setLine: (line) => this.setLine(line),
      link: () => this.state.link,
    });
    this.analysis = new AnalysisControl(
      this,
      this.state,
      () => !this.match.isEngineToMove,
      () => this.state.tab === "learned" ? (inspection, game) => this.learned.take(inspection, game) : null,
    );
    this.tour = new TourControl(this, this.learned, this.analysis, {
      isMatchRunning: () => this.match.isRunning,
      showLine: (line) => {
        this.match.leave();
        this.state.line = line;
        this.positionChanged();
      },
    });
    this.puzzle = new PuzzleControl(this, this.analysis, {
      isPlaying: () => this.match.isRunning,
      ownSide: () => this.match.match?.terms.human ?? null,
      isOpen: () => this.state.tab === "puzzle",
    });
    this.input = new MoveInput(this, this.match, {
      answer: (move) => this.state.tab === "puzzle" && this.puzzle.take(move),
      restore: () => this.board.restore(),
    });
    const kept = this.state.load((reason) => this.badAddress(reason));
    this.layout = createLayout(root, this.texts, this.notices.errors, {
      first: () => this.show(() => this.line.step(-Infinity)),
      previous: () => this.show(() => this.line.step(-1)),
      next: () => this.show(() => this.line.step(1)),
      last: () => this.show(() => this.line.step(Infinity)),
      flip: () => this.flip(),
      position: () => this.exchange.open(),
      share: () => this.exchange.share(),
      settings: () => this.openSettings(),
      selectTab: (tab) => this.selectTab(tab),
      typeMove: (text) => this.input.type(text),
    });
    this.board = new BoardView(this.layout.board, this.texts, boardContent(this.line, this.state.isFlipped, []), {
      targets: (from) => this.input.targets(from),
      move: (from, to) => void this.input.move(from, to),
      point: (square) => this.learned.point(square),
    });
    this.evalBar = new EvalBar(this.texts);
    this.moves = new MovesView(this.texts, {
      goTo: (node) => this.show(() => this.line.show(node)),
      drop: (head) => this.edit(() => this.line.drop(head)),
      promote: (head) => this.edit(() => this.line.promote(head)),
    });
    this.playPanel = new PlayPanel(this.texts, this.settings, {
      change: (part) => this.set(part),
      start: (from) => this.startMatch(from),
      undo: () => this.match.undo(),
      offerDraw: () => void this.match.offerDraw(),
      retry: () => this.match.retry(),
      resign: () => void this.match.resign(),
      review: () => this.review(),
    });
    this.analysisPanel = new AnalysisPanel(this.texts, this.settings, {
      toggle: () => this.analysis.toggle(),
      setLines: (lines) => {
        this.set({ lines });
        this.analysis.refresh();
      },
      setArrows: (arrows) => this.set({ arrows }),
      follow: (line, count) => this.edit(() => this.analysis.follow(line, count)),
      walkBetter: () => this.edit(() => this.analysis.walkBetter()),
      review: () => this.review(),
      stopReview: () => this.link.stop(),
      comment: (text) => this.analysis.comment(text),
      commented: () => this.keep(),
    });
    this.graph = new GraphView(this.texts, (ply) => this.show(() => this.line.goTo(ply)));
    this.learnedPanel = new LearnedPanel(this.texts, this.learned, {
      toggle: () => this.analysis.toggle(),
      setMode: (mode) => this.learned.setMode(mode),
      setSide: (side) => this.learned.setSide(side),
      point: (move) => this.learned.pointMove(move),
    });
    this.labPanel = new LabPanel(this.texts, (name) => void this.lab.run(name));
    this.assemble();
    if (kept !== null) this.match.resume(kept);
    this.tabOpened();
    this.positionChanged();
    setInterval(() => this.tick(), TICK_MS);
  }

  /** What the user has set. */
  get settings(): Settings {
    return this.state.settings;
  }

  /** The game on the board. */
  get line(): GameLine {
    return this.state.line;
  }

  /** Whether nothing is under way, neither a game nor a search, and there is no error to be read. */
  get isIdle(): boolean {
    return !this.match.isRunning && !this.link.isSearching && this.notices.errors.childElementCount === 0;
  }

  /** Whether Black is at the bottom of the board. */
  private get isFlipped(): boolean {
    return this.puzzle.isFlipped ?? this.state.isFlipped;
  }

  /** Draws everything before the next frame. */
  changed(): void {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.draw();
    });
  }

  /** The position on the board has changed. */
  positionChanged(): void {
    this.match.leaveChangedGame();
    this.analysis.refresh();
    this.keep();
    this.changed();
  }

  private setLine(line: GameLine): void {
    this.match.leave();
    if (line.moves.length > 0) line.goTo(0);
    this.state.line = line;
    this.selectTab(this.state.tab === "play" ? "analysis" : this.state.tab);
    this.positionChanged();
  }

  private assemble(): void {
    const { layout } = this;
    layout.beside.append(this.evalBar.root);
    layout.top.append(this.strips[0].root);
    layout.bottom.append(this.strips[1].root);
    layout.panels.play.append(this.playPanel.root);
    layout.panels.analysis.append(this.analysisPanel.root);
    const tour = new TourCard(this.texts.tour, {
      show: (system, moves) => this.showTour(system, moves),
      compare: (system) => this.labPanel.tryOut(system),
      end: () => this.tour.end(),
    });
    layout.panels.puzzle.append(this.puzzle.panel.root);
    layout.panels.learned.append(tour.root, this.learnedPanel.root, this.labPanel.root);
    this.analysisPanel.graphHost.append(this.graph.root);
    layout.moves.append(this.opening.root, this.moves.root);
    listen({
      load: (text) => this.exchange.loadOrReport(text),
      keys: {
        ArrowLeft: () => this.show(() => this.line.step(-1)),
        ArrowRight: () => this.show(() => this.line.step(1)),
        Home: () => this.show(() => this.line.step(-Infinity)),
        End: () => this.show(() => this.line.step(Infinity)),
        f: () => this.flip(),
        a: () => TABS_WITH_ANALYSIS.includes(this.state.tab) && this.analysis.toggle(),
      },
    });
    addEventListener("hashchange", () => this.followAddress());
    addEventListener("pagehide", () => this.keep());
  }

  /** Shows what the address holds after the user has changed it; a game against the engine ends with that. */
  private followAddress(): void {
    if (!this.state.readAddress((reason) => this.badAddress(reason))) return;
    this.match.leave();
    this.tabOpened();
    this.positionChanged();
  }

  private keep(): void {
    const isKept = this.state.keep(this.match.match?.keep(performance.now()) ?? null, this.tour.ownLine);
    // Once: the user may have closed it.
    if (!isKept && !this.hasWarned) this.notices.fail(this.texts.notices.storage);
    this.hasWarned ||= !isKept;
  }

  private badAddress(reason: string): void {
    this.notices.fail(this.texts.notices.badAddress(reason));
  }

  private set(part: Partial<Settings>): void {
    const before = this.settings;
    this.state.set(part);
    const { language, theme, threads, hash } = this.settings;
    showTheme(theme);
    // Texts are everywhere; the game and its review are kept through a reload.
    if (language !== before.language) location.reload();
    // The analysis goes on with the new sizes. Any other search, for the engine's move or a review, has its end first.
    const { isSearching } = this.analysis;
    void this.link.resize({ threads, hash }, isSearching).then((isNew) => isNew && this.analysis.refresh());
    this.changed();
  }

  private openSettings(): void {
    const { matchRuns, reviewRuns } = this.texts.notices;
    openSettings(this.texts, this.settings, ENGINE_VERSION, {
      change: (part) => this.set(part),
      testSpeed: (signal, onPosition) => this.speed.run(signal, onPosition),
      obstacle: this.match.isRunning ? matchRuns : this.analysis.reviewProgress !== null ? reviewRuns : "",
    });
  }

  private selectTab(tab: Tab): void {
    const wasLearned = this.state.tab === "learned";
    this.state.tab = tab;
    // What is learned is reported only while it is looked at.
    if (wasLearned !== (tab === "learned")) this.analysis.refresh();
    this.tabOpened();
    this.keep();
    this.changed();
  }

  private tabOpened(): void {
    const { tab } = this.state;
    this.layout.select(tab);
    if (tab === "puzzle") this.puzzle.enter();
    else this.puzzle.leave();
  }

  private show(change: () => void): void {
    change();
    const { lastStep } = this.line;
    if (lastStep !== null) this.notices.speak(lastStep.san);
    this.positionChanged();
  }

  /** Changes moves or variations. While a game against the engine runs, the players' moves alone change it. */
  private edit(change: () => void): void {
    if (this.match.isRunning) this.notices.refuse(this.texts.notices.matchRuns);
    else this.show(change);
  }

  /** Shows a step of the guided tour, and lets the engine learn about it. Returns whether it can. */
  private showTour(system: string, moves: readonly string[]): boolean {
    if (!this.tour.show(moves)) return false;
    this.labPanel.choose(system);
    const { mode, square } = lookOf(system);
    this.learned.look(mode, square);
    if (!this.analysis.isOn) this.analysis.toggle();
    return true;
  }

  private flip(): void {
    if (!this.puzzle.flip()) this.state.isFlipped = !this.state.isFlipped;
    this.keep();
    this.changed();
  }

  private startMatch(from: StartChoice): void {
    this.state.line = this.match.lineFrom(from);
    void this.match.start();
    this.state.isFlipped = this.match.match?.terms.human === "black";
    this.positionChanged();
  }

  private review(): void {
    this.selectTab("analysis");
    void this.analysis.startReview();
  }

  private tick(): void {
    this.match.tick();
    if (this.match.match?.clock?.side != null) this.drawStrips();
  }

  private draw(): void {
    const { line, state, analysis, isFlipped } = this;
    const isNear = Math.abs(line.ply - this.drawnPly) <= 2;
    this.drawnPly = line.ply;
    const isLearned = state.tab === "learned";
    const arrows = isLearned ? this.learned.arrows : state.tab === "puzzle" ? [] : analysis.arrows();
    this.board.render({ ...boardContent(line, isFlipped, arrows), isAnimated: isNear });
    drawHeat(this.board.heatLayer, isLearned ? this.learned.heat : null, isFlipped);
    this.learnedPanel.render({
      isOn: analysis.isOn,
      report: this.learned.report,
      depth: analysis.report?.depth ?? 0,
      heat: this.learned.heat,
      mode: this.learned.mode,
      side: this.learned.side,
    });
    this.evalBar.render(analysis.shownEvaluation, isFlipped);
    const isEvaluated = state.tab !== "play" || analysis.isOn || analysis.review !== null;
    document.body.dataset.evaluated = String(isEvaluated && state.tab !== "puzzle");
    this.drawStrips();
    this.opening.render(line);
    this.playPanel.render(playContent(this.match));
    this.puzzle.render();
    this.labPanel.render(this.lab.experiment, this.lab.isRunning);
    this.analysisPanel.render(analysisContent(this, analysis, this.match.isRunning));
    this.graph.render(analysis.review, line.gamePly);
    // The last: the list brings the move into sight, and has the room that the panels leave.
    this.moves.render(line, analysis.review?.moves ?? []);
  }

  private drawStrips(): void {
    const sides = this.isFlipped ? ["white", "black"] as const : ["black", "white"] as const;
    sides.forEach((side, i) => this.strips[i].render(playerContent(this.line, this.match.match, side, this.texts)));
  }
}
