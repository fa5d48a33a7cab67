/** The commands that a person can type during a game. @module */

import { formatFen, parseSquare } from "../../core/fen.ts";
import { NO_SQUARE } from "../../core/types.ts";
import { joined } from "../../engine/games/pgn_lines.ts";
import { OutputFile } from "../../system/program_files.ts";
import { parseSeconds } from "../arguments.ts";
import { MAX_LEVEL } from "./level.ts";
import { listMoves } from "./move_entry.ts";
import type { HumanGame } from "./human_game.ts";
import { parseColour } from "./play_arguments.ts";

/** A question that the person has been asked. */
export interface Question {
  /** Called with the next line. Returns `false` if the line is a move or a command instead of an answer. */
  answer(line: string): boolean;
}

/** A command. */
export type PlayCommand = {
  /** The names; `help` shows the first. */
  readonly names: readonly string[];
  readonly parameters?: string;
  readonly help: string;
  /** Whether the command interrupts the engine's thinking. */
  readonly isUrgent?: boolean;
  /** Carries out the command. May return a question. Throws an Error with a message for the person. */
  run(humanGame: HumanGame, text: string): void | Question | Promise<void>;
};

const LIST_COLUMNS = 78;

/** The command that ends the program. */
export const QUIT = "quit";

const PLAY_COMMANDS: readonly PlayCommand[] = [
  { names: ["undo", "back"], help: "Take back your last move", isUrgent: true, run: (humanGame) => humanGame.undo() },
  { names: ["hint"], help: "Show what the engine would play", run: (humanGame) => humanGame.hint() },
  { names: ["eval"], help: "Show which side is better", run: (humanGame) => humanGame.evaluate() },
  {
    names: ["moves"],
    parameters: "[SQUARE]",
    help: "List the legal moves, or only those from a square",
    run: (humanGame, text) => humanGame.show(listed(humanGame, text)),
  },
  { names: ["board"], help: "Draw the board again", run: (humanGame) => humanGame.draw() },
  { names: ["flip"], help: "Turn the board around", run: (humanGame) => humanGame.flip() },
  { names: ["draw"], help: "Offer a draw", run: (humanGame) => humanGame.offerDraw() },
  { names: ["resign"], help: "Give up", isUrgent: true, run: (humanGame) => humanGame.resign() },
  { names: ["review"], help: "Show the errors of the game, with better moves", run: (humanGame) => humanGame.review() },
  {
    names: ["new"],
    parameters: "[COLOUR]",
    help: "Start another game; COLOUR is white, black or random",
    isUrgent: true,
    run: (humanGame, text) => humanGame.restart(text === "" ? undefined : parseColour(text, "new")),
  },
  {
    names: ["from"],
    parameters: "MOVE",
    help: "Play again from a move of this game: 12, or 12... for Black",
    isUrgent: true,
    run: (humanGame, text) => humanGame.playFrom(text),
  },
  {
    names: ["level"],
    parameters: "[N]",
    help: `Show or set how strong the engine plays, 1 to ${MAX_LEVEL}`,
    run: (humanGame, text) => {
      if (text !== "") humanGame.level = parseLevel(text);
      humanGame.show(`The engine plays at level ${humanGame.level} of ${MAX_LEVEL}`);
    },
  },
  {
    names: ["time"],
    parameters: "[SECONDS]",
    help: "Show or set how long the engine may think about a move",
    run: (humanGame, text) => {
      if (text !== "") humanGame.ms = parseSeconds(text, "time");
      humanGame.show(`The engine thinks for at most ${humanGame.ms / 1000} s`);
    },
  },
  {
    names: ["fen"],
    parameters: "[FEN]",
    help: "Show the position as FEN, or start a game from one",
    run: (humanGame, text) =>
      text === "" ? humanGame.show(formatFen(humanGame.position)) : humanGame.restart(undefined, text),
  },
  { names: ["pgn"], help: "Show the game as PGN", run: (humanGame) => humanGame.show(humanGame.toPgn()) },
  {
    names: ["save"],
    parameters: "FILE",
    help: "Save the game; asks before it changes an existing file",
    run: (humanGame, text) => save(humanGame, text),
  },
  { names: ["help", "?"], help: "Show this help", run: (humanGame) => humanGame.show(describeCommands()) },
  { names: [QUIT, "exit", "q"], help: "Leave (also Ctrl-C or Ctrl-D)", isUrgent: true, run: () => {} },
];

/** The command with this name, if it exists. */
export function findCommand(name: string): PlayCommand | undefined {
  return PLAY_COMMANDS.find(({ names }) => names.includes(name.toLowerCase()));
}

function describeCommands(): string {
  const heads = PLAY_COMMANDS.map(({ names, parameters = "" }) => `${names[0]} ${parameters}`.trimEnd());
  const width = Math.max(...heads.map((head) => head.length)) + 2;
  const lines = PLAY_COMMANDS.map(({ help }, i) => `  ${heads[i].padEnd(width)}${help}`);
  return ["Moves: Nf3, exd5, O-O, e8=Q, g1f3. Commands:", ...lines].join("\n");
}

function listed(humanGame: HumanGame, text: string): string {
  const { position } = humanGame;
  if (text !== "" && parseSquare(text.toLowerCase()) === NO_SQUARE) {
    throw new SyntaxError(`Expected a square such as e2 after 'moves', but got '${text}'`);
  }
  const moves = listMoves(position, text.toLowerCase());
  if (moves.length === 0) return text === "" ? "There is no legal move" : `Nothing can move from ${text}`;
  const lines: string[] = [];
  for (const move of moves) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 2 + move.length <= LIST_COLUMNS) lines[last] += `  ${move}`;
    else lines.push(move);
  }
  return lines.join("\n");
}

function parseLevel(text: string): number {
  const level = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(level >= 1 && level <= MAX_LEVEL)) {
    throw new RangeError(`Expected a level from 1 to ${MAX_LEVEL}, but got '${text}'`);
  }
  return level;
}

/** Writes the game to a new file, or asks what to do with an existing one. */
function save(humanGame: HumanGame, path: string): void | Question {
  if (path === "") throw new SyntaxError("Expected a file name after 'save', as in 'save game.pgn'");
  const file = new OutputFile(path);
  const text = `${humanGame.toPgn()}\n`;
  if (file.read() === null) {
    file.write(text);
    return humanGame.show(`Saved as ${path}`);
  }
  humanGame.show(`The file '${path}' exists. Type 'add' to add the game to it, or 'replace' to replace its contents.`);
  return {
    answer: (line) => {
      const word = line.toLowerCase();
      if (word === "replace") {
        file.write(text);
        humanGame.show(`Saved as ${path}`);
      } else if (word === "add") {
        file.write(joinGames(file.read() ?? new Uint8Array(), text));
        humanGame.show(`Added to ${path}`);
      } else {
        humanGame.show("The game was not saved.");
        return false;
      }
      return true;
    },
  };
}

function joinGames(bytes: Uint8Array, game: string): Uint8Array {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-4)).replaceAll("\r", "");
  const gap = bytes.length === 0 || end.endsWith("\n\n") ? "" : end.endsWith("\n") ? "\n" : "\n\n";
  return joined(bytes, new TextEncoder().encode(gap + game));
}
