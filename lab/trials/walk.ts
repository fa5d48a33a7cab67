/**
 * Measures how much a backward analysis of a game changes the scores at the start of the game. The engine searches from
 * the last position to the first, and some learned data are cleared before each search. The scores of the first
 * positions are compared with those from separate searches.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { WHITE } from "../../core/types.ts";
import { isCertain } from "../../core/score.ts";
import { outcomeOf } from "../../engine/games/outcome.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { playThrough, positionAfter } from "../../engine/games/replay.ts";
import { materialOf, reportedCentipawns } from "../../engine/win_rate.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import type { Search } from "../../search/search.ts";
import { readOptions, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { Player } from "../games/player.ts";

const FIRST = 16;
/** Scores are limited to this many centipawns. */
const LIMIT = 1000;
/** The size that `analyse` uses. */
const HASH = 64;

/**
 * Ways to clear learned data before each search. In the first, the engine itself decides which corrections to keep. The
 * others clear only what they name.
 */
const WAYS: Readonly<Record<string, (search: Search) => void>> = {
  "as the engine does": () => {},
  "nothing": keep,
  "transposition table": (search) => forget(search, () => search.tt.clear()),
  "histories of moves": (search) => forget(search, () => search.histories.clear()),
  "corrections": (search) => forget(search, () => search.corrections.clear()),
  "corrections by keys": (search) => forget(search, () => clearCorrections(search, true)),
  "corrections by moves": (search) => forget(search, () => clearCorrections(search, false)),
};

const USAGE = `Usage: deno task walk FILE.pgn [options]

Searches each game from its end to its start, as 'analyse' does, and forgets some of what was learned in between. Prints
how much better its first ${FIRST} positions then look for White than each of them searched alone, in centipawns, on
average over the games that White won and over those that Black won. It skips shorter games, and games without a winner.

  --nodes=N           nodes for each search (100000)
  --forget=WAY        only this way to forget: ${Object.keys(WAYS).map((way) => `"${way}"`).join(", ")}
  --help              print this`;

/** Hides the previous search's result from the engine, so that the engine clears nothing itself. */
function keep({ root }: Search): void {
  root.previousAverage = null;
}

function forget(search: Search, clear: () => void): void {
  keep(search);
  clear();
}

function clearCorrections({ corrections }: Search, isKeyed: boolean): void {
  for (const table of CORRECTIONS) if (table.blank < 0 === isKeyed) corrections.of(table).fill(0);
}

export class Walker {
  private readonly player = new Player(new Evaluator(embeddedNetwork()), HASH);

  constructor(private readonly nodes: number) {}

  /** The scores of positions, each searched on its own, in centipawns from White's point of view. */
  alone(record: GameRecord): number[] {
    return Array.from({ length: FIRST }, (_, ply) => {
      this.player.forget();
      return this.evaluate(record, ply);
    });
  }

  /** `between` is called before each search. */
  walk(record: GameRecord, between: (search: Search) => void): number[] {
    this.player.forget();
    const found: number[] = [];
    for (let ply = record.moves.length; ply >= 0; ply--) {
      between(this.player.search);
      found[ply] = this.evaluate(record, ply);
    }
    return found.slice(0, FIRST);
  }

  private evaluate(record: GameRecord, ply: number): number {
    const position = positionAfter(record, ply);
    if (outcomeOf(position) !== null) return 0;
    const { score } = this.player.think(position, { nodes: this.nodes });
    const cp = isCertain(score) ? Math.sign(score) * LIMIT : reportedCentipawns(score, materialOf(position));
    return (position.sideToMove === WHITE ? 1 : -1) * Math.max(-LIMIT, Math.min(LIMIT, cp));
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

export function readWalkOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const files = wordsOf(flags);
  if (files.length !== 1) throw new RangeError(`Expected one file, but got ${files.length}`);
  const way = textOf(flags, "forget");
  if (way !== undefined && WAYS[way] === undefined) throw new RangeError(`Expected a way to forget, but got '${way}'`);
  return {
    file: files[0],
    nodes: wholeOf(flags, "nodes", 1) ?? 100000,
    ways: way === undefined ? Object.keys(WAYS) : [way],
  };
}

function run({ file, nodes, ways }: ReturnType<typeof readWalkOptions>): void {
  const won = readPgn(Deno.readTextFileSync(file)).filter(({ isUnplayable, result }) =>
    !isUnplayable && (result === "1-0" || result === "0-1")
  );
  const games = won.map((game) => ({ ...playThrough(game), result: game.result }))
    .filter(({ record }) => record.moves.length >= FIRST);
  if (games.length === 0) throw new RangeError(`Expected a game that was won in '${file}', but there is none`);
  const walker = new Walker(nodes);
  const alone = games.map(({ record }) => mean(walker.alone(record)));
  console.log(`${games.length} games, ${nodes} nodes per position\n${"forgotten".padEnd(22)}White won   Black won`);
  for (const way of ways) {
    const shifts = games.map(({ record }, i) => mean(walker.walk(record, WAYS[way])) - alone[i]);
    const of = (result: string): string => {
      const those = shifts.filter((_, i) => games[i].result === result);
      return those.length === 0 ? "–" : mean(those).toFixed(1);
    };
    console.log(`${way.padEnd(22)}${of("1-0").padStart(9)}${of("0-1").padStart(12)}`);
  }
}

if (import.meta.main) await runTool(USAGE, readWalkOptions, run);
