/**
 * A player of random moves that does one thing wrong, named by its argument: `well` for nothing. Moves that are not
 * noisy come last, so that the games are short.
 *
 * @module
 */

import { parseFen } from "../../../core/fen.ts";
import { legalMoves } from "../../../core/movegen.ts";
import { formatUci, parseUci } from "../../../core/notation.ts";
import type { Position } from "../../../core/position.ts";

const [how] = Deno.args;
let position: Position = parseFen("8/8/8/8/8/k7/8/K7 w - - 0 1");
let isPondering = false;

/** Writes the answer to a `go`. */
function answer(): void {
  isPondering = false;
  const moves = legalMoves(position);
  const move = moves.find((each) => position.isNoisy(each)) ?? moves[position.gamePly * 7 % moves.length];
  const text = formatUci(move, false);
  position.make(move);
  const [reply] = legalMoves(position);
  position.undo();
  console.log(`info depth 1 score cp 0 pv ${text}${how === "line" ? " a1a1" : ""}`);
  if (how === "warning") console.log("info string Something is wrong");
  const expected = how === "reply" ? "a1a1" : reply === undefined ? "" : formatUci(reply, false);
  console.log(`bestmove ${how === "illegal" ? "a1a1" : text}${expected === "" ? "" : ` ponder ${expected}`}`);
}

/** Runs a line. */
async function obey(line: string): Promise<void> {
  if (line === "uci" && how === "start") Deno.exit(1);
  else if (line === "uci") console.log("uciok");
  else if (line === "isready") console.log("readyok");
  else if (line === "quit" && how === "stderr") console.error("a fault"), Deno.exit(0);
  else if (line === "quit") Deno.exit(how === "code" ? 3 : 0);
  else if (line.startsWith("position fen ")) {
    const [fen, moves] = line.slice("position fen ".length).split(" moves ");
    position = parseFen(fen);
    for (const move of moves?.split(" ") ?? []) position.make(parseUci(position, move));
  } else if (line.startsWith("go ponder")) isPondering = true;
  else if (line === "ponderhit") answer();
  else if (line === "stop" && isPondering) answer();
  else if (line.startsWith("go ")) {
    if (how === "exit") Deno.exit(1);
    if (how === "slow") await new Promise((resolve) => setTimeout(resolve, 60));
    answer();
  }
}

let rest = "";
for await (
  const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) await obey(line);
}
