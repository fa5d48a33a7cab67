/**
 * Checks a puzzle: there must be a mate in the given number of moves, and only one first move that forces it.
 *
 * @module
 */

import { Engine } from "@hindsight/engine";

const puzzle = { fen: "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", solution: "Ra6+", moves: 3 };

const engine = await Engine.start();
const { lines: [first, second] } = await engine.analyse(puzzle.fen, { lines: 2, mate: puzzle.moves, depth: 22 }).result;
engine.close();

const mates = (line: typeof first): boolean => line.score.type === "mate" && line.score.value === puzzle.moves;
console.log(`Solution: ${first.san[0]}, ${first.score.type} in ${first.score.value}`);
console.log(`As expected: ${mates(first) && first.san[0] === puzzle.solution}`);
console.log(`The only one: ${!mates(second)}`);
