import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { PositionError } from "../../../engine/errors.ts";
import { gameFromPgn } from "../../../engine/games/read_games.ts";
import { GameLine, linesOf } from "../../../web/state/game_line.ts";

function lineOf(...moves: string[]): GameLine {
  const line = new GameLine();
  for (const move of moves) line.move(move);
  return line;
}

/** Asserts the PGN of the game with its variations, and the moves that lead to the shown position. */
function assertLine(line: GameLine, pgn: string, shown: string): void {
  assertEquals([line.toPgn().split("\n").at(-1), line.history().join(" ")], [`${pgn} *`, shown]);
}

Deno.test("`GameLine` adds moves at its end, starts a variation if the game continued differently, and follows existing moves", () => {
  const line = lineOf("e4", "e7e5", "Nf3");
  assertLine(line, "1. e4 e5 2. Nf3", "e4 e5 Nf3");
  assertEquals([line.isAtEnd, line.fen], [true, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]);
  line.goToPly(1);
  line.move("c5");
  line.move("Nc3");
  assertLine(line, "1. e4 e5 (1... c5 2. Nc3) 2. Nf3", "e4 c5 Nc3");
  assertEquals([line.onBranch, line.gamePly, line.lastMove], [true, 1, "2. Nc3"]);
  line.step(-1);
  line.move("Nf3");
  line.goToPly(0);
  line.move("d4");
  const pgn = "1. e4 (1. d4) 1... e5 (1... c5 2. Nc3 (2. Nf3)) 2. Nf3";
  assertLine(line, pgn, "d4");
  assertEquals([line.onBranch, line.gamePly], [true, 0]);
  assertEquals(linesOf(line.root).map(({ parent, from }) => [parent, from]), [[0, 0], [0, 0], [0, 1], [2, 2]]);
  const { version } = line;
  line.goToPly(0);
  for (const move of ["e4", "c5", "Nc3"]) line.move(move);
  assertLine(line, pgn, "e4 c5 Nc3");
  assertEquals(line.version, version);
});

Deno.test("`GameLine` adds, deletes and promotes a variation", () => {
  const line = lineOf("e4", "e5");
  line.addLine(1, ["c5", "Nf3"]);
  assertLine(line, "1. e4 e5 (1... c5 2. Nf3)", "e4 c5");
  line.delete(line.current);
  assertLine(line, "1. e4 e5", "e4");
  line.addLine(1, ["c5", "Nf3"]);
  assertEquals([line.onBranch, line.gameKey.endsWith("e2e4 e7e5")], [true, true]);
  line.promote(line.current);
  assertLine(line, "1. e4 c5 (1... e5) 2. Nf3", "e4 c5");
  // The engine's line follows the game and continues after its end; the moves of the game stay the same.
  const { gameKey } = line;
  line.addLine(1, ["c5", "Nf3", "d6", "d4"]);
  line.addLine(3, ["d6"]);
  assertLine(line, "1. e4 c5 (1... e5) 2. Nf3", "e4 c5 Nf3");
  assertEquals(line.gameKey, gameKey);
  assertEquals([line.onBranch, line.gameKey.endsWith("e2e4 c7c5 g1f3")], [false, true]);
});

Deno.test("`GameLine` steps through the line that is shown, from its start to its end", () => {
  const line = lineOf("e4", "e5", "Nf3");
  line.addLine(1, ["c5", "Nf3", "d6"]);
  const shown = [Infinity, -3, 1, -Infinity].map((plies) => {
    line.step(plies);
    return [line.ply, line.lastMove, line.onBranch];
  });
  assertEquals(shown, [[4, "2… d6", true], [1, "1. e4", false], [2, "1… e5", false], [0, "", false]]);
});

Deno.test("`GameLine` takes back moves at the end of the game, and the variations after them", () => {
  const line = lineOf("e4", "e5", "Nf3");
  line.addLine(0, ["d4"]);
  line.addLine(1, ["c5"]);
  line.takeBack(2);
  assertLine(line, "1. e4 (1. d4)", "e4");
  assertEquals(line.isAtEnd, true);
});

Deno.test("`GameLine` refuses an illegal move, and does not change", () => {
  const line = lineOf("e4");
  assertThrows(() => line.move("e5e6"), PositionError, "e5e6");
  assertLine(line, "1. e4", "e4");
});

Deno.test("`GameLine` starts with a game of the library and its tags", () => {
  const line = new GameLine(gameFromPgn('[White "Anna"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5"]\n\n5. e4 Kd7 *'));
  assertLine(line, "5. e4 Kd7", "");
  assertEquals(line.tags.get("White"), "Anna");
  assertEquals(line.lastPosition.fen, "8/3k4/8/8/4P3/8/8/4K3 w - - 1 6");
});

Deno.test("`GameLine` removes the tags about the end of the game when the game changes, whatever its start position", () => {
  const tags = '[White "Anna"]\n[Result "0-1"]\n[Termination "normal"]\n[PlyCount "2"]';
  for (const fen of ["", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5"]\n']) {
    const [answer, other] = fen === "" ? ["e5", "c5"] : ["Kd7", "Ke7"];
    /** Changes the game, and returns how many of the tags are left. */
    const left = (change: (line: GameLine) => void): number => {
      const line = new GameLine(gameFromPgn(`${fen}${tags}\n\n1. e4 ${answer} 0-1`));
      change(line);
      assertEquals(line.tags.get("White"), "Anna");
      return ["Result", "Termination", "PlyCount"].filter((tag) => line.tags.has(tag)).length;
    };
    assertEquals(left((line) => line.move("e4")), 3);
    assertEquals(left((line) => line.addLine(1, [other])), 3);
    assertEquals(left((line) => line.addLine(2, [line.lastPosition.moves()[0]])), 3);
    assertEquals(left((line) => line.takeBack(1)), 0);
    const promote = (line: GameLine): void => {
      line.addLine(1, [other]);
      line.promote(line.current);
    };
    assertEquals(left(promote), 0);
  }
});

Deno.test("`GameLine` has a key for its game and a key for the position that is shown", () => {
  const line = lineOf("e4", "e5");
  const { gameKey } = line;
  assertEquals([gameKey, line.placeKey], [`${START_FEN} e2e4 e7e5`, `${START_FEN} e2e4 e7e5`]);
  line.addLine(1, ["c5"]);
  assertEquals([line.gameKey, line.placeKey], [gameKey, `${START_FEN} e2e4 c7c5`]);
  line.promote(line.current);
  assertEquals(line.gameKey, `${START_FEN} e2e4 c7c5`);
  // The same start position with other rules for castling is another game.
  const [ordinary, chess960] = [false, true].map((chess960) => new GameLine({ fen: START_FEN, chess960 }));
  assertNotEquals(ordinary.gameKey, chess960.gameKey);
  assertNotEquals(ordinary.placeKey, chess960.placeKey);
});

Deno.test("`GameLine` gives a copy of the position that does not change when a move is played", () => {
  const line = lineOf("e4");
  const { fen, position, lastPosition } = line;
  line.move("e5");
  assertEquals([position.fen, lastPosition.fen, lastPosition.record.moves.length], [fen, fen, 1]);
});
