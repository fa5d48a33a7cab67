/** Runs the game against the engine: the engine's moves, the clock, draw offers and the end. @module */

import type { PlayOptions } from "../../engine/mod.ts";
import { answerDrawOffer } from "../../engine/games/draw_offer.ts";
import { type Evaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import type { GameEnd } from "../../engine/games/outcome.ts";
import type { Position } from "../../engine/games/position.ts";
import { positionAfter } from "../../engine/games/replay.ts";
import type { EngineLink } from "../engine/engine_link.ts";
import { observe } from "../observed.ts";
import { pause } from "../pause.ts";
import { opponentOf, type Side } from "../state/clock.ts";
import { GameLine, ORDINARY_START } from "../state/game_line.ts";
import { type KeptMatch, lossOf, Match, timeControlOf } from "../state/match.ts";
import type { Store } from "../store.ts";
import { explainFailure } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import { describeOutcome, describeStart, namePlayers } from "./players.ts";

export type StartChoice = "ordinary" | "chess960" | "shown";

/** Thinking time in milliseconds in a game without a clock, at full strength and below it. */
const FULL_MOVE_MS = 1500;
const WEAK_MOVE_MS = 500;
/** Minimum time for the engine's move, in milliseconds. A faster answer is hard to follow. */
const LEAST_MS = 300;
/** Milliseconds to wait for the engine to start. After that, the page plays a move from a known opening. */
const START_PATIENCE_MS = 2000;
/** The engine plays known openings only up to this many half-moves. */
const OPENING_PLIES = 8;
/** Nodes for the search that judges a draw offer before the engine's first move. */
const OPINION_NODES = 20_000;

export class MatchControl {
  from: StartChoice = "ordinary";
  /** Whether the user has closed the finished match to start another one. */
  isLeft = false;
  /** The evaluation from the engine's last search for a move; `null` before the first. */
  private opinion: Evaluation | null = null;
  /** The key of the game when the match ended. */
  private endedGame = "";

  constructor(private readonly store: Store, private readonly link: EngineLink, private readonly keeper: Keeper) {
    observe<MatchControl>(this, "from", "isLeft");
    store.onMove(() => {
      // Drop a finished match if its game has changed since the end.
      if (store.match !== null && !store.isPlaying && this.endedGame !== store.game.gameKey) store.match = null;
    });
  }

  get isEngineToMove(): boolean {
    return this.store.isPlaying && this.store.match?.engineSide === this.store.line.lastPosition.turn;
  }

  get canMove(): boolean {
    return !this.store.isPlaying || (this.store.line.isAtEnd && !this.isEngineToMove);
  }

  /** Whether the user may enter the next move while the engine thinks. */
  get canPremove(): boolean {
    return this.isEngineToMove && this.store.line.isAtEnd && !this.store.isStuck;
  }

  get canUndo(): boolean {
    return this.store.isPlaying && this.store.line.mainLine.length >= this.pliesOfTurn;
  }

  /** The number of half-moves that a take-back removes: the user's last move and any answer by the engine. */
  private get pliesOfTurn(): number {
    return this.isEngineToMove ? 1 : 2;
  }

  offerFrom(): void {
    Object.assign(this, { from: "shown", isLeft: true });
    this.store.tab = "play";
    this.store.acted();
  }

  /** Starts a game. If the user starts it with a move, that move decides the colour. */
  async start(from: StartChoice, move: string | null = null): Promise<void> {
    const { store, keeper } = this;
    const { elo, time } = store.settings;
    const colour = move === null ? store.settings.colour : store.line.turn;
    if (!await keeper.own()) {
      return store.fail("A game is in progress in another window of this page. Finish it there first.");
    }
    const human = colour === "random" ? (Math.random() < 0.5 ? "white" : "black") : colour;
    const match = new Match({ human, elo, time: timeControlOf(time) });
    const line = await lineFrom(from, store.line);
    namePlayers(line, match.terms);
    line.tags.set("Date", new Date().toLocaleDateString("sv").replaceAll("-", "."));
    Object.assign(store, { match, line, isStuck: false, isFlipped: human === "black" });
    Object.assign(this, { from: "ordinary", isLeft: false });
    this.opinion = null;
    this.link.stop();
    if (move !== null) store.speak(store.line.move(move).san);
    store.acted();
    const { gameKey } = store.line;
    try {
      // Do not wait for an engine that is still loading: it has nothing to forget.
      await Promise.race([this.link.ask((engine) => engine.newGame()), pause(START_PATIENCE_MS)]);
    } catch (error) {
      return this.fail(error);
    }
    // If the user has made a move, the engine is already answering it.
    if (store.match === match && store.line.gameKey === gameKey && !this.finishOnBoard()) await this.answer();
  }

  resume(kept: KeptMatch): void {
    const { store } = this;
    store.match = new Match(kept, kept);
    namePlayers(store.line, kept);
    this.endedGame = store.line.gameKey;
    if (!store.isPlaying) return;
    void this.keeper.own();
    if (store.line.mainLine.length >= 2) store.match.clock?.start(store.line.lastPosition.turn, performance.now());
    void this.answer();
  }

  leave(): void {
    this.store.match = null;
    this.link.stop();
  }

  /** Asks the user before a game in progress is abandoned. */
  async mayLeave(): Promise<boolean> {
    const question = "Your game against Hindsight is not over. Abandon it?";
    if (!this.store.isPlaying) return true;
    if (await this.store.ask(question, ["Abandon the game", "Continue the game"]) !== 0) return false;
    await this.keeper.keepGame();
    return true;
  }

  afterMove(): void {
    const { match, line } = this.store;
    if (match === null || !match.isRunning) return;
    // The clock does not run during either side's first move: the user may still be reading.
    if (line.mainLine.length >= 2) match.clock?.press(opponentOf(line.lastPosition.turn), performance.now());
    if (!this.finishOnBoard()) void this.answer();
  }

  undo(): void {
    const { match, line } = this.store;
    if (match === null || !this.canUndo) return;
    const plies = this.pliesOfTurn;
    this.link.stop();
    this.store.isStuck = false;
    this.opinion = null;
    line.takeBack(plies);
    if (line.mainLine.length >= 2) match.clock?.start(match.terms.human, performance.now());
    else match.clock?.stop(performance.now());
    this.store.acted();
  }

  /** Resigns once the user has confirmed it, unless the game has ended by then. */
  async resign(): Promise<void> {
    const { store } = this;
    const { match } = store;
    if (match === null || await store.ask("Resign this game?", ["Resign", "Cancel"]) !== 0) return;
    if (store.match !== match || !match.isRunning) return;
    const { human } = match.terms;
    this.finish(lossOf(human, `${human === "white" ? "White" : "Black"} resigns`));
  }

  async offerDraw(): Promise<void> {
    const { store } = this;
    const { match } = store;
    if (match === null || this.isEngineToMove) return;
    const opinion = this.opinion ?? await this.formOpinion();
    if (opinion === null || store.match !== match || !match.isRunning) return;
    const lead = match.engineSide === "white" ? opinion.cp : -opinion.cp;
    const answer = answerDrawOffer(positionAfter(store.line.lastPosition.record), store.line.mainLine.length, lead);
    if (answer === "accepted") this.finish({ result: "1/2-1/2", reason: "Draw by agreement", isFinal: true });
    else if (answer === "better") store.inform("Hindsight declines the draw: it likes its position.");
    else store.inform("Hindsight declines the draw: the game has only begun.");
  }

  retry(): void {
    const { match, isStuck, line } = this.store;
    if (match === null || !isStuck) return;
    this.store.isStuck = false;
    if (line.mainLine.length >= 2) match.clock?.start(match.engineSide, performance.now());
    void this.answer();
    this.store.acted();
  }

  tick(): void {
    const { match } = this.store;
    if (match?.clock?.side == null) return;
    const flagged = match.isRunning ? match.clock.flagged(performance.now()) : null;
    if (flagged !== null) this.finish(this.outcomeOfFlag(flagged));
    this.store.now = performance.now();
  }

  /** A side that runs out of time loses, unless the opponent has only a king (FIDE Laws of Chess, 6.9). */
  private outcomeOfFlag(flagged: Side): GameEnd {
    const men = this.store.line.lastPosition.pieces().filter(({ colour }) => colour !== flagged);
    const [loser, winner] = flagged === "white" ? ["White", "Black"] : ["Black", "White"];
    if (men.length > 1) return lossOf(flagged, `${winner} wins on time`);
    const reason = `Draw: ${loser} ran out of time, but ${winner} has only a king`;
    return { result: "1/2-1/2", reason, isFinal: true };
  }

  get status(): string {
    const { link, store: { match, isStuck, line } } = this;
    if (match === null) return "";
    if (match.outcome !== null) return describeOutcome(match.outcome);
    if (isStuck) return "Hindsight could not move.";
    if (this.isEngineToMove) {
      return link.state === "starting" ? describeStart("Hindsight", link.loaded) : "Hindsight is thinking …";
    }
    return line.isAtEnd ? "Your move." : "This is an earlier position. Go to the end to continue the game.";
  }

  private async answer(): Promise<void> {
    const { store } = this;
    const { match } = store;
    if (match === null || !this.isEngineToMove) return;
    const { gameKey } = store.line;
    const started = performance.now();
    const position = store.line.lastPosition;
    // During the search, the user may resign, take back a move or begin another game.
    const isDue = (): boolean => match.isRunning && store.match === match && store.line.gameKey === gameKey;
    try {
      const known = await this.openingMove(position);
      if (!isDue()) return;
      const outcome = known === null
        ? await this.link.search((engine) => engine.play(position, this.boundsOf(match)))
        : null;
      await pause(this.leastMs(match) - (performance.now() - started));
      const move = known ?? outcome?.move ?? null;
      if (move === null || !isDue()) return;
      this.opinion = outcome === null ? null : evaluationOf(outcome.lines[0].score, position.turn === "white");
      store.line.goToPly(Infinity);
      const { san } = store.line.move(move);
      store.speak(`Hindsight plays ${san}.${store.line.isCheck ? " Check." : ""}`);
      this.afterMove();
      store.moved();
    } catch (error) {
      if (store.match === match && store.line.gameKey === gameKey) this.fail(error);
    }
  }

  /** A move from a known opening if the engine is slow to load; otherwise `null`. */
  private async openingMove(position: Position): Promise<string | null> {
    const { link } = this;
    if (link.state === "ready" || link.state === "failed" || position.current.ply >= OPENING_PLIES) return null;
    const isThere = link.ask(() => Promise.resolve()).then(() => true, () => true);
    if (await Promise.race([isThere, pause(START_PATIENCE_MS).then(() => false)])) return null;
    const { openingMove } = await import("../engine/later.ts");
    return openingMove(position);
  }

  /** The minimum time for the engine's move. It is shorter if the engine has little time left. */
  private leastMs({ clock, engineSide }: Match): number {
    return clock === null ? LEAST_MS : Math.min(LEAST_MS, clock.remaining(engineSide, performance.now()) / 40);
  }

  /** Shows why the engine cannot move. Its clock stops until the user tries again. */
  private fail(error: unknown): void {
    this.store.isStuck = true;
    this.store.match?.clock?.stop(performance.now());
    this.store.fail(explainFailure(error, this.link));
  }

  private boundsOf({ terms, clock }: Match): Omit<PlayOptions, "signal"> {
    const strength = terms.elo === null ? {} : { strength: terms.elo };
    if (clock === null) return { time: terms.elo === null ? FULL_MOVE_MS : WEAK_MOVE_MS, ...strength };
    const now = performance.now();
    const { increment } = clock.control;
    return {
      whiteTime: Math.round(clock.remaining("white", now)),
      blackTime: Math.round(clock.remaining("black", now)),
      whiteIncrement: increment,
      blackIncrement: increment,
      ...strength,
    };
  }

  private async formOpinion(): Promise<Evaluation | null> {
    const position = this.store.line.lastPosition;
    try {
      const outcome = await this.link.search((engine) => engine.analyse(position, { nodes: OPINION_NODES }));
      return outcome === null ? null : evaluationOf(outcome.lines[0].score, position.turn === "white");
    } catch (error) {
      this.store.fail(explainFailure(error, this.link));
      return null;
    }
  }

  /** Finishes the match if its last position ends the game. A draw that a player may claim counts as claimed. */
  private finishOnBoard(): boolean {
    const { outcome } = this.store.line.lastPosition;
    if (outcome !== null) this.finish(outcome);
    return outcome !== null;
  }

  private finish(outcome: GameEnd): void {
    const { store } = this;
    const { match, line } = store;
    match?.finish(outcome, performance.now());
    this.endedGame = line.gameKey;
    this.link.stop();
    line.tags.set("Result", outcome.result);
    store.speak(this.status);
    store.moved();
    void this.keeper.keepGame();
  }
}

async function lineFrom(from: StartChoice, shown: GameLine): Promise<GameLine> {
  if (from === "shown") return new GameLine({ fen: shown.fen, chess960: shown.root.chess960 });
  if (from === "ordinary") return new GameLine(ORDINARY_START);
  const { chess960Start } = await import("../engine/later.ts");
  return new GameLine({ fen: chess960Start(Math.floor(Math.random() * 960)), chess960: true });
}
