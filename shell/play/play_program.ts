/** `hindsight play`: reads what the user types. @module */

import { messageOf } from "../../core/errors.ts";
import { readFen } from "../../core/fen.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import type { PolyglotBook } from "../../book/polyglot_book.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { printable } from "../../system/output.ts";
import { type ProgramContext, startEngine } from "../../system/program_context.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";
import { HumanGame } from "./human_game.ts";
import { readMove } from "./move_entry.ts";
import { findCommand, type Question, QUIT } from "./play_commands.ts";
import type { PlayArguments } from "./play_arguments.ts";
import { endOfTalk, readTyped } from "./typed_lines.ts";

/** Runs the program. Returns exit code 0. */
export async function playGames(
  options: PlayArguments,
  context: ProgramContext,
  readBook: (path: string) => PolyglotBook | null,
): Promise<number> {
  readFen(options.fen);
  const book = readBook(options.book);
  const engine = await startEngine(context, options.engine);
  const colours = Deno.stdout.isTerminal() && !Deno.noColor;
  context.write(ENGINE_TITLE);
  await untilInterrupted(async (signal) => {
    // Show nothing after an interruption.
    const show = (text: string): void => {
      if (!signal.aborted) context.writeStyled(text);
    };
    const humanGame = new HumanGame({ options, engine, book, colours, show, signal });
    const conversation = new Conversation(humanGame, signal);
    await endOfTalk(conversation.run(), signal);
    // Wait for a review to remove its progress bar.
    await conversation.settle();
  });
  engine.close();
  // The current line shows a prompt or ^C, so start a new one.
  context.write(`${Deno.stdin.isTerminal() ? "\n" : ""}Goodbye.`);
  return 0;
}

function nameIn(line: string): string {
  return printable(line).trim().split(/\s+/)[0];
}

class Conversation {
  /** The question that the next line may answer. */
  private question: Question | null = null;
  /** Settles when the latest line has been handled. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly humanGame: HumanGame, private readonly signal: AbortSignal) {}

  /** Runs until the input ends, the person quits, or the signal is aborted. */
  async run(): Promise<void> {
    await readTyped({
      prompt: () => this.prompt(),
      begin: () => this.humanGame.begin().catch((error) => this.humanGame.show(messageOf(error))),
      obey: (line, isUrgent) => {
        const work = this.obey(line, isUrgent);
        this.work = work;
        return work;
      },
      hurry: (line) => {
        const isUrgent = findCommand(nameIn(line))?.isUrgent === true;
        if (isUrgent) this.humanGame.keepFromThinking();
        return isUrgent;
      },
    });
  }

  async settle(): Promise<void> {
    await this.work;
  }

  /** Handles a typed line. Returns false if the person quits or the signal is aborted. */
  private async obey(typed: string, isUrgent: boolean): Promise<boolean> {
    if (this.signal.aborted) return false;
    const line = printable(typed).trim();
    if (line === "" || line.startsWith("#")) return true;
    if (isUrgent) this.humanGame.letThink();
    try {
      const { question } = this;
      this.question = null;
      if (question?.answer(line)) return true;
      const name = nameIn(line);
      const command = findCommand(name);
      if (command?.names[0] === QUIT) return false;
      if (command === undefined) await this.play(line);
      else this.question = await command.run(this.humanGame, line.slice(name.length).trim()) ?? null;
    } catch (error) {
      this.humanGame.show(messageOf(error));
    }
    // It may still be the engine's turn.
    if (isUrgent) await this.humanGame.answer();
    return true;
  }

  private async play(text: string): Promise<void> {
    this.humanGame.expectTurn();
    const move = readMove(this.humanGame.position, text);
    if (move === NO_MOVE) throw new SyntaxError(`'${text}' is neither a move nor a command; 'help' lists the commands`);
    await this.humanGame.play(move);
  }

  private prompt(): string {
    const { outcome, position } = this.humanGame;
    return outcome !== null ? "Over> " : position.sideToMove === WHITE ? "White> " : "Black> ";
  }
}
