import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { Game } from "../../../engine/games/game.ts";
import { PositionError } from "../../../engine/errors.ts";
import { GameLine, linesOf, placesOf } from "../../../web/state/game_line.ts";

function lineOf(...moves: string[]): GameLine {
  const line = new GameLine();
  for (const move of moves) line.move(move);
  return line;
}

/** The variations: how many moves come before each, and its moves. */
const variationsOf = ({ root }: GameLine): [from: number, sans: string][] =>
  linesOf(root).slice(1).map(({ from, nodes }) => [from, nodes.map(({ san }) => san).join(" ")]);

const sansOf = (line: GameLine): string[] => placesOf(line.current).slice(1).map(({ san }) => san);

Deno.test("`GameLine` goes on where its last position is shown", () => {
  const line = lineOf("e4", "e7e5", "Nf3");
  assertEquals(sansOf(line), ["e4", "e5", "Nf3"]);
  assertEquals([line.ply, line.isAtEnd, variationsOf(line)], [3, true, []]);
  assertEquals(line.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
});

Deno.test("`GameLine` starts a variation where the game went on otherwise, and keeps the game and other variations", () => {
  const line = lineOf("e4", "e5", "Nf3");
  line.goToPly(1);
  line.move("c5");
  line.move("Nc3");
  assertEquals(sansOf(line), ["e4", "c5", "Nc3"]);
  assertEquals(line.mainLine.map(({ san }) => san), ["e4", "e5", "Nf3"]);
  assertEquals([line.onBranch, line.gamePly, line.ply], [true, 1, 3]);
  line.step(-1);
  line.move("Nf3");
  assertEquals(sansOf(line), ["e4", "c5", "Nf3"]);
  line.goToPly(0);
  line.move("d4");
  assertEquals([line.onBranch, line.gamePly, line.ply], [true, 0, 1]);
  assertEquals(variationsOf(line), [[0, "d4"], [1, "c5 Nc3"], [2, "Nf3"]]);
  // A move that is there already is gone along.
  line.goToPly(1);
  line.move("c5");
  line.move("Nc3");
  assertEquals(variationsOf(line).length, 3);
  assertEquals(line.mainLine.map(({ san }) => san), ["e4", "e5", "Nf3"]);
});

Deno.test("`GameLine` follows the game where the move that is played is the game's", () => {
  const line = lineOf("e4", "e5");
  line.goToPly(0);
  line.move("e4");
  assertEquals([line.ply, variationsOf(line), line.mainLine.length], [1, [], 2]);
});

Deno.test("`GameLine` drops a variation, or makes it the game", () => {
  const line = lineOf("e4", "e5");
  line.addLine(1, ["c5", "Nf3"]);
  assertEquals([line.onBranch, line.ply], [true, 2]);
  line.delete(line.current);
  assertEquals([variationsOf(line), line.onBranch, line.ply], [[], false, 1]);
  line.addLine(1, ["c5", "Nf3"]);
  line.promote(line.current);
  assertEquals(sansOf(line), ["e4", "c5", "Nf3"]);
  assertEquals(line.mainLine.map(({ san }) => san), ["e4", "c5", "Nf3"]);
  assertEquals([variationsOf(line), line.ply, line.onBranch], [[[1, "e5"]], 2, false]);
});

Deno.test("`GameLine` steps through the line that is shown, from its start to its end", () => {
  const line = lineOf("e4", "e5", "Nf3");
  line.addLine(1, ["c5", "Nf3", "d6"]);
  line.step(Infinity);
  assertEquals([line.ply, line.lastStep?.san], [4, "d6"]);
  line.step(-3);
  assertEquals([line.ply, line.onBranch], [1, false]);
  line.step(1);
  assertEquals(line.lastStep?.san, "e5");
  line.step(-Infinity);
  assertEquals([line.ply, line.lastStep], [0, null]);
});

Deno.test("`GameLine` takes back moves at the end of the game, and variations behind them", () => {
  const line = lineOf("e4", "e5", "Nf3");
  line.addLine(0, ["d4"]);
  line.addLine(1, ["c5"]);
  line.takeBack(2);
  assertEquals(sansOf(line), ["e4"]);
  assertEquals([variationsOf(line), line.isAtEnd], [[[0, "d4"]], true]);
});

Deno.test("`GameLine` refuses a move that is not legal, and stays as it was", () => {
  const line = lineOf("e4");
  assertThrows(() => line.move("e5e6"), PositionError, "e5e6");
  assertEquals([sansOf(line), line.ply], [["e4"], 1]);
  assertEquals(line.move("e5").san, "e5");
});

Deno.test("`GameLine` takes a game of the library, with its tags and its start", () => {
  const line = new GameLine(Game.fromPgn('[White "Anna"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5"]\n\n5. e4 Kd7 *'));
  assertEquals(sansOf(line), ["e4", "Kd7"]);
  assertEquals(line.tags.get("White"), "Anna");
  assertEquals([line.ply, line.lastPosition.fen], [0, "8/3k4/8/8/4P3/8/8/4K3 w - - 1 6"]);
});

Deno.test("`GameLine` forgets what the tags say about the end when the game changes, wherever it began", () => {
  const tags = '[White "Anna"]\n[Result "0-1"]\n[Termination "normal"]\n[PlyCount "2"]';
  for (const fen of ["", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5"]\n']) {
    const answer = fen === "" ? "e5" : "Kd7";
    const load = (): GameLine => new GameLine(Game.fromPgn(`${fen}${tags}\n\n1. e4 ${answer} 0-1`));
    const ended = (line: GameLine): string[] =>
      ["Result", "Termination", "PlyCount"].filter((tag) => line.tags.has(tag));
    const line = load();
    assertEquals(ended(line), ["Result", "Termination", "PlyCount"]);
    line.goToPly(0);
    line.move("e4");
    assertEquals(ended(line).length, 3);
    line.goToPly(2);
    line.move(line.moves()[0]);
    assertEquals(ended(line), []);
    assertEquals(line.toPgn().endsWith(" *"), true);
    assertEquals(line.tags.get("White"), "Anna");
    const shorter = load();
    shorter.takeBack(1);
    assertEquals(ended(shorter), []);
    const other = load();
    other.addLine(1, [fen === "" ? "c5" : "Ke7"]);
    assertEquals(ended(other).length, 3);
    other.promote(other.current);
    assertEquals(ended(other), []);
  }
});

Deno.test("`GameLine` has a key for its game and one for the position that is shown", () => {
  const line = lineOf("e4", "e5");
  const { gameKey } = line;
  assertEquals([gameKey, line.placeKey], [`${START_FEN} e2e4 e7e5`, `${START_FEN} e2e4 e7e5`]);
  line.addLine(1, ["c5"]);
  assertEquals([line.gameKey, line.placeKey], [gameKey, `${START_FEN} e2e4 c7c5`]);
  line.promote(line.current);
  assertEquals(line.gameKey, `${START_FEN} e2e4 c7c5`);
  // The same start with other rules for castling is another game.
  const [ordinary, chess960] = [false, true].map((chess960) => new GameLine({ fen: START_FEN, chess960 }));
  assertNotEquals(ordinary.gameKey, chess960.gameKey);
  assertNotEquals(ordinary.placeKey, chess960.placeKey);
});

Deno.test("`GameLine` has a copy of the position that stays when a move is played", () => {
  const line = lineOf("e4");
  const { fen, position, lastPosition: end } = line;
  line.move("e5");
  assertEquals([position.fen, end.fen, end.record.moves.length], [fen, fen, 1]);
});
