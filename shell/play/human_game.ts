/** A person's games against the engine. @module */

import { formatFen } from "../../core/fen.ts";
import { BLACK, NO_MOVE, WHITE } from "../../core/types.ts";
import { pickBookMove, type PolyglotBook } from "../../book/polyglot_book.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Line } from "../../engine/line.ts";
import { ENGINE_NAME, ENGINE_TITLE } from "../../engine/version.ts";
import { drawTerminalBoard } from "../../engine/view/terminal_board.ts";
import { answerDrawOffer } from "../../engine/games/draw_offer.ts";
import { describeEvaluation, type Evaluation, evaluationOf, winChance } from "../../engine/games/evaluation.ts";
import { moveAfter, numberOf, type PgnGame, playersOf } from "../../engine/games/pgn.ts";
import { Game } from "../../engine/games/game.ts";
import { GameNode } from "../../engine/games/game_node.ts";
import type { GameEnd } from "../../engine/games/outcome.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import type { Analysis } from "../../engine/games/analysis.ts";
import { annotate } from "../../engine/games/annotate.ts";
import { positionAfter, type Replay, replayOf } from "../../engine/games/replay.ts";
import { describeGame } from "../analyse/game_report.ts";
import { showThinking } from "../../terminal/progress.ts";
import { analyseVisibly } from "../analyse/visible_analysis.ts";
import { eloOfLevel, MAX_LEVEL } from "./level.ts";
import type { PlayArguments } from "./play_arguments.ts";

/** Maximum thinking time for `hint` and `eval`, in milliseconds. */
const ADVICE_MS = 1000;
/** Maximum thinking time for each position in a review, in milliseconds. */
const REVIEW_MS = 300;
const HINT_PLIES = 4;

/** The settings and services that games use. The signal ends searches early. */
export type HumanGameOptions = Readonly<{
  options: PlayArguments;
  engine: Pick<Engine, "analyse" | "play" | "newGame">;
  book: PolyglotBook | null;
  colours: boolean;
  show: (text: string) => void;
  signal: AbortSignal;
}>;

/** A person's games against the engine. */
export class HumanGame {
  /** The engine's level, 1 … `MAX_LEVEL`. */
  level: number;
  /** The engine's maximum thinking time for a move, in milliseconds. */
  ms: number;
  /** Writes text and a line break. */
  readonly show: (text: string) => void;

  private current: Game;
  /** How the game ended if the board does not show it: an agreed draw, or a resignation. */
  private agreed: GameEnd | null = null;
  private colour: number;
  private isTurned = false;
  /** The evaluation from the engine's last search. */
  private opinion: Evaluation | null = null;
  private thinking = new AbortController();
  /** The number of urgent commands that are waiting. */
  private urgent = 0;
  private isAnnounced = false;
  /** The latest review, and the moves that it covers. */
  private reviewed: { readonly replay: Replay; readonly analysis: Analysis } | null = null;

  /** `begin` starts the first game. */
  constructor(private readonly given: HumanGameOptions) {
    const { options, show } = given;
    this.show = show;
    this.level = options.level;
    this.ms = options.ms;
    this.colour = options.colour ?? randomColour();
    this.current = new Game(options.fen, { tolerant: true });
  }

  /** A copy of the position. */
  get position(): Position {
    return positionAfter(this.current.record);
  }

  /** The number of moves played. */
  get plies(): number {
    return this.current.ply;
  }

  /** How the game ended; `null` while it continues. */
  get outcome(): GameEnd | null {
    return this.agreed ?? this.current.outcome;
  }

  /** Whether it is the player's turn. */
  get isPersonToMove(): boolean {
    return this.position.sideToMove === this.colour;
  }

  /** Begins the first game. */
  async begin(): Promise<void> {
    this.current.mended.forEach((each) => this.show(`${each}.`));
    this.show(`You play ${this.colour === WHITE ? "White" : "Black"}. 'help' lists the commands.`);
    if (this.announceEnd()) return;
    this.draw();
    await this.answer();
  }

  /** Plays the person's move and the engine's answer. Throws an Error if it is not the person's turn. */
  async play(move: number): Promise<void> {
    this.expectTurn();
    this.make(move);
    if (this.announceEnd()) return;
    await this.answer();
  }

  /** If it is the engine's turn, plays its move. */
  async answer(): Promise<void> {
    if (this.isPersonToMove || this.outcome !== null || this.urgent > 0) return;
    const move = this.bookMove() ?? await this.searchMove();
    // The person has quit, or typed an urgent command.
    if (move === null) return;
    this.make(move);
    this.show(`\n${ENGINE_NAME}: ${this.lastMoveText}`);
    if (!this.announceEnd()) this.draw();
  }

  /** Ends the search for the engine's move without playing the move, because an urgent command is waiting. */
  keepFromThinking(): void {
    this.urgent++;
    this.thinking.abort();
  }

  /** Called when the urgent command is no longer waiting. */
  letThink(): void {
    this.urgent--;
  }

  /** Takes back the person's last move and the engine's answer. */
  undo(): void {
    const plies = this.isPersonToMove ? 2 : 1;
    if (plies > this.plies) throw new Error("You have not moved yet");
    for (let i = 0; i < plies; i++) this.current.undo();
    this.agreed = null;
    this.isAnnounced = false;
    // The last evaluation was for a later position.
    this.opinion = null;
    this.draw();
  }

  /** Shows the move that the engine would play. */
  async hint(): Promise<void> {
    const { san } = await this.advise();
    const [best, ...rest] = san.slice(0, HINT_PLIES);
    this.show(rest.length === 0 ? `Hint: ${best}` : `Hint: ${best}, then perhaps ${rest.join(" ")}`);
  }

  /** Shows which side is better. */
  async evaluate(): Promise<void> {
    const evaluation = await this.evaluateNow();
    const chance = Math.round(winChance(evaluation));
    const text = describeEvaluation(evaluation);
    this.show(evaluation.mate !== null ? text : `Evaluation: ${text}; White's chance to win: ${chance} %`);
  }

  /** Draws the board with the players' names and the last move. */
  draw(): void {
    const { position, lastMoveText, lastMove } = this;
    const flipped = (this.colour === BLACK) !== this.isTurned;
    const name = (colour: number): string => {
      const player = colour === this.colour ? "you" : `${ENGINE_NAME}, level ${this.level}`;
      const turn = this.outcome === null && position.sideToMove === colour ? ", to move" : "";
      return `${colour === WHITE ? "White" : "Black"}: ${player}${turn}`;
    };
    const notes = ["", "", "", "", "", "", "", ""];
    notes[0] = name(flipped ? WHITE : BLACK);
    notes[7] = name(flipped ? BLACK : WHITE);
    if (lastMoveText !== "") notes[3] = `Last move: ${lastMoveText}`;
    if (position.inCheck && this.outcome === null) notes[4] = "Check!";
    const { colours, options } = this.given;
    const style = { colours, letters: options.ascii, flipped };
    this.show(drawTerminalBoard(position, lastMove, style, notes) + "\n");
  }

  /** Turns the board around. */
  flip(): void {
    this.isTurned = !this.isTurned;
    this.draw();
  }

  /** Offers a draw to the engine. */
  async offerDraw(): Promise<void> {
    this.expectRunning();
    const { cp } = this.opinion ?? await this.evaluateNow();
    const lead = this.colour === WHITE ? -cp : cp;
    const answer = answerDrawOffer(this.position, this.plies, lead);
    if (answer === "better") return this.show("The engine declines: it likes its position");
    if (answer === "early") return this.show("The engine declines: the game has only begun");
    this.end("1/2-1/2", "Draw by agreement");
  }

  /** Resigns for the player. */
  resign(): void {
    this.expectRunning();
    const isWhite = this.colour === WHITE;
    this.end(isWhite ? "0-1" : "1-0", `${isWhite ? "White" : "Black"} resigns`);
  }

  /**
   * Starts another game. `null` chooses a random colour; `undefined` keeps the colour. Throws if the FEN is invalid.
   */
  async restart(colour?: number | null, fen: string = this.given.options.fen): Promise<void> {
    this.current = new Game(fen, { tolerant: true });
    this.agreed = null;
    if (colour !== undefined) this.colour = colour ?? randomColour();
    this.opinion = null;
    this.isAnnounced = false;
    this.isTurned = false;
    await this.given.engine.newGame();
    await this.begin();
  }

  /** Starts another game from the position before move `12` or `12...`. Throws a RangeError for an unknown move. */
  async playFrom(label: string): Promise<void> {
    const { record, first } = replayOf(this.current.root);
    const wanted = label.includes(".") ? label : `${label}.`;
    const plies = [...record.moves, NO_MOVE].findIndex((_, ply) => {
      const { fullmove, isWhite } = moveAfter(first, ply);
      return numberOf(fullmove, isWhite) === wanted;
    });
    if (plies < 0) throw new RangeError(`Expected the number of a move in this game, but got '${label}'`);
    await this.restart(undefined, formatFen(positionAfter(record, plies)));
  }

  /** Shows the errors of the game so far. */
  async review(): Promise<void> {
    const { plies } = this;
    const replay = replayOf(this.current.root);
    if (plies === 0) throw new Error("There is no move to review yet");
    const ms = Math.min(REVIEW_MS, this.ms);
    const seconds = Math.max(1, Math.round((plies + 1) * ms / 1000));
    this.show(`The engine searches ${plies + 1} positions, which takes about ${seconds} s.`);
    const { engine, signal } = this.given;
    const analysis = await analyseVisibly(replay, engine, { time: ms }, signal);
    // The person has quit.
    if (signal.aborted) return;
    this.reviewed = { replay, analysis };
    const game = this.toGame();
    this.show(`\n${describeGame(playersOf(game), game.result, analysis)}\n`);
    this.show("'save FILE' saves the game with its errors marked; 'hindsight puzzle FILE' asks\nfor the better moves.");
  }

  /** The game as PGN. It includes the errors if the latest review covers these moves. */
  toPgn(): string {
    const game = this.toGame();
    const { reviewed, current: { record } } = this;
    const { fen, moves } = reviewed?.replay.record ?? { fen: "", moves: [] };
    if (reviewed !== null && fen === record.fen && moves.join() === record.moves.join()) {
      annotate(game, reviewed.analysis, { fresh: false, annotator: ENGINE_TITLE });
    }
    return writePgn(game);
  }

  private toGame(): PgnGame {
    const engine = `${ENGINE_TITLE} (level ${this.level} of ${MAX_LEVEL})`;
    const [white, black] = this.colour === WHITE ? ["Human", engine] : [engine, "Human"];
    const date = new Date();
    const two = (value: number): string => String(value).padStart(2, "0");
    const { tags } = this.current;
    tags.set("Event", "Casual game");
    tags.set("Date", `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`);
    tags.set("White", white).set("Black", black).set("Result", this.outcome?.result ?? "*");
    // Annotate a copy, not the game itself.
    const [game] = readPgn(this.current.toPgn());
    if (this.agreed !== null) GameNode.addComment(game.root.line.at(-1) ?? game.root, this.agreed.reason);
    return game;
  }

  private make(move: number): void {
    this.current.move(formatUci(move, this.current.chess960));
  }

  /** Ends the game without a move. */
  private end(result: GameEnd["result"], reason: string): void {
    this.agreed = { result, reason, isFinal: true };
    this.announceEnd();
  }

  private get lastMove(): number {
    return this.current.record.moves.at(-1) ?? NO_MOVE;
  }

  /** The last move with its number; "" for none. */
  private get lastMoveText(): string {
    const { parent, fullmove, colour, san } = this.current.current;
    return parent === null ? "" : `${numberOf(fullmove, colour === "white")} ${san}`;
  }

  private bookMove(): number | null {
    const moves = this.given.book?.movesFor(this.position, this.lastMove) ?? [];
    const move = pickBookMove(moves, Math.random());
    return move === NO_MOVE ? null : move;
  }

  private async searchMove(): Promise<number | null> {
    const { position, current: { record } } = this;
    const options = { time: this.ms, strength: eloOfLevel(this.level) };
    const stopShowing = showThinking(`${ENGINE_NAME} is thinking ...`);
    const thinking = this.thinking = new AbortController();
    const signal = AbortSignal.any([this.given.signal, thinking.signal]);
    const running = this.given.engine.play({ record }, options).stopOn(signal);
    const { move, lines, isStopped } = await running.result.finally(stopShowing);
    if (thinking.signal.aborted) return null;
    this.opinion = evaluationOf(lines[0].score, position.sideToMove === WHITE);
    return isStopped || move === null ? null : parseUci(position, move);
  }

  private async evaluateNow(): Promise<Evaluation> {
    return evaluationOf((await this.advise()).score, this.position.sideToMove === WHITE);
  }

  /** The best line from a search at full strength. */
  private async advise(): Promise<Line> {
    this.expectTurn();
    const { record } = this.current;
    const time = Math.min(ADVICE_MS, this.ms);
    const { lines } = await this.given.engine.analyse({ record }, { time }).stopOn(this.given.signal).result;
    return lines[0];
  }

  /** Throws an Error if the game is over, or if it is still the engine's turn because its search failed. */
  expectTurn(): void {
    this.expectRunning();
    if (this.isPersonToMove) return;
    throw new Error("The engine has not answered; 'undo' takes your move back, 'new' starts another game");
  }

  private expectRunning(): void {
    if (this.outcome === null) return;
    throw new Error("The game is over; 'new' starts another, 'undo' takes a move back");
  }

  /** If the game is over, shows how it ended, but only once. Returns whether it is over. */
  private announceEnd(): boolean {
    const { outcome } = this;
    if (outcome === null) return false;
    if (!this.isAnnounced) {
      this.draw();
      this.show(`${outcome.reason}. ${outcome.result}`);
      this.show("'review' shows your errors, 'save FILE' saves the game, 'new' starts another,\n'quit' leaves.");
    }
    this.isAnnounced = true;
    return true;
  }
}

function randomColour(): number {
  return Math.random() < 0.5 ? WHITE : BLACK;
}
