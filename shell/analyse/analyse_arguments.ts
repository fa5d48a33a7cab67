/** The command line of `hindsight analyse`. @module */

import { START_FEN } from "../../core/fen.ts";
import { LINES_MAX, type SearchBounds } from "../../engine/engine_options.ts";
import {
  boundsOf,
  type EngineArguments,
  engineArgumentsOf,
  fileNameOf,
  fileOf,
  STANDARD_STREAM,
} from "../arguments.ts";
import { readOptions, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";

const START = "startpos";
const DEFAULT_MS = 1000;
const DEFAULT_HASH = 64;

/** The text of `--help`. */
export const ANALYSE_HELP: string = `Usage: hindsight analyse FILE.pgn ... [options]
       hindsight analyse --fen "FEN" [options]

Finds the errors in games. It reads PGN files (- is standard input; .gz and .zst files are unpacked), searches the
position after every move, and writes the games with evaluations, better moves and these marks: ?! inaccuracy,
? mistake, ?? blunder (a move that lowers the chance to win by 5, 10 or 15 percentage points).
With --fen, it shows the best moves in one position; "startpos" is the initial position.

How long to search each position; the search ends at the first limit that it reaches:
  --time SECONDS   how many seconds (${DEFAULT_MS / 1000} if no limit is given)
  --nodes N        how many positions to visit; with one thread, the result is the same on every machine
  --depth N        how many half-moves deep

What to write:
  --output FILE    write the games to FILE instead of standard output; the short form is -o FILE
  --in-place       write the games back to the files that they came from
  --svg FILE       draw a picture of each game: FILE-1.svg, FILE-2.svg and so on if there are several games;
                   with -, write the picture to standard output instead of the game
  --html FILE      write a report for a browser: board, moves, graph, errors and better lines of all games in one file;
                   the games are then written only with --output, --in-place or --json
  --json           write JSON instead of PGN
  --fresh          first remove all comments, marks and variations from the games
  --lines N        how many of the best moves to show, in the position or at each error in a game (1)

Which games to analyse, if not all (with --in-place, the others stay unchanged; without it, they are left out):
  --player NAME    games of players whose names contain NAME
  --games LIST     games with these numbers in the file, such as 7, 1-20, 30- or 2,5,9-12
  --resume         continue an interrupted run, and skip games that Hindsight has already analysed

A position instead of games:
  --fen "FEN"      show the best moves in this position

The engine:
  --threads N      number of search threads (1)
  --hash MB        memory for positions already searched (64)
  --syzygy FOLDER  folder with Syzygy tablebases
  --learning FILE  start with the results of earlier runs and add the new ones; FILE is created if it does not exist

  --help           show this help

An output file appears only when it is complete; until then, FILE.part contains the finished games. Ctrl-C ends the
analysis early and writes the results so far; the other games are written unchanged.
Exit code: 0 if all went well; 1 after an error in a game, a file or the search, or if you ended the analysis early; 2
if the command line is wrong.

Examples: hindsight analyse game.pgn --html report.html
          hindsight analyse game.pgn --output analysed.pgn --svg game.svg`;

/**
 * The parsed command line. `-` means standard input or output. An option that was not given is `null` or has its
 * default.
 */
export type AnalyseArguments = Readonly<{
  inputs: readonly string[];
  fen: string | null;
  bounds: SearchBounds;
  engine: EngineArguments;
  output: string | null;
  inPlace: boolean;
  svg: string | null;
  html: string | null;
  json: boolean;
  fresh: boolean;
  lines: number;
  player: string | null;
  /** The ranges of game numbers from `--games`. Both ends are included. */
  places: readonly (readonly [from: number, to: number])[] | null;
  learning: string | null;
  resume: boolean;
  help: boolean;
}>;

/** Reads the arguments after `analyse`. Throws a SyntaxError, TypeError or RangeError. */
export function readAnalyseArguments(args: readonly string[]): AnalyseArguments {
  const flags = readOptions(ANALYSE_HELP, args, { o: "output" });
  const rest = wordsOf(flags);
  let fen = textOf(flags, "fen") ?? null;
  // Without quotes, the shell splits a FEN at its spaces.
  if (fen !== null && !fen.includes(" ")) fen = [fen, ...rest.splice(0)].join(" ");
  if (fen === START) fen = START_FEN;
  const options: AnalyseArguments = {
    inputs: rest.map(fileNameOf),
    fen,
    bounds: boundsOf(flags, DEFAULT_MS),
    engine: engineArgumentsOf(flags, DEFAULT_HASH),
    output: fileOf(flags, "output"),
    inPlace: flags["in-place"] === true,
    svg: fileOf(flags, "svg"),
    html: fileOf(flags, "html"),
    json: flags.json === true,
    fresh: flags.fresh === true,
    lines: wholeOf(flags, "lines", 1, LINES_MAX) ?? 1,
    player: textOf(flags, "player") ?? null,
    places: placesOf(textOf(flags, "games")),
    learning: textOf(flags, "learning") ?? null,
    resume: flags.resume === true,
    help: flags.help === true,
  };
  if (!options.help) checkTogether(options);
  return options;
}

/** Reads game numbers, such as `1-20,30-`. Throws a SyntaxError. */
function placesOf(text: string | undefined): [from: number, to: number][] | null {
  if (text === undefined) return null;
  return text.split(",").map((part) => {
    const [, from, dash, to] = /^\s*(\d+)(?:(-)(\d*))?\s*$/.exec(part) ?? [];
    const range: [number, number] = [Number(from), dash === undefined ? Number(from) : Number(to || Infinity)];
    if (from !== undefined && range[0] >= 1 && range[1] >= range[0]) return range;
    throw new SyntaxError(`Expected game numbers such as 7, 1-20 or 30- after '--games', but got '${text}'`);
  });
}

function checkTogether(options: AnalyseArguments): void {
  const { inputs, fen, inPlace, svg, html, json } = options;
  // Standard output is the default.
  const output = options.output === STANDARD_STREAM ? null : options.output;
  const refuse = (expected: string, got: string): never => {
    throw new SyntaxError(`Expected ${expected}, but got ${got}`);
  };
  if (fen !== null && inputs.length > 0) refuse("a file or '--fen', not both", `'${inputs[0]}' and '--fen'`);
  if (fen === null && inputs.length === 0) refuse("a PGN file, '-' or '--fen'", "none of them");
  const again = inputs.find((input, i) => inputs.indexOf(input) < i);
  if (again !== undefined) refuse("each file once", `'${again}' twice`);
  if (inPlace && output !== null) refuse("'--output' or '--in-place'", "both");
  if (inPlace && (inputs.length === 0 || inputs.includes(STANDARD_STREAM))) refuse("files with '--in-place'", "none");
  if (inPlace && json) refuse("'--json' or '--in-place'", "both: the file would lose its games");
  if (output !== null && output === svg) refuse("different files with '--output' and '--svg'", `'${svg}' with both`);
  if (options.output === STANDARD_STREAM && html === STANDARD_STREAM) {
    refuse("'--output -' or '--html -'", "both: only one of them can use standard output");
  }
  if (html !== null && html === svg) refuse("different files with '--svg' and '--html'", `'${html}' with both`);
  if (output !== null && output === html) refuse("different files with '--output' and '--html'", `'${html}' with both`);
  for (const [name, file] of [["--svg", svg], ["--html", html]]) {
    if (file === STANDARD_STREAM && json && output === null) {
      refuse(`'--json' or '${name} -'`, "both: only one of them can use standard output");
    }
    if (fen !== null && file !== null) refuse(`games for '${name}'`, "a single position");
  }
  if (fen !== null && (inPlace || options.fresh)) refuse("a file with '--in-place' or '--fresh'", "'--fen'");
  if (fen !== null && (options.player !== null || options.places !== null || options.resume)) {
    refuse("games for '--player', '--games' or '--resume'", "a single position");
  }
  if (options.resume && json) refuse("'--resume' or '--json'", "both");
  if (options.resume && !inPlace && output === null) {
    refuse("a file for '--resume': '--in-place' or '--output'", "none");
  }
}
