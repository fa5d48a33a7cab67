/** The command line of `hindsight puzzle`. @module */

import type { SearchBounds } from "../../engine/engine_options.ts";
import { ERRORS, type Judgement } from "../../engine/games/judgement.ts";
import { boundsOf, type EngineArguments, engineArgumentsOf, fileNameOf, STANDARD_STREAM } from "../arguments.ts";
import { readOptions, suggest, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";

const DEFAULT_MS = 200;
const DEFAULT_HASH = 16;
const MAX_COUNT = 1_000_000;
const DEFAULT_ERROR: Judgement = "mistake";

/** The text of `--help`. */
export const PUZZLE_HELP: string = `Usage: hindsight puzzle FILE.pgn ... [options]

Asks for the better moves in your games: it shows the position before each error, and you type the move that you should
have played. 'hint' helps, 'answer' gives up, 'next' continues; 'help' lists the commands.

If a game has evaluations, marks and better lines, as 'hindsight analyse' and lichess write them, its puzzles need
no analysis. Any other game is analysed when its turn comes.

Which errors:
  --player NAME    errors by players whose names contain NAME
  --colour COLOUR  errors by white, black or both (both, except those by Hindsight)
  --errors KIND    how bad an error must be: inaccuracy, mistake or blunder (${DEFAULT_ERROR})
  --count N        ask at most N puzzles

How long to search each position, to analyse a game or to check an unexpected move; the search ends at the first limit
that it reaches:
  --time SECONDS   how many seconds (${DEFAULT_MS / 1000} if no limit is given)
  --nodes N        how many positions to visit
  --depth N        how many half-moves deep

  --ascii          draw the board with letters instead of chess symbols
  --threads N      number of search threads (1)
  --hash MB        memory for positions already searched (${DEFAULT_HASH})
  --syzygy FOLDER  folder with Syzygy tablebases
  --help           show this help

Example: hindsight puzzle games.pgn --player anna --errors blunder`;

/** The sides whose errors become puzzles. */
export type PuzzleColour = "white" | "black" | "both";

/** The parsed command line. An option that was not given is `null` or has its default value. */
export type PuzzleArguments = Readonly<{
  inputs: readonly string[];
  player: string | null;
  /** `null` for the errors of both players, except Hindsight's. */
  colour: PuzzleColour | null;
  least: Judgement;
  count: number;
  bounds: SearchBounds;
  ascii: boolean;
  engine: EngineArguments;
  help: boolean;
}>;

/** Reads the arguments after `puzzle`. Throws a SyntaxError or a RangeError. */
export function readPuzzleArguments(args: readonly string[]): PuzzleArguments {
  const flags = readOptions(PUZZLE_HELP, args, { color: "colour" });
  const inputs = wordsOf(flags).map(fileNameOf);
  const help = flags.help === true;
  if (!help && inputs.length === 0) throw new SyntaxError("Expected a PGN file, but got none");
  if (inputs.includes(STANDARD_STREAM)) {
    throw new SyntaxError("Expected a PGN file, but got '-': your answers come from standard input");
  }
  const colour = textOf(flags, "colour");
  return {
    inputs,
    player: textOf(flags, "player") ?? null,
    colour: colour === undefined ? null : colourOf(colour),
    least: kindOf(textOf(flags, "errors") ?? DEFAULT_ERROR),
    count: wholeOf(flags, "count", 1, MAX_COUNT) ?? Infinity,
    bounds: boundsOf(flags, DEFAULT_MS),
    ascii: flags.ascii === true,
    engine: engineArgumentsOf(flags, DEFAULT_HASH),
    help,
  };
}

function colourOf(text: string): PuzzleColour {
  const name = text.toLowerCase();
  if (name === "white" || name === "black" || name === "both") return name;
  throw new SyntaxError(`Expected white, black or both after '--colour', but got '${text}'`);
}

function kindOf(text: string): Judgement {
  const kind = ERRORS.find(({ name, plural }) => [name, plural].includes(text.toLowerCase()));
  if (kind !== undefined) return kind.name;
  const known = ERRORS.map(({ name }) => name);
  throw new SyntaxError(
    `Expected inaccuracy, mistake or blunder after '--errors', but got '${text}'${suggest(text, known)}`,
  );
}
