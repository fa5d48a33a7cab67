/**
 * `hindsight play`: the loop that reads what a person types, until they leave.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import type { PolyglotBook } from "../../book/polyglot_book.ts";
import { readLines } from "../../uci/system/input.ts";
import { untilInterrupted } from "../../uci/system/interrupt.ts";
import type { ProgramContext } from "../../uci/system/program_context.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "../../engine/version.ts";
import { HumanGame } from "./human_game.ts";
import { readMove } from "./move_entry.ts";
import { findCommand, QUIT } from "./play_commands.ts";
import { PLAY_HELP, type PlayOptions, readPlayOptions } from "./play_options.ts";
import { Thinker } from "../../engine/thinker.ts";

/**
 * Runs the program.
 *
 * @param args The arguments behind `play`.
 * @param readBook Reads an opening book from its file; "" is no book.
 * @returns The exit code: 0, 1 if the book or the endgame tables cannot be read, 2 if the arguments are wrong.
 */
export async function runPlay(
  args: readonly string[],
  context: ProgramContext,
  readBook: (path: string) => PolyglotBook | null,
): Promise<number> {
  let options: PlayOptions;
  try {
    options = readPlayOptions(args);
  } catch (error) {
    context.complain(`${messageOf(error)}; see hindsight play --help`);
    return 2;
  }
  if (options.help) {
    context.write(PLAY_HELP);
    return 0;
  }
  let book: PolyglotBook | null;
  let thinker: Thinker;
  try {
    book = readBook(options.book);
    thinker = new Thinker(context, options.settings);
  } catch (error) {
    context.complain(messageOf(error));
    return 1;
  }
  const colours = Deno.stdout.isTerminal() && !Deno.noColor;
  const match = new HumanGame({ options, thinker, book, colours, show: context.writeStyled });
  context.write(`${ENGINE_NAME} ${ENGINE_VERSION}`);
  await untilInterrupted(async (signal) => {
    signal.addEventListener("abort", () => thinker.stop());
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    await Promise.race([converse(match, signal), left]);
  });
  thinker.close();
  // A prompt, or the terminal's ^C, stands on the line.
  context.write(`${Deno.stdin.isTerminal() ? "\n" : ""}Goodbye.`);
  return 0;
}

/** Reads lines and does what they say until they end, one says so, or the signal comes. */
async function converse(match: HumanGame, signal: AbortSignal): Promise<void> {
  try {
    await match.begin();
  } catch (error) {
    match.show(messageOf(error));
  }
  prompt(match);
  for await (const lines of readLines(Deno.stdin)) {
    for (const line of lines) {
      if (signal.aborted) return;
      if (!await obey(match, line.trim())) return;
    }
    prompt(match);
  }
}

/** Does what a line says; `false` if it says to leave. */
async function obey(match: HumanGame, line: string): Promise<boolean> {
  if (line === "" || line.startsWith("#")) return true;
  const [name] = line.split(/\s+/);
  const command = findCommand(name);
  if (command?.names[0] === QUIT) return false;
  try {
    if (command !== undefined) await command.run(match, line.slice(name.length).trim());
    else await playTyped(match, line);
  } catch (error) {
    match.show(messageOf(error));
  }
  return true;
}

async function playTyped(match: HumanGame, text: string): Promise<void> {
  match.expectTurn();
  const move = readMove(match.game.position, text);
  if (move === NO_MOVE) throw new SyntaxError(`'${text}' is neither a move nor a command; 'help' lists the commands`);
  await match.play(move);
}

/** Asks for a line, if a person sits there to be asked. */
function prompt(match: HumanGame): void {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return;
  const side = match.game.outcome !== null ? "Over" : match.game.position.sideToMove === WHITE ? "White" : "Black";
  Deno.stdout.writeSync(new TextEncoder().encode(`${side}> `));
}
