/**
 * The game against the engine while it is played: answers, clock, offers, the end.
 *
 * @module
 */

import { chess960Start } from "../../engine/mod.ts";
import { answerDrawOffer } from "../../engine/games/draw_offer.ts";
import { type Evaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import type { GameEnd } from "../../engine/games/outcome.ts";
import { positionAfter } from "../../engine/games/replay.ts";
import { opponentOf, type Side } from "../state/clock.ts";
import { GameLine, ORDINARY_START } from "../state/game_line.ts";
import { type KeptMatch, lossOf, Match, timeControlOf } from "../state/match.ts";
import { askYesNo } from "../views/dialogs.ts";
import type { StartChoice } from "../views/play_panel.ts";
import { describeOutcome, playerContent } from "./board_state.ts";
import { type Host, reportFailure } from "./host.ts";

/** Milliseconds for a move without a clock, at full strength and below. */
const FULL_MOVE_MS = 1500;
const WEAK_MOVE_MS = 500;
/** Milliseconds that an answer takes at least: one that comes at once is hard to follow. */
const LEAST_MS = 300;
/** Nodes of the search with which the engine judges an offer of a draw before its first move. */
const OPINION_NODES = 20_000;

/** The game against the engine. */
export class MatchControl {
  private readonly host: Host;
  private current: Match | null = null;
  /** Number of the latest search for an answer: a take-back makes one that runs count no more. */
  private thought = 0;
  /** The evaluation of the engine's last search for a move, `null` before the first. */
  private opinion: Evaluation | null = null;
  /** Whether the engine is to move and could not. */
  private hasFailed = false;
  /** The key of the game when the match ended, "" before. */
  private endedGame = "";

  /** No game. */
  constructor(host: Host) {
    this.host = host;
  }

  /** The game, `null` if there is none. */
  get match(): Match | null {
    return this.current;
  }

  /** Whether a game goes on. */
  get isRunning(): boolean {
    return this.current?.isRunning ?? false;
  }

  /** Whether a game goes on and the engine is to move. */
  get isEngineToMove(): boolean {
    return this.isRunning && this.current?.engineSide === this.sideToMove;
  }

  /** Whether the user may move in the position that is shown. */
  get canMove(): boolean {
    return !this.isRunning || (this.host.line.isAtEnd && !this.isEngineToMove);
  }

  /** Whether the user has a move to take back. */
  get canUndo(): boolean {
    return this.isRunning && this.host.line.moves.length >= this.pliesOfTurn;
  }

  /** Whether the engine is to move and could not. */
  get isStuck(): boolean {
    return this.hasFailed && this.isEngineToMove;
  }

  /** How many moves a take-back removes: the user's last one, with the answer if there is one. */
  private get pliesOfTurn(): number {
    return this.isEngineToMove ? 1 : 2;
  }

  /** The side to move at the end of the game. */
  private get sideToMove(): Side {
    const { line } = this.host;
    const fen = line.moves.at(-1)?.fen ?? line.start.fen;
    return fen.split(" ")[1] === "b" ? "black" : "white";
  }

  /**
   * Makes the line of a new game.
   *
   * @param from Where it starts.
   */
  lineFrom(from: StartChoice): GameLine {
    const { line } = this.host;
    if (from === "shown") return new GameLine({ fen: line.fen, chess960: line.start.chess960 });
    if (from === "ordinary") return new GameLine(ORDINARY_START);
    return new GameLine({ fen: chess960Start(Math.floor(Math.random() * 960)), chess960: true });
  }

  /** Starts a game on the line that is on the board. */
  async start(): Promise<void> {
    const { settings, link } = this.host;
    const human = settings.colour === "random" ? (Math.random() < 0.5 ? "white" : "black") : settings.colour;
    const match = new Match({ human, elo: settings.elo, time: timeControlOf(settings.time) });
    this.current = match;
    this.opinion = null;
    this.hasFailed = false;
    this.host.positionChanged();
    try {
      await link.newGame();
    } catch (error) {
      return this.fail(error);
    }
    if (this.current !== match) return;
    // The new game has ended the search for the analysis.
    this.host.positionChanged();
    if (!this.finishOnBoard()) await this.answer();
  }

  /** Goes on with a game that was kept. */
  resume(kept: KeptMatch): void {
    this.current = new Match(kept, kept);
    this.endedGame = this.host.line.gameKey;
    if (!this.isRunning) return;
    const moves = this.host.line.moves.length;
    if (moves >= 2) this.current.clock?.start(this.sideToMove, performance.now());
    void this.answer();
  }

  /** There is no game against the engine any more. */
  leave(): void {
    this.current = null;
    this.host.link.stop();
  }

  /** Leaves a match that is over if its game has become another one since, a longer one for example. */
  leaveChangedGame(): void {
    if (this.current === null || this.isRunning) return;
    if (this.endedGame !== this.host.line.gameKey) this.current = null;
  }

  /** After a move of a match: the clock, the end, the answer. */
  afterMove(): void {
    const { match } = this;
    if (match === null || !match.isRunning) return;
    // Both first moves are free: the user may still be reading.
    if (this.host.line.moves.length >= 2) match.pressClock(opponentOf(this.sideToMove), performance.now());
    if (!this.finishOnBoard()) void this.answer();
  }

  /** Takes back the user's last move, with the answer to it if there is one. */
  undo(): void {
    const { match } = this;
    if (match === null || !this.canUndo) return;
    const plies = this.pliesOfTurn;
    this.thought++;
    this.host.link.stop();
    this.hasFailed = false;
    this.opinion = null;
    this.host.line.takeBack(plies);
    if (this.host.line.moves.length >= 2) match.clock?.start(match.terms.human, performance.now());
    else match.clock?.stop(performance.now());
    this.host.positionChanged();
  }

  /** The user wants to resign, and is asked once more. The game may end meanwhile. */
  async resign(): Promise<void> {
    const { match, host: { texts } } = this;
    if (match === null || !await askYesNo(texts, texts.play.reallyResign, texts.play.resign)) return;
    if (this.current !== match || !match.isRunning) return;
    this.finish(lossOf(match.terms.human, texts.play.byResignation(match.terms.human)));
  }

  /** The user offers a draw. */
  async offerDraw(): Promise<void> {
    const { match, host } = this;
    if (match === null || this.isEngineToMove) return;
    const opinion = this.opinion ?? await this.formOpinion();
    if (opinion === null || this.current !== match || !match.isRunning) return;
    const { play } = host.texts;
    const lead = match.engineSide === "white" ? opinion.cp : -opinion.cp;
    const answer = answerDrawOffer(positionAfter(host.line.wholeGame.record), host.line.moves.length, lead);
    if (answer === "accepted") this.finish({ result: "1/2-1/2", reason: play.byAgreement, isFinal: true });
    else host.notices.inform(answer === "better" ? play.declined : play.early);
  }

  /** The engine could not move, and is to try again. */
  retry(): void {
    const { match } = this;
    if (match === null || !this.isStuck) return;
    this.hasFailed = false;
    if (this.host.line.moves.length >= 2) match.clock?.start(match.engineSide, performance.now());
    void this.answer();
    this.host.changed();
  }

  /** Looks at the clock: the game ends for a side without time. */
  tick(): void {
    const flagged = this.isRunning ? this.current?.clock?.flagged(performance.now()) ?? null : null;
    if (flagged !== null) this.finish(this.outcomeOfFlag(flagged));
  }

  /** A side without time has lost, but not against a king alone, which can never mate (FIDE Laws of Chess, 6.9). */
  private outcomeOfFlag(flagged: Side): GameEnd {
    const { play } = this.host.texts;
    const [board] = this.host.line.wholeGame.fen.split(" ");
    const men = board.replace(flagged === "white" ? /[^a-z]/g : /[^A-Z]/g, "");
    if (men.length === 1) return { result: "1/2-1/2", reason: play.byTimeAgainstKing(flagged), isFinal: true };
    return lossOf(flagged, play.byTime(flagged));
  }

  /** What is going on, as a sentence. */
  describe(): string {
    const { play } = this.host.texts;
    const { match } = this;
    if (match === null) return play.invite;
    if (match.outcome !== null) return describeOutcome(match.outcome, this.host.texts);
    if (this.isStuck) return play.stuck;
    if (this.isEngineToMove) return play.thinking;
    return this.host.line.isAtEnd ? play.yourMove : play.lookingBack;
  }

  /** The engine moves, if it is its turn. */
  private async answer(): Promise<void> {
    const { match, host } = this;
    if (match === null || !this.isEngineToMove) return;
    const thought = ++this.thought;
    const started = performance.now();
    const game = host.line.wholeGame;
    try {
      const outcome = await host.link.play(game, this.boundsOf(match));
      await pause(this.leastMs(match) - (performance.now() - started));
      // Meanwhile the user may have resigned, taken back or begun another game.
      if (this.thought !== thought || this.current !== match || !match.isRunning) return;
      if (outcome === null || outcome.move === null) return;
      this.opinion = evaluationOf(outcome.lines[0].score, game.turn === "white");
      host.line.goTo(host.line.moves.length);
      const { san, isCheck } = host.line.play(outcome.move);
      const { play } = host.texts;
      host.notices.speak(play.engineMoved(san));
      if (isCheck) host.notices.speak(play.check);
      this.afterMove();
      host.positionChanged();
    } catch (error) {
      if (this.thought === thought && this.current === match) this.fail(error);
    }
  }

  /** How long the engine takes at least, so that its move can be followed; less where its clock runs out. */
  private leastMs({ clock, engineSide }: Match): number {
    return clock === null ? LEAST_MS : Math.min(LEAST_MS, clock.remaining(engineSide, performance.now()) / 40);
  }

  /** Shows why the engine cannot move. Its clock waits until the user lets it try again. */
  private fail(error: unknown): void {
    this.hasFailed = true;
    this.current?.clock?.stop(performance.now());
    reportFailure(this.host, error);
    this.host.changed();
  }

  private boundsOf({ terms, clock }: Match): Parameters<Host["link"]["play"]>[1] {
    const strength = terms.elo === null ? {} : { strength: terms.elo };
    if (clock === null) return { moveTime: terms.elo === null ? FULL_MOVE_MS : WEAK_MOVE_MS, ...strength };
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
    const { host } = this;
    const game = host.line.wholeGame;
    try {
      const outcome = await host.link.analyse(game, { nodes: OPINION_NODES });
      return outcome === null ? null : evaluationOf(outcome.lines[0].score, game.turn === "white");
    } catch (error) {
      reportFailure(host, error);
      return null;
    } finally {
      // The analysis goes on, if it is on.
      host.positionChanged();
    }
  }

  /** Ends the game if the board does. A draw that a player may claim counts as claimed. */
  private finishOnBoard(): boolean {
    const { outcome } = this.host.line.wholeGame;
    if (outcome !== null) this.finish(outcome);
    return outcome !== null;
  }

  private finish(outcome: Parameters<Match["finish"]>[0]): void {
    const { host } = this;
    this.current?.finish(outcome, performance.now());
    this.endedGame = host.line.gameKey;
    host.link.stop();
    this.nameGame(outcome.result);
    host.notices.speak(this.describe());
    host.positionChanged();
  }

  /** Writes players and result into the tags of the game, which keeps them when the match is left. */
  private nameGame(result: string): void {
    const { line, texts } = this.host;
    for (const [side, tag] of [["white", "White"], ["black", "Black"]] as const) {
      line.tags.set(tag, playerContent(line, this.current, side, texts).name);
    }
    line.tags.set("Result", result);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
