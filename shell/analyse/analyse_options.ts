/**
 * The command line of `hindsight analyse`.
 *
 * @module
 */

import type { Settings } from "../../engine/settings.ts";
import { START_FEN } from "../../core/fen.ts";
import { effortOf, restOf, settingsOf, splitArguments, textOf, wholeOf } from "../arguments.ts";
import type { Effort } from "../../engine/engine.ts";

/** The name that stands for standard input and output. */
export const STANDARD_STREAM = "-";
/** What the protocol calls the initial position. */
const START = "startpos";
/** Milliseconds for each position where nobody asks for anything else. */
const DEFAULT_MS = 1000;
/** Most lines that can be asked for. */
const MAX_LINES = 256;

/** What `--help` writes. */
export const ANALYSE_HELP: string = `Usage: hindsight analyse FILE.pgn [options]
       hindsight analyse --fen "FEN" [options]

Analyses every move of the games in a PGN file (- reads standard input) and writes the games back with evaluations,
better moves, and marks at errors: $6 (?!) for a move that costs 5 points of a hundred of the chance to win, $2 (?) for
10, $4 (??) for 15. With --fen it tells what is best in one position; "startpos" is the initial one.

How long to search each position; the first bound that is reached counts:
  --time SECONDS   ${DEFAULT_MS / 1000}, unless there is another bound
  --nodes N        positions visited: the same result on every machine
  --depth N        plies

What to write:
  --output FILE    write the games to FILE instead of standard output
  --in-place       write the games back to the file they came from
  --svg FILE       draw each game's evaluation: FILE-1.svg, FILE-2.svg and so on if there are several;
                   with - write the picture to standard output instead of the game
  --json           write JSON instead of PGN
  --fresh          drop the comments, marks and variations that are there
  --lines N        with --fen: show the N best moves (1)

The engine:
  --threads N      search threads (1)
  --hash MB        memory for positions already searched (64)
  --syzygy FOLDER  endgame tables

  --help           write this

Ctrl-C writes what is done so far. Exit code: 0 if all went well, 1 if a game, a file or the search failed or the
analysis was broken off, 2 if the command line is wrong.

Example: hindsight analyse game.pgn --output analysed.pgn --svg game.svg`;

/** What the program was asked for. */
export interface AnalyseOptions {
  /** File with games, `-` for standard input, `null` if there is a FEN. */
  readonly input: string | null;
  /** A position instead of games. */
  readonly fen: string | null;
  /** How long to search each position. */
  readonly effort: Effort;
  /** Hash and threads. */
  readonly settings: Settings;
  /** File for the result, `null` for standard output. */
  readonly output: string | null;
  /** Whether the result replaces the input. */
  readonly inPlace: boolean;
  /** File for pictures, `-` for standard output, `null` for none. */
  readonly svg: string | null;
  /** Whether to write JSON instead of PGN. */
  readonly json: boolean;
  /** Whether to drop what people have written. */
  readonly fresh: boolean;
  /** How many best moves to show of a position. */
  readonly lines: number;
  /** Whether to explain the program instead. */
  readonly help: boolean;
}

/**
 * Reads the arguments behind `analyse`.
 *
 * @throws {SyntaxError | TypeError | RangeError} If they are wrong.
 */
export function readAnalyseOptions(args: readonly string[]): AnalyseOptions {
  const flags = splitArguments(args, {
    string: ["fen", "nodes", "depth", "time", "output", "svg", "threads", "hash", "syzygy", "lines"],
    boolean: ["in-place", "json", "fresh", "help"],
    alias: { h: "help", o: "output" },
  });
  const settings = settingsOf({ hash: "64", ...flags });
  const rest = restOf(flags);
  let fen = textOf(flags, "fen");
  // A FEN without quotes is cut at its spaces.
  if (fen !== null && !fen.includes(" ")) fen = [fen, ...rest.splice(0)].join(" ");
  if (fen === START) fen = START_FEN;
  const options: AnalyseOptions = {
    input: rest[0] ?? null,
    fen,
    effort: effortOf(flags, DEFAULT_MS),
    settings,
    output: textOf(flags, "output"),
    inPlace: flags["in-place"] === true,
    svg: textOf(flags, "svg"),
    json: flags.json === true,
    fresh: flags.fresh === true,
    lines: wholeOf(flags, "lines", 1, MAX_LINES) ?? 1,
    help: flags.help === true,
  };
  if (!options.help) checkTogether(options, rest);
  return options;
}

/** Refuses what does not go together. */
function checkTogether(options: AnalyseOptions, rest: readonly string[]): void {
  const { input, fen, inPlace, svg, json, lines } = options;
  // "-" and nothing at all are the same wish for the output.
  const output = options.output === STANDARD_STREAM ? null : options.output;
  const refuse = (expected: string, got: string): never => {
    throw new SyntaxError(`Expected ${expected}, but got ${got}`);
  };
  if (fen !== null && input !== null) refuse("a file or '--fen', not both", `'${input}' and '--fen'`);
  if (fen === null && input === null) refuse("a PGN file, '-' or '--fen'", "none of them");
  if (rest.length > 1) refuse("one file", `'${rest.join("', '")}'`);
  if (inPlace && output !== null) refuse("'--output' or '--in-place'", "both");
  if (inPlace && (input === null || input === STANDARD_STREAM)) refuse("a file with '--in-place'", "none");
  if (inPlace && json) refuse("'--json' or '--in-place'", "both: the file would hold no games any more");
  if (output !== null && output === svg) refuse("different files with '--output' and '--svg'", `'${svg}' with both`);
  if (svg === STANDARD_STREAM && json && output === null) {
    refuse("'--json' or '--svg -'", "both: only one of them can have standard output");
  }
  if (fen !== null && svg !== null) refuse("games for '--svg'", "a single position");
  if (fen !== null && (inPlace || options.fresh)) refuse("a file with '--in-place' or '--fresh'", "'--fen'");
  if (fen === null && lines > 1) refuse("'--fen' with '--lines'", "games");
}
