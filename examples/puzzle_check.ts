/**
 * Checks a puzzle: there must be a mate in the given number of moves, and only one first move that leads to it.
 *
 * @module
 */

import { Engine } from "@hindsight/engine";

const puzzle = { fen: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", solution: "Ra6", moves: 2 };

const engine = await Engine.start();
const { lines: [first, second] } = await engine.analyse(puzzle.fen, { lines: 2, mate: puzzle.moves, depth: 22 }).result;
engine.close();

const mates = (line: typeof first): boolean => line.score.type === "mate" && line.score.value === puzzle.moves;
console.log(`Solution: ${first.san[0]}, ${first.score.type} in ${first.score.value}`);
console.log(`As expected: ${mates(first) && first.san[0] === puzzle.solution}`);
console.log(`The only one: ${!mates(second)}`);
