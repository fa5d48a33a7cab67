/** `hindsight puzzle`: asks for the better move at each error in the person's games. @module */

import type { Engine } from "../../engine/engine.ts";
import { giveUpWriting } from "../../system/files.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { printable } from "../../system/output.ts";
import { type ProgramContext, startEngine } from "../../system/program_context.ts";
import { type GameOfFile, streamGames } from "../analyse/game_files.ts";
import { Players } from "../analyse/players.ts";
import { endOfTalk, readTyped } from "../play/typed_lines.ts";
import type { PuzzleArguments } from "./puzzle_arguments.ts";
import { PuzzleConversation } from "./puzzle_conversation.ts";
import { findPuzzles, sidesOf } from "./puzzle_source.ts";

/** Runs the program. Returns the exit code: 0, or 1 if a file or a game has a fault. */
export async function askPuzzles(options: PuzzleArguments, context: ProgramContext): Promise<number> {
  giveUpWriting();
  let isWhole = true;
  const complain = (message: string): void => {
    isWhole = false;
    context.complain(message);
  };
  const games = await Array.fromAsync(streamGames(options.inputs, complain));
  for (const { file, fault } of games) if (fault !== null) complain(`${file}: ${fault}`);
  if (games.length === 0) return 1;
  checkPlayer(games, options);
  const engine = await startEngine(context, options.engine);
  try {
    await ask(games, options, engine, context);
  } finally {
    engine.close();
  }
  return isWhole ? 0 : 1;
}

/** If the requested player is in no game, throws an Error that lists the players. */
function checkPlayer(games: readonly GameOfFile[], options: PuzzleArguments): void {
  if (options.player === null || games.some(({ game }) => sidesOf(game, options).includes(true))) return;
  const players = new Players();
  for (const { game } of games) players.add(game);
  throw players.noneChosenBy(
    `'--player ${options.player}'${options.colour ? ` and '--colour ${options.colour}'` : ""}`,
  );
}

async function ask(
  games: readonly GameOfFile[],
  options: PuzzleArguments,
  engine: Engine,
  context: ProgramContext,
): Promise<void> {
  const colours = Deno.stdout.isTerminal() && !Deno.noColor;
  await untilInterrupted(async (signal) => {
    const puzzles = findPuzzles(games, options, engine, signal);
    const conversation = new PuzzleConversation({
      puzzles,
      engine,
      bounds: options.bounds,
      style: { colours, letters: options.ascii },
      show: context.writeStyled,
      signal,
    });
    try {
      await endOfTalk(talk(conversation), signal);
    } finally {
      // Wait for a running analysis to remove its progress bar.
      await puzzles.return(undefined);
      const score = conversation.describeScore();
      if (score !== "") context.write(`\n${score}`);
      // End the current line, which shows a prompt or ^C.
      else if (Deno.stdin.isTerminal() && conversation.count > 0) context.write("");
    }
    if (conversation.count === 0 && !signal.aborted) {
      context.write(
        `There is no ${options.least}${options.least === "blunder" ? "" : " or worse error"} to learn from.`,
      );
    }
  });
}

async function talk(conversation: PuzzleConversation): Promise<void> {
  if (!await conversation.advance()) return;
  await readTyped({ prompt: () => conversation.prompt, obey: (line) => conversation.obey(printable(line)) });
}
