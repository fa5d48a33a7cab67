/**
 * `deno task netmatch`: a match between two networks in the search of this checkout, at fixed nodes.
 *
 * Fixed nodes make games that do not depend on how busy the machine is: with the same networks, seed and nodes a match
 * gives the same result again. Speed does not count; that is what `deno task sprt` is for. Openings are random and favour
 * one side by about as much as makes winning and drawing equally likely, since those of two equal sides are mostly drawn.
 *
 * @module
 */

import { CONTROL_STOP, createControl } from "../../search/thread_slot.ts";
import { loadFen } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { WHITE } from "../../core/types.ts";
import { drawOpening, judgeLimits } from "../../engine/games/random_openings.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Search } from "../../search/search.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { readOptions, seedOf, wholeOf, wordsOf } from "../../shell/command_line.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { runTool } from "../../tools/usage.ts";
import { Adjudicator, MATCH_RULES, playOut } from "../games/self_play.ts";
import { DRAWN, WHITE_WON } from "../games/viriformat.ts";
import { isThread, JobThread, serveJobs, shareJobs } from "../job_thread.ts";
import { formatDuration, Progress } from "../progress.ts";
import { estimateElo } from "./statistics.ts";
import { countGames, EMPTY_TALLY, type Game, type Tally, withGames, writeEstimate } from "./tally.ts";
import { readThreads } from "./threads/game_options.ts";

const USAGE = `Usage: deno task netmatch <network> <network> [options]

Plays two networks (files) against each other in the search of this checkout, pairs of games from random openings that
favour one side, and prints the result as the first one sees it.

  --nodes=N           nodes for each move (8000)
  --games=N           games, an even number (400)
  --hash=N            transposition table of each side in MB (16)
  --seed=N            seed of the openings (1)
  --threads=N         games at once (the number of cores)
  --help              print this`;

/** Advantage of a side in an opening, centipawns: about what wins half of the games. */
const ADVANTAGE_MIN = 30, ADVANTAGE_MAX = 90;
/** A game is a draw after so many plies. */
const MAX_PLIES = 500;

/** What a thread needs to know before it plays. */
interface Setup {
  /** The files of the networks, whole. */
  readonly files: readonly [Uint8Array, Uint8Array];
  readonly nodes: number;
  readonly hash: number;
  readonly seed: bigint;
  /** Shared control words of the searches. */
  readonly control: Int32Array;
}

/** Plays pairs of games between two networks. */
export class NetworkMatch {
  private readonly sides: readonly { readonly search: Search; readonly table: TranspositionTable }[];
  private readonly position: Position = new Position();

  /** A match that has not begun. Throws what `parseNetwork` throws if a file is not a network. */
  constructor(private readonly setup: Setup) {
    this.sides = setup.files.map((file) => {
      const table = new TranspositionTable(TranspositionTable.allocate(setup.hash));
      return { table, search: new Search(table, setup.control, new Evaluator(parseNetwork(file))) };
    });
  }

  /** The games of a pair as the first network sees them, first with White; `null` if they were broken off. */
  play(pair: number): Game[] | null {
    const random = new Random(this.setup.seed, pair);
    let opening: string | null = null;
    while (opening === null) opening = this.accept(drawOpening(random, 0), pair);
    const games: Game[] = [];
    for (const white of [0, 1]) {
      const points = this.playGame(opening, white);
      if (points === null) return null;
      games.push({ points: white === 0 ? points : 1 - points });
    }
    return games;
  }

  /** The opening, if one side is ahead by the right amount; the networks judge in turns. */
  private accept(fen: string, pair: number): string | null {
    loadFen(this.position, fen, false);
    this.forget();
    const { score } = runSearch(this.sides[pair & 1].search, this.position, judgeLimits(), () => {});
    const advantage = Math.abs(score);
    return advantage >= ADVANTAGE_MIN && advantage <= ADVANTAGE_MAX ? fen : null;
  }

  /** Points of White. */
  private playGame(fen: string, white: number): number | null {
    const { position } = this;
    loadFen(position, fen, false);
    this.forget();
    const limits = { ...unlimited(), nodes: this.setup.nodes };
    const adjudicator = new Adjudicator(MATCH_RULES);
    const lastPly = position.gamePly + MAX_PLIES;
    const choose = () => {
      const isWhite = position.sideToMove === WHITE;
      const { search } = this.sides[isWhite ? white : white ^ 1];
      const { bestMove, score } = runSearch(search, position, limits, () => {});
      return Atomics.load(this.setup.control, CONTROL_STOP) !== 0
        ? null
        : { move: bestMove, score: isWhite ? score : -score };
    };
    const end = (score: number) =>
      adjudicator.afterMove(score, position.gamePly) ?? (position.gamePly >= lastPly ? DRAWN : null);
    const played = playOut(position, choose, end);
    return played === null ? null : played.result === WHITE_WON ? 1 : played.result === DRAWN ? 0.5 : 0;
  }

  private forget(): void {
    for (const { search, table } of this.sides) {
      search.newGame();
      table.clear();
    }
  }
}

/** What came of a match, in one line. */
function describe(tally: Tally): string {
  const elo = countGames(tally) === 0 ? "" : `, ${writeEstimate(estimateElo(tally.pairs))} Elo`;
  return `${tally.wins} won, ${tally.draws} drawn, ${tally.losses} lost${elo}; pairs ${tally.pairs.join(" ")}`;
}

/** Reads the command line. Throws a RangeError if something in it is unknown, missing or makes no sense. */
export function readMatchOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const paths = wordsOf(flags);
  if (paths.length !== 2) throw new RangeError(`Expected the files of two networks, but got ${paths.length}`);
  return {
    paths,
    nodes: wholeOf(flags, "nodes", 1) ?? 8000,
    games: wholeOf(flags, "games", 2) ?? 400,
    hash: wholeOf(flags, "hash", 1) ?? 16,
    seed: seedOf(flags) ?? 1n,
    threads: readThreads(flags),
  };
}

async function run({ paths, games, threads: count, ...play }: ReturnType<typeof readMatchOptions>): Promise<void> {
  const [first, second] = paths.map((path) => Deno.readFileSync(path));
  const control = createControl();
  const setup: Setup = { ...play, files: [first, second], control };
  // Here, so that what is wrong with a file is said once.
  new NetworkMatch(setup);
  const pairs = Math.ceil(games / 2);
  const start = () => new JobThread<Setup, number, Game[]>(new Worker(import.meta.url, { type: "module" }), setup);
  const threads = Array.from({ length: Math.min(count, pairs) }, start);
  const progress = new Progress();
  let begun = 0;
  let tally = EMPTY_TALLY;
  const work = {
    next: () => begun < pairs ? begun++ : null,
    finish: (_: number, played: Game[]) => void (tally = withGames(tally, played)),
  };
  const tick = (seconds: number) => {
    const left = formatDuration((2 * pairs / countGames(tally) - 1) * seconds);
    if (countGames(tally) > 0) progress.show(`${countGames(tally)} games, ${left} left: ${describe(tally)}`);
  };
  await untilInterrupted((signal) => shareJobs(work, threads, control, tick, signal));
  progress.clear();
  console.log(describe(tally));
}

if (isThread) {
  serveJobs((setup: Setup) => {
    const match = new NetworkMatch(setup);
    return (pair: number) => match.play(pair);
  });
} else if (import.meta.main) await runTool(USAGE, readMatchOptions, run);
