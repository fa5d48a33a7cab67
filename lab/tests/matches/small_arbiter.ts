/**
 * A program that takes fastchess's place where that is not at hand: it plays real games between the engines of its
 * command line, and prints the lines that fastchess prints.
 *
 * It understands the arguments that `fastchessArguments()` makes for a fixed number of nodes. An engine that reports an
 * unknown option, plays a move that is not legal or breaks off ends the program with an error.
 *
 * @module
 */

import { parseFen } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { WHITE } from "../../../core/types.ts";
import { resultByRule } from "../../games/self_play.ts";
import { BLACK_WON, WHITE_WON } from "../../games/viriformat.ts";
import { UciEngine } from "../../uci_engine.ts";

/** Plies after which a game is drawn. */
const MAX_PLIES = 80;

/** The arguments behind each occurrence of a flag. */
function argumentsOf(flag: string): string[][] {
  const found: string[][] = [];
  let current: string[] | null = null;
  for (const arg of Deno.args) {
    if (arg.startsWith("-")) {
      current = arg === flag ? [] : null;
      if (current !== null) found.push(current);
    } else current?.push(arg);
  }
  return found;
}

/** The value of `name=value`. */
function valueOf(settings: readonly string[], name: string): string {
  const setting = settings.find((setting) => setting.startsWith(`${name}=`));
  if (setting === undefined) throw new TypeError(`Expected ${name}= in ${settings.join(" ")}`);
  return setting.slice(name.length + 1);
}

/** A player of the match. */
interface Player {
  readonly name: string;
  readonly engine: UciEngine;
}

/** Starts an engine in its folder and sets its options. */
async function start(own: readonly string[], each: readonly string[]): Promise<Player> {
  const command = [valueOf(own, "cmd"), ...valueOf(own, "args").split(" ")];
  const engine = new UciEngine(["/bin/sh", "-c", 'cd "$0" && exec "$@"', valueOf(own, "dir"), ...command]);
  await engine.send("uci");
  await engine.until(/^uciok$/);
  for (const setting of [...each, ...own]) {
    const [, option, value] = /^option\.(.+)=(.+)$/.exec(setting) ?? [];
    if (option !== undefined) await engine.send(`setoption name ${option} value ${value}`);
  }
  await engine.ready(expectNoReport);
  return { name: valueOf(own, "name"), engine };
}

function expectNoReport(line: string): void {
  if (line.startsWith("info string")) throw new Error(`Expected no report, but got "${line}"`);
}

/** Plays a game; its result. */
async function play(fen: string, white: Player, black: Player, nodes: string): Promise<string> {
  const position = parseFen(fen);
  const moves: string[] = [];
  for (const { engine } of [white, black]) await engine.send("ucinewgame");
  let result = resultByRule(position);
  while (result === null && moves.length < MAX_PLIES) {
    const { engine } = position.sideToMove === WHITE ? white : black;
    await engine.send(`position fen ${fen}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`);
    await engine.send(`go nodes ${nodes}`);
    const [, move] = await engine.until(/^bestmove (\S+)/, expectNoReport);
    position.make(parseUci(position, move));
    moves.push(move);
    result = resultByRule(position);
  }
  if (result === WHITE_WON) return "1-0 {White mates}";
  return result === BLACK_WON ? "0-1 {Black mates}" : "1/2-1/2 {Draw by adjudication}";
}

async function run(): Promise<void> {
  const [each] = argumentsOf("-each");
  const [openings] = argumentsOf("-openings");
  const [[rounds]] = argumentsOf("-rounds");
  const book = (await Deno.readTextFile(valueOf(openings, "file"))).trim().split("\n");
  const players = await Promise.all(argumentsOf("-engine").map((own) => start(own, each)));
  await using _first = players[0].engine;
  await using _second = players[1].engine;
  for (let game = 0; game < 2 * Number(rounds); game++) {
    const opening = book[(Number(valueOf(openings, "start")) - 1 + (game >> 1)) % book.length];
    const [white, black] = game & 1 ? [players[1], players[0]] : players;
    const result = await play(`${opening} 0 1`, white, black, valueOf(each, "nodes"));
    console.log(`Finished game ${game + 1} (${white.name} vs ${black.name}): ${result}`);
  }
}

if (Deno.args[0] === "-version") console.log("fastchess, a small one of the tests");
else await run();
