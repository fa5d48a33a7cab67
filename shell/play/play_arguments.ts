/** The command line of `hindsight play`. @module */

import { START_FEN } from "../../core/fen.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { type EngineArguments, engineArgumentsOf, timeOf } from "../arguments.ts";
import { readOptions, refuseWords, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { DEFAULT_LEVEL, MAX_LEVEL } from "./level.ts";

const DEFAULT_MS = 1000;
const DEFAULT_HASH = 16;

/** The text of `--help`. */
export const PLAY_HELP: string = `Usage: hindsight play [options]

Plays a game of chess with you in the terminal. Type moves such as Nf3, exd5, O-O, e8=Q or g1f3; 'help' lists the
commands.

  --colour COLOUR  your colour: white, black or random (white)
  --level N        how strong the engine plays, 1 to ${MAX_LEVEL} (${DEFAULT_LEVEL})
  --time SECONDS   how many seconds the engine may think about a move (${DEFAULT_MS / 1000})
  --fen "FEN"      start from this position instead of the initial one
  --book FILE      let the engine play its openings from a Polyglot book
  --ascii          draw the board with letters instead of chess symbols
  --threads N      number of search threads (1)
  --hash MB        memory for positions already searched (16)
  --syzygy FOLDER  folder with Syzygy tablebases
  --help           show this help

On a terminal, the board is drawn in colour, unless the environment variable NO_COLOR is set.`;

/** The parsed command line. An option that was not given has its default value. */
export type PlayArguments = Readonly<{
  /** `null` for a random one. */
  colour: number | null;
  level: number;
  /** The engine's maximum thinking time for a move, in milliseconds. */
  ms: number;
  fen: string;
  book: string;
  ascii: boolean;
  engine: EngineArguments;
  help: boolean;
}>;

/** Reads the arguments after `play`. Throws a SyntaxError, TypeError or RangeError. */
export function readPlayArguments(args: readonly string[]): PlayArguments {
  const flags = readOptions(PLAY_HELP, args, { color: "colour" });
  const rest = wordsOf(flags);
  let fen = textOf(flags, "fen") ?? START_FEN;
  // Without quotes, the shell splits a FEN at its spaces.
  if (!fen.includes(" ")) fen = [fen, ...rest.splice(0)].join(" ");
  if (fen === "startpos") fen = START_FEN;
  refuseWords(rest);
  return {
    colour: parseColour(textOf(flags, "colour") ?? "white", "--colour"),
    level: wholeOf(flags, "level", 1, MAX_LEVEL) ?? DEFAULT_LEVEL,
    ms: timeOf(flags) ?? DEFAULT_MS,
    fen,
    book: textOf(flags, "book") ?? "",
    ascii: flags.ascii === true,
    engine: engineArgumentsOf(flags, DEFAULT_HASH),
    help: flags.help === true,
  };
}

/** Reads a colour; `null` for "random". `what` names the option or command in the error. */
export function parseColour(text: string, what: string): number | null {
  const name = text.toLowerCase();
  if (name !== "" && "white".startsWith(name)) return WHITE;
  if (name !== "" && "black".startsWith(name)) return BLACK;
  if (name !== "" && "random".startsWith(name)) return null;
  throw new SyntaxError(`Expected white, black or random after '${what}', but got '${text}'`);
}
