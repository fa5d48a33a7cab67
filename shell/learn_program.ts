/**
 * `hindsight learn`: fills a learning file from games. It searches the positions of each game, and records the game's
 * result for each of them. It also records a checksum of the game's text, so that no game counts twice. The file is
 * written after each game. If the program is stopped early, the next run searches only the positions that are left.
 *
 * @module
 */

import type { GameRecord } from "../core/game_record.ts";
import type { Position } from "../core/position.ts";
import type { Core } from "../engine/core.ts";
import type { SearchBounds } from "../engine/engine_options.ts";
import { startCore, startLearning } from "../engine/engine_start.ts";
import { positionAfter } from "../engine/games/replay.ts";
import type { Learner } from "../engine/learner.ts";
import { count } from "../engine/words.ts";
import { untilInterrupted } from "../system/interrupt.ts";
import { LearningFile } from "../system/learning_file.ts";
import type { ProgramContext } from "../system/program_context.ts";
import { splitFolders } from "../system/table_files.ts";
import { streamGames } from "./analyse/game_files.ts";
import { Players, playsAs } from "./analyse/players.ts";
import { boundsOf, type EngineArguments, engineArgumentsOf } from "./arguments.ts";
import { readOptions, textOf, wholeOf, wordsOf } from "../terminal/command_line.ts";

const DEFAULT_MS = 200;
const DEFAULT_HASH = 64;
const DEFAULT_FILE = "hindsight.learned";
const DEFAULT_PLIES = 40;

/** The text of `--help`. */
export const LEARN_HELP: string = `Usage: hindsight learn FILE.pgn ... [options]

Learns from games: searches their positions, and saves the search results and the game results in a learning file.
'hindsight analyse --learning FILE' and chess programs with the option 'Learning File' can start with these results.
Games that were already learned are skipped, so you can stop the program and start it again.

  --learning FILE  the learning file (${DEFAULT_FILE}), which is created if it does not exist
  --player NAME    only games of players whose names contain NAME
  --plies N        how many half-moves of each game to search (${DEFAULT_PLIES})

How long to search each position; the search ends at the first limit that it reaches:
  --time SECONDS   how many seconds (${DEFAULT_MS / 1000} if no limit is given)
  --nodes N        how many positions to visit
  --depth N        how many half-moves deep; only searches to depth 8 or more are kept

  --threads N      number of search threads (1)
  --hash MB        memory for positions already searched (${DEFAULT_HASH})
  --syzygy FOLDER  folder with Syzygy tablebases
  --help           show this help

Example: hindsight learn games.pgn --player anna --depth 14`;

/** The parsed command line. An option that was not given has its default value. */
export type LearnArguments = Readonly<{
  inputs: readonly string[];
  file: string;
  player: string | null;
  plies: number;
  bounds: SearchBounds;
  engine: EngineArguments;
  help: boolean;
}>;

/** Reads the arguments after `learn`. Throws a SyntaxError or a RangeError. */
export function readLearnArguments(args: readonly string[]): LearnArguments {
  const flags = readOptions(LEARN_HELP, args);
  const inputs = wordsOf(flags);
  const help = flags.help === true;
  if (!help && inputs.length === 0) throw new SyntaxError("Expected a PGN file, but got none");
  return {
    inputs,
    file: textOf(flags, "learning") ?? DEFAULT_FILE,
    player: textOf(flags, "player") ?? null,
    plies: wholeOf(flags, "plies", 1) ?? DEFAULT_PLIES,
    bounds: boundsOf(flags, DEFAULT_MS),
    engine: engineArgumentsOf(flags, DEFAULT_HASH),
    help,
  };
}

/** Runs the program. Returns the exit code: 0, or 1 after a fault or an interruption. */
export async function learnGames(options: LearnArguments, context: ProgramContext): Promise<number> {
  const { startWorker, complain } = context;
  const { threads, hash, syzygy } = options.engine;
  const file = new LearningFile(options.file);
  const core = await startCore({ threads, hash, tablebases: splitFolders(syzygy), startWorker, onNotice: complain });
  try {
    const learner = await startLearning(core, file);
    const pupil = new Pupil(core, learner, options);
    const learn = (signal: AbortSignal): Promise<boolean> => pupil.learnAll(signal, complain);
    const isComplete = await untilInterrupted(learn, { onHangup: true });
    await core.turn(() => learner.keepHistories());
    await learner.keep("awaited");
    const { size } = learner.learning;
    context.write(
      `${count(pupil.learned, "game")} learned, ${pupil.passed} skipped; ${count(size, "position")} known`,
    );
    return isComplete ? 0 : 1;
  } finally {
    core.close();
  }
}

class Pupil {
  learned = 0;
  /** The number of games that an earlier run had already learned from. */
  passed = 0;

  constructor(
    private readonly core: Core,
    private readonly learner: Learner,
    private readonly options: LearnArguments,
  ) {}

  /** Learns from all games. Returns false if it was interrupted, or if a file or a chosen game has a fault. */
  async learnAll(signal: AbortSignal, write: (text: string) => void): Promise<boolean> {
    const { inputs, player } = this.options;
    const players = new Players();
    let isWhole = true;
    let isAny = false;
    const complain = (text: string): void => {
      isWhole = false;
      write(text);
    };
    for await (const each of streamGames(inputs, complain)) {
      if (!isAny) players.add(each.game);
      if (player !== null && !playsAs(each.game, "White", player) && !playsAs(each.game, "Black", player)) continue;
      isAny = true;
      if (each.fault !== null) complain(`${each.file}: ${each.fault}`);
      if (each.replay === null) continue;
      const { learning } = this.learner;
      if (learning.hasGame(each.game.source)) {
        this.passed++;
        continue;
      }
      const { record } = each.replay;
      const plies = Math.min(this.options.plies, record.moves.length);
      const positions = Array.from({ length: plies + 1 }, (_, ply) => positionAfter(record, ply));
      const isDone = await this.search(record, positions, signal);
      if (isDone) {
        this.learned++;
        learning.addGame(each.game.source, positions, each.game.result);
      }
      await this.core.settled();
      await this.learner.keep("awaited");
      if (!isDone) return false;
    }
    if (!isAny && player !== null) throw players.noneChosenBy(`'--player ${player}'`);
    return isWhole;
  }

  /** Searches the positions of a game, the last one first. Returns false after an interruption. */
  private async search(game: GameRecord, positions: readonly Position[], signal: AbortSignal): Promise<boolean> {
    const { depth, nodes, time } = this.options.bounds;
    const order = { clock: { movetime: time }, depth, nodes, searchMoves: [], settings: this.core.settings, signal };
    for (let ply = positions.length - 1; ply >= 0 && !signal.aborted; ply--) {
      const position = positions[ply];
      // An earlier run has already searched this position.
      if ((this.learner.learning.of(position)?.lines ?? 0) > 0) continue;
      const record = { ...game, moves: game.moves.slice(0, ply) };
      await this.core.search({ ...order, game: { record, position } }, { onLine: () => {} }).finished;
    }
    return !signal.aborted;
  }
}
