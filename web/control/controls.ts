/** Everything that changes the page's state. @module */

import { type Progress, type SpeedTest, testSpeed } from "../engine/speed_test.ts";
import { type Assets, EngineLink } from "../engine/engine_link.ts";
import type { Tab } from "../state/address.ts";
import { drawingsOf, withDrawings } from "../state/comments.ts";
import { readSettings, type Settings } from "../state/settings.ts";
import { pause } from "../pause.ts";
import { GAME_RUNS, Store } from "../store.ts";
import { AnalysisControl } from "./analysis_control.ts";
import { DemoControl } from "./demo_control.ts";
import { ExchangeControl } from "./exchange_control.ts";
import { explainFailure } from "./failure.ts";
import { Keeper, openStorage } from "./keeper.ts";
import { GamesControl } from "./games_control.ts";
import { LearnedControl } from "./learned_control.ts";
import { LabControl } from "./lab_control.ts";
import { MatchControl } from "./match_control.ts";
import { PictureControl } from "./picture_control.ts";
import { MoveInput } from "./move_input.ts";
import { PuzzleControl } from "./puzzle_control.ts";
import { ReviewControl } from "./review_control.ts";
import { TourControl } from "./tour_control.ts";

const GAME_WAITS = "Your game against Hindsight is not over.";

export class Controls {
  readonly store: Store;
  readonly link: EngineLink;
  readonly keeper: Keeper;
  readonly analysis: AnalysisControl;
  readonly learned: LearnedControl;
  readonly match: MatchControl;
  readonly puzzle: PuzzleControl;
  readonly review: ReviewControl;
  readonly demo: DemoControl;
  readonly lab: LabControl;
  readonly tour: TourControl;
  readonly games: GamesControl;
  readonly exchange: ExchangeControl;
  readonly picture: PictureControl;
  readonly input: MoveInput;

  constructor(private readonly assets: Assets) {
    const storage = openStorage();
    const store = new Store(readSettings(storage), new URLSearchParams(location.search).has("embed"));
    this.store = store;
    this.link = new EngineLink(assets, this.size);
    this.keeper = new Keeper(store, storage);
    this.match = new MatchControl(store, this.link, this.keeper);
    this.analysis = new AnalysisControl(store, this.link, this.keeper);
    this.learned = new LearnedControl(store, this.link, this.keeper, () => this.analysis.refresh());
    this.puzzle = new PuzzleControl(store, this.link, this.analysis);
    this.review = new ReviewControl(store, this.puzzle, this.keeper);
    this.demo = new DemoControl(store, storage);
    this.lab = new LabControl(store, assets, this.demo);
    this.tour = new TourControl(store, this.lab, this.keeper);
    this.games = new GamesControl(store, this.match);
    this.exchange = new ExchangeControl(store, this.games);
    this.keeper.keepGame = () => this.games.keep();
    this.picture = new PictureControl(store);
    this.input = new MoveInput(store, this.match, this.puzzle);
  }

  private get size(): Pick<Settings, "threads" | "hash"> {
    const { threads, hash } = this.store.settings;
    return { threads: crossOriginIsolated ? threads : 1, hash };
  }

  /** Shows the game in the address, or the game from the last visit. `draw` draws the page for the first time. */
  async begin(draw: () => void): Promise<void> {
    const { store, keeper } = this;
    const hash = location.hash.slice(1);
    let goesOn = false;
    if (store.isEmbedded) {
      keeper.take(hash);
      // An embedded page only shows a game, without the engine.
      Object.assign(store, { tab: "analysis", isAnalysing: false });
    } else {
      const kept = await keeper.kept();
      const isOther = kept !== null && hash !== "" && hash !== kept.hash;
      const isLeft = isOther && (kept.match === null || kept.match.outcome !== null);
      if (isOther && !isLeft) draw();
      goesOn = kept !== null &&
        (!isOther ||
          (!isLeft && await store.ask(GAME_WAITS, ["Continue my game", "Open the link"]) !== 1));
      // If the address cannot be read, show the game from the last visit.
      if (kept !== null && (goesOn || !keeper.take(hash)) && keeper.restore(kept)) {
        if (kept.match !== null) this.match.resume(kept.match);
      } else if (kept === null) keeper.take(hash);
    }
    addEventListener("hashchange", () => void this.followAddress());
    draw();
    if (!goesOn) void this.review.take(hash);
    // Wait until the page has been drawn once.
    await pause();
    store.moved();
  }

  /** Shows the game in an address that the user has entered. */
  private async followAddress(): Promise<void> {
    const { store, match, keeper } = this;
    const address = keeper.entered();
    if (location.href === store.linkTo(false)) return;
    if (await match.mayLeave() && keeper.take(address)) {
      match.leave();
      store.acted();
      void this.review.take(address);
    } else keeper.keep();
  }

  selectTab(tab: Tab): void {
    const { store } = this;
    if (store.tab === tab) return;
    store.tab = tab;
    store.acted();
  }

  show(change: () => void): void {
    const { store } = this;
    change();
    if (store.line.ply > 0) store.speak(store.line.current.san);
    store.acted();
  }

  step(plies: number): void {
    this.show(() => this.store.line.step(plies));
  }

  /** During a game against the engine, only the players' moves change the game. */
  edit(change: () => void): void {
    if (this.store.isPlaying) this.store.refuse(GAME_RUNS);
    else this.show(change);
  }

  flip(): void {
    const { store } = this;
    if (store.puzzleFlipped === null) store.isFlipped = !store.isFlipped;
    else store.puzzleFlipped = !store.puzzleFlipped;
    this.keeper.keep();
  }

  /** Draws an arrow or a circle, such as `Gd2d4` or `Re5`, or removes it if it is already there. */
  draw(shape: string): void {
    const { store } = this;
    const { comments } = store.line.current;
    const shapes = drawingsOf(comments);
    const others = shapes.filter((other) => other.slice(1) !== shape.slice(1));
    store.line.setComments(withDrawings(comments, shapes.includes(shape) ? others : [...others, shape]));
    this.keeper.keep();
    store.changed();
  }

  set(part: Partial<Settings>): void {
    const { store, link } = this;
    this.keeper.set(part);
    if ("lines" in part || "depth" in part) this.analysis.refresh();
    // An analysis restarts with the new sizes. Any other search, such as a review, is completed first.
    const mayStop = store.isAnalysing && store.reviewing === null;
    void link.resize(this.size, mayStop).then((isNew) => isNew && this.analysis.refresh());
  }

  openReview(): void {
    this.selectTab("analysis");
    if (this.store.review?.isComplete !== true) void this.analysis.review();
  }

  get speedObstacle(): string {
    if (this.store.isPlaying) return GAME_RUNS;
    return this.store.reviewing === null ? "" : "A review is running. Stop it first, or wait until it ends.";
  }

  async testSpeed(signal: AbortSignal, onPosition: Progress): Promise<SpeedTest | null> {
    try {
      return await this.link.borrow((_, ended) => testSpeed(this.assets, AbortSignal.any([signal, ended]), onPosition));
    } catch (error) {
      this.store.fail(explainFailure(error, this.link));
      return null;
    } finally {
      this.store.moved();
    }
  }
}
