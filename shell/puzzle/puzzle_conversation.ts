/** The conversation about puzzles. @module */

import { messageOf } from "../../core/errors.ts";
import { formatUci } from "../../core/notation.ts";
import { NO_MOVE } from "../../core/types.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SearchBounds } from "../../engine/engine_options.ts";
import { numberedMoves, numberOf, playersOf } from "../../engine/games/pgn.ts";
import { judgeAnswer, type Puzzle } from "../../engine/games/puzzle.ts";
import { aboutIt, describeError, PuzzleRun, scoreOf } from "../../engine/games/puzzle_run.ts";
import { positionAfter } from "../../engine/games/replay.ts";
import { drawTerminalBoard } from "../../engine/view/terminal_board.ts";
import { count } from "../../engine/words.ts";
import { printable } from "../../system/output.ts";
import { readMove } from "../play/move_entry.ts";
import type { GamePuzzle } from "./puzzle_source.ts";

/** `bounds` limits each search that judges an answer. The signal ends a search early. */
export type PuzzleConversationOptions = Readonly<{
  puzzles: AsyncIterator<GamePuzzle>;
  engine: Pick<Engine, "analyse">;
  bounds: SearchBounds;
  style: { readonly colours: boolean; readonly letters: boolean };
  show: (text: string) => void;
  signal: AbortSignal;
}>;

const HELP = `Type the better move: Nf3, exd5, O-O, e8=Q, or g1f3. Commands:
  hint    Show which piece moves; the second time, also its square
  answer  Give up and show the best line
  next    Continue with the next puzzle
  board   Draw the board again
  help    Show this help
  quit    Leave (also Ctrl-C or Ctrl-D)`;

/** Shows puzzles, and takes moves and commands. */
export class PuzzleConversation {
  private readonly runs: PuzzleRun[] = [];
  private current: GamePuzzle | null = null;

  /** `advance` shows the first puzzle. */
  constructor(private readonly options: PuzzleConversationOptions) {}

  /** The number of puzzles shown. */
  get count(): number {
    return this.runs.length;
  }

  /** The prompt for a terminal. */
  get prompt(): string {
    return this.current?.puzzle.isWhite === false ? "Black> " : "White> ";
  }

  /** Shows the next puzzle. Returns whether there is one. Rejects if a search fails. */
  async advance(): Promise<boolean> {
    const { done, value } = await this.options.puzzles.next();
    this.current = done === true ? null : value;
    if (this.current === null || this.options.signal.aborted) return false;
    this.runs.push(new PuzzleRun(this.current.puzzle));
    const { puzzle, game } = this.current;
    const result = game.result === "*" ? "" : `, ${game.result}`;
    this.options.show(`\nPuzzle ${this.runs.length}: ${printable(playersOf(game))}${result}`);
    this.draw();
    this.options.show(
      `The game went ${numberOf(puzzle.fullmove, puzzle.isWhite)} ${puzzle.san}, a${
        puzzle.judgement === "inaccuracy" ? "n" : ""
      } ${puzzle.judgement}. What is better for ${puzzle.isWhite ? "White" : "Black"}?`,
    );
    return true;
  }

  /** Handles a typed line. Returns false if the person quits, or after the last puzzle. Rejects if a search fails. */
  async obey(typed: string): Promise<boolean> {
    const line = typed.trim();
    const run = this.runs.at(-1);
    if (this.current === null || run === undefined || this.options.signal.aborted) return false;
    if (line === "" || line.startsWith("#")) return true;
    switch (line.toLowerCase()) {
      case "hint":
        this.options.show(run.hint());
        return true;
      case "answer":
      case "solution":
        run.giveUp();
        this.options.show(`Best: ${lineOf(run.puzzle)}`);
        return await this.advance();
      case "next":
      case "skip":
        run.giveUp();
        return await this.advance();
      case "board":
        this.draw();
        return true;
      case "help":
      case "?":
        this.options.show(HELP);
        return true;
      case "quit":
      case "exit":
      case "q":
        return false;
    }
    return await this.answer(run, line);
  }

  /** The score; "" before the end of the first puzzle. */
  describeScore(): string {
    const { asked, solved, atOnce } = scoreOf(this.runs);
    return asked === 0 ? "" : `${solved} of ${asked} solved, ${atOnce} of them on the first try and without a hint.`;
  }

  private async answer(run: PuzzleRun, text: string): Promise<boolean> {
    const { puzzle } = run;
    const { engine, bounds, signal, show } = this.options;
    let uci: string;
    try {
      uci = readAnswer(puzzle, text);
    } catch (error) {
      show(messageOf(error));
      return true;
    }
    const verdict = await judgeAnswer(puzzle, uci, engine, bounds, signal);
    if (signal.aborted) return false;
    const cost = Math.round(verdict.loss);
    if (run.take(verdict)) {
      show(verdict.kind === "best" ? `Right: ${lineOf(puzzle)}` : `Also good. Best: ${lineOf(puzzle)}`);
      return await this.advance();
    }
    const what = verdict.kind === "played" ? "That is the move played in the game" : "Not good enough";
    const price = cost > 0 ? `: it lowers the chance to win by ${count(cost, "percentage point")}` : "";
    const why = aboutIt(verdict.reason);
    show([`${what}${price}.`, why, "Try again, or type 'hint' or 'answer'."].filter((part) => part !== "").join(" "));
    return true;
  }

  private draw(): void {
    const { options, current } = this;
    if (current === null) return;
    const { record, isWhite } = current.puzzle;
    const style = { ...options.style, flipped: !isWhite };
    const last = record.moves.at(-1) ?? NO_MOVE;
    options.show(drawTerminalBoard(positionAfter(record), last, style) + "\n");
  }
}

function readAnswer({ record }: Puzzle, text: string): string {
  const position = positionAfter(record);
  const move = readMove(position, text);
  if (move === NO_MOVE) throw new SyntaxError(`'${text}' is neither a move nor a command; 'help' lists the commands`);
  return formatUci(move, position.chess960);
}

/** The best line, and why the move played in the game was an error. */
function lineOf(puzzle: Puzzle): string {
  return `${numberedMoves(puzzle, puzzle.best)}\n${describeError(puzzle)}`.trimEnd();
}
