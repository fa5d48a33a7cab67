/** `Game`, as programs that use chess.js expect it. */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { PositionError } from "../../../engine/errors.ts";
import { Game } from "../../../engine/games/game.ts";
import { gameFromPgn, gamesFromPgn, readAllGames } from "../../../engine/games/read_games.ts";
import { perft } from "../../../engine/games/readable_position.ts";
import type { MoveInfo } from "../../../engine/games/move_info.ts";
import { Position } from "../../../engine/games/position.ts";
import { play } from "./read_games.ts";

function namesOf({ uci, san }: MoveInfo): [string, string] {
  return [uci, san];
}

Deno.test("moves are played in either notation, listed in both, and taken back", () => {
  const game = new Game();
  assertEquals([game.moves().length, game.legalMoves()[0].uci.length, game.turn], [20, 4, "white"]);
  assertEquals(namesOf(game.move("e4")), ["e2e4", "e4"]);
  assertEquals(namesOf(game.move("g8f6")), ["g8f6", "Nf6"]);
  assertEquals([game.history(), game.ply, game.turn], [["e4", "Nf6"], 2, "white"]);
  assertEquals(namesOf(game.playedMoves()[1]), ["g8f6", "Nf6"]);
  assertEquals([game.current.fen, game.root.fen], [game.fen, START_FEN]);
  assertEquals([game.isLegal("e5"), game.isLegal("e4"), game.isLegal("e4e5")], [true, false, true]);
  assertEquals(game.undo()?.uci, "g8f6");
  assertEquals(game.undo()?.san, "e4");
  assertEquals(game.undo(), null);
  assertEquals([game.fen, `${game}`], [START_FEN, START_FEN]);
});

Deno.test("an illegal move causes a PositionError and changes nothing", () => {
  const game = new Game();
  for (const text of ["e5", "e2e5", "Nd4", "", "castle"]) assertThrows(() => game.move(text), PositionError);
  assertEquals([game.fen, game.ply], [START_FEN, 0]);
  assertThrows(() => new Game("8/8/8/8/8/8/8/8 w - - 0 1"), PositionError);
});

Deno.test("the end of a game has a result and a reason", () => {
  const mate = play("f3 e5 g4 Qh4#");
  assertEquals([mate.isCheck, mate.isCheckmate, mate.isStalemate, mate.isDraw], [true, true, false, false]);
  assertEquals([mate.outcome?.result, mate.outcome?.reason], ["0-1", "Black wins by checkmate"]);
  assertEquals(mate.moves(), []);
  const stalemate = new Game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  assertEquals([stalemate.isStalemate, stalemate.isDraw, stalemate.isCheck], [true, true, false]);
  const repetition = play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
  assertEquals([repetition.isThreefoldRepetition, repetition.isDraw], [true, true]);
  assert(new Game("8/8/4k3/8/8/3NK3/8/8 w - - 0 1").isInsufficientMaterial);
  assert(new Game("8/8/4k3/8/8/3RK3/8/8 w - - 100 90").isFiftyMoves);
  assertEquals(new Game().outcome, null);
});

Deno.test("a game is written as PGN and read back, with its tags and its start", () => {
  const game = play("e4 e5 Nf3 Nc6 Bb5");
  game.tags.set("White", "Anna");
  const pgn = game.toPgn();
  assertStringIncludes(pgn, '[White "Anna"]');
  assertStringIncludes(pgn, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
  const read = gameFromPgn(pgn);
  assertEquals([read.fen, read.history(), read.tags.get("White")], [game.fen, game.history(), "Anna"]);

  const fen = "8/1P3k2/8/8/8/8/8/4K3 b - - 3 40";
  const endgame = play("Kf6 b8=Q", fen);
  const again = gameFromPgn(endgame.toPgn());
  assertEquals([again.fen, again.record], [endgame.fen, endgame.record]);
  assertStringIncludes(endgame.toPgn(), "40... Kf6 41. b8=Q");
  assertStringIncludes(play("f3 e5 g4 Qh4#").toPgn(), '[Result "0-1"]');
});

Deno.test("a Chess960 game keeps its castling through PGN", () => {
  const fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
  const game = new Game(fen, { chess960: true });
  game.move("g3");
  const read = gameFromPgn(game.toPgn());
  assertEquals([read.fen, read.record.chess960], [game.fen, true]);
});

Deno.test("text that contains no readable game is refused", () => {
  for (const text of ["  \n", "*", "{ nothing }"]) assertThrows(() => gameFromPgn(text), PositionError, "found none");
  assertThrows(() => gameFromPgn("1. e4 e5 2. Ke3 *"), PositionError, "Ke3");
  assertThrows(() => gameFromPgn("1. e4 (e5 *"), PositionError);
  assertEquals(gamesFromPgn('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *').map((game) => game.ply), [1, 2]);
  // A fault in another game does not matter.
  assertEquals(gameFromPgn('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. Ke3 *').history(), ["e4"]);
});

Deno.test("`perft()` counts the lines of a game, and `undo()` does not change an earlier `record`", () => {
  const game = play("e4 e5");
  assertEquals([perft(game, 1), perft(new Game(), 3)], [29, 8902]);
  const { record } = game;
  game.undo();
  assertEquals([record.moves.length, game.record.moves.length, record.fen], [2, 1, START_FEN]);
});

Deno.test("a game that a player resigned keeps its result, and a tag that is not a result is not written as a result", () => {
  const resigned = gameFromPgn("1. e4 e5 1-0");
  assertEquals(resigned.tags.get("Result"), "1-0");
  assertStringIncludes(resigned.toPgn(), "1. e4 e5 1-0");
  assertEquals(gameFromPgn("1. e4 e5 *").tags.has("Result"), false);
  const game = play("e4 e5");
  const ends = [["unknown", "*"], ["draw", "*"], ["1:0", "1-0"], ["½-½", "1/2-1/2"], ["?", "*"], ["", "*"]];
  for (const [tag, end] of ends) {
    game.tags.set("Result", tag);
    assertEquals(/Result "(.*)"/.exec(game.toPgn())?.[1], end);
    assertStringIncludes(game.toPgn(), `1. e4 e5 ${end}`);
  }
  assertEquals(gameFromPgn(game.toPgn()).history(), ["e4", "e5"]);
});

Deno.test("a start position and tags with line breaks survive PGN, and a tag that PGN cannot contain is refused", () => {
  const game = play("Kf6 b8=Q", "8/1P3k2/8/8/8/8/8/4K3\nb -\r\n- 3 40");
  game.tags.set("Event", "a\nb");
  for (const name of ["Foo Bar", "", "é", 'A"', "A\n", "A]"]) {
    assertThrows(() => game.tags.set(name, "x"), TypeError, "Expected the name of a tag");
  }
  const [read, ...others] = gamesFromPgn(game.toPgn());
  assertEquals([others.length, read.fen, read.history()], [0, game.fen, game.history()]);
  assertEquals(read.tags.get("Event"), "a b");
});

Deno.test("moves may be objects with squares and a promotion, which other moves ignore, and castling may be king takes rook", () => {
  const game = new Game();
  assertEquals(game.move({ from: "e2", to: "e4", promotion: "q" }).san, "e4");
  const castle = new Game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  assertEquals([castle.move("e1h1").san, castle.fen.split(" ")[0]], ["O-O", "4k3/8/8/8/8/8/8/5RK1"]);
  const pawn = new Game("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assertThrows(() => pawn.move({ from: "a7", to: "a8" }), PositionError, "must name the piece");
  assertEquals(pawn.move({ from: "a7", to: "a8", promotion: "n" }).san, "a8=N");
  for (const move of [null, 5, {}, { from: "e2" }, { from: "e2", to: "e9" }, undefined]) {
    // A program without types may pass such values.
    assertThrows(() => game.move(move as unknown as string), PositionError, "Expected a move such as");
  }
});

Deno.test("a move object gives all facts about the move", () => {
  const before = "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3";
  const after = "rnbqkbnr/ppp1pppp/8/8/8/4pN2/PPPP1PPP/RNBQKB1R w KQkq - 0 4";
  const game = new Game(before);
  const names = { from: "d4", to: "e3", san: "dxe3", uci: "d4e3", flags: "e" } as const;
  const pieces = { piece: "p", colour: "black", captured: "p", promotion: null } as const;
  assertEquals(game.move("dxe3"), { ...names, ...pieces, before, after });
  assertEquals(game.moves({ from: "f3" }).sort(), ["Nd4", "Ne5", "Ng1", "Ng5", "Nh4"]);
  assertEquals(new Set(game.moves({ piece: "n" }).map((san) => san[0])), new Set(["N"]));
  assertEquals(new Game().dests().get("g1")?.sort(), ["f3", "h3"]);
});

Deno.test("moves that were taken back are played again, with the moves after them", () => {
  const game = play("e4 -- Nf3");
  assertEquals([game.turn, game.fullmove, game.playedMoves()[1].flags], ["black", 2, "-"]);
  assertThrows(() => play("e4 f6 Qh5+ --"), PositionError, "a null move in check");
  game.undo();
  game.undo();
  assertEquals([game.history(), game.toPgn().endsWith("1. e4 *")], [["e4"], true]);
  assertEquals([game.redo()?.san, game.redo()?.san, game.redo()], ["--", "Nf3", null]);
  game.undo();
  game.move("Nc3");
  assertEquals([game.redo(), game.history()], [null, ["e4", "--", "Nc3"]]);
});

Deno.test("a game is a tree: variations can be added, promoted, deleted and walked", () => {
  const game = play("e4 e5 Nf3");
  const [e4] = game.mainLine;
  const c5 = game.add(e4, "c5");
  game.add(game.add(c5, "--"), "d6");
  const arrows = [{ from: "c5", to: "d4", colour: "green" }] as const;
  const squares = [{ square: "d4", colour: "red" }] as const;
  Object.assign(c5, {
    comments: ["sharp"],
    glyphs: [5],
    clock: 61.5,
    evaluation: { cp: 30, mate: null },
    arrows,
    squares,
  });
  assertEquals([...game.walk()].map(({ san }) => san), ["e4", "e5", "Nf3", "c5", "--", "d6"]);
  const part = "(1... c5 $5 { [%csl Rd4] [%cal Gc5d4] [%eval 0.3] [%clk 0:01:01.5] } { sharp } 2. -- d6) 2. Nf3";
  assertStringIncludes(game.toPgn().replaceAll("\n", " "), part);
  const read = gameFromPgn(game.toPgn());
  const [, again] = read.mainLine[0].children;
  assertEquals([again.clock, again.evaluation, again.text], [61.5, { cp: 30, mate: null }, "sharp"]);
  assertEquals([again.arrows, again.squares], [arrows, squares]);
  game.promote(c5);
  assertEquals(game.mainLine.map(({ san }) => san), ["e4", "c5", "--", "d6"]);
  game.goTo(c5);
  game.delete(c5);
  assertEquals([game.current.san, game.mainLine.map(({ san }) => san)], ["e4", ["e4", "e5", "Nf3"]]);
  assertThrows(() => game.goTo(c5), PositionError, "deleted");
  assertThrows(() => game.add(read.root, "e4"), PositionError, "another");
});

Deno.test("a game of 20,000 plies can be read, examined, changed and written, and does not affect other games", () => {
  const knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const moves = Array.from({ length: 20_000 }, (_, ply) => knights[ply % 4]);
  const text = `[White "A"]\n\n${moves.join(" ")} *\n\n[White "B"]\n\n1. d4 *\n`;
  const [{ game }, other] = readAllGames(text);
  assertEquals([game.ply, game.fullmove, other.game.history()], [20_000, 10_001, ["d4"]]);
  const { end } = game;
  assertEquals([end.uci, end.root === game.root, end.isMainLine, end.path.length], ["f6g8", true, true, 20_000]);
  assertEquals(game.history().join(), moves.join());
  game.promote(game.add(end.parent ?? end, "a6"));
  assertEquals([end.isMainLine, game.end.san, game.undo()?.san], [false, "a6", "Ng8"]);
  assertEquals(gameFromPgn(game.toPgn()).end.san, "a6");
  const played = new Game();
  for (const move of moves) played.move(move);
  assertEquals(played.add(played.end, "e4").ply, 20_001);
});

Deno.test("the nodes of a tree have the positions of their paths, in whatever order they are visited", () => {
  const game = gameFromPgn("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 (2. -- d5 3. d4) Nc6 3. Bb5 a6 *");
  const nodes = [game.root, ...game.walk()];
  const expected = nodes.map(({ path }) => {
    const fresh = new Game();
    for (const { san } of path) fresh.goTo(fresh.add(fresh.current, san));
    return fresh.fen;
  });
  for (const [i, from] of nodes.entries()) {
    for (const [j, to] of nodes.entries()) {
      assertEquals([new Position(from).fen, new Position(to).fen], [expected[i], expected[j]]);
    }
  }
});

Deno.test("two games that are played in turn do not interfere with each other, and a position outlasts its game", () => {
  const [one, two] = [new Game(), new Game()];
  one.move("e4");
  two.move("d4");
  const { position } = one;
  one.move("e5");
  two.move("d5");
  assertEquals([one.history(), two.history()], [["e4", "e5"], ["d4", "d5"]]);
  assertEquals([position.turn, position.play("c5").fen], ["black", new Game(position.fen).move("c5").after]);
  assertEquals([one.ply, position.fen.split(" ")[1]], [2, "b"]);
});

Deno.test("a game with a fault does not affect other games, and its JSON is small", () => {
  const games = readAllGames("1. e4 *\n\n1. e5 *\n\n1. d4 d5 *");
  const read = games.map(({ game, fault }) => [game.history(), fault === null]);
  assertEquals(read, [[["e4"], true], [[], false], [["d4", "d5"], true]]);
  assert(JSON.stringify(new Game()).length < 400);
  assertEquals(JSON.parse(JSON.stringify(play("e4"))).moves, ["e4"]);
});

Deno.test("an outcome has a code and a winner; five repetitions or seventy-five moves end a game", () => {
  const codeOf = (game: Game): unknown[] => [game.outcome?.code, game.outcome?.winner, game.outcome?.isFinal];
  assertEquals(codeOf(play("f3 e5 g4 Qh4#")), ["checkmate", "black", true]);
  const game = new Game();
  const dance = "Nf3 Nf6 Ng1 Ng8".split(" ");
  for (let i = 0; i < 2; i++) for (const move of dance) game.move(move);
  assertEquals(codeOf(game), ["threefold-repetition", null, false]);
  for (let i = 0; i < 2; i++) for (const move of dance) game.move(move);
  assertEquals(codeOf(game), ["fivefold-repetition", null, true]);
  assertEquals(codeOf(new Game("8/8/4k3/8/8/3RK3/8/8 w - - 150 90")), ["seventy-five-moves", null, true]);
  assertEquals(codeOf(new Game("8/8/4k3/8/8/3RK3/8/8 w - - 100 90")), ["fifty-moves", null, false]);
});

Deno.test("FENs are read strictly, or tolerantly with a list of repairs; Chess960 can be refused", () => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 w KQkq";
  assertThrows(() => new Game(fen), PositionError, "4 to 6 fields");
  const game = new Game(fen, { tolerant: true });
  assertEquals([game.fen, game.mended.length], ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 5]);
  const rights = "r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1";
  assertThrows(() => new Game(rights, { chess960: false }), PositionError, "Chess960");
  assertEquals(new Game(rights, { tolerant: true }).chess960, true);
  const ordinary = new Game(rights, { tolerant: true, chess960: false });
  assertEquals([ordinary.fen, ordinary.chess960], ["r3k1r1/8/8/8/8/8/8/R3K1R1 w Qq - 0 1", false]);
  assertEquals(ordinary.mended, ["Castling right 'K' needs Chess960", "Castling right 'k' needs Chess960"]);
});

Deno.test("the facts about a move cannot be changed, in its own game or in another", () => {
  const { end } = gameFromPgn("1. e4 {a} $1 *");
  for (const node of [end, new Game().root]) {
    for (const list of [node.comments, node.commentsBefore, node.glyphs]) {
      assertThrows(() => (list as unknown[]).push("x"), TypeError);
    }
  }
  assertEquals(gameFromPgn("1. d4 *").toPgn({ maxWidth: 0 }).split("\n").at(-1), "1. d4 *");
});

Deno.test("PGN has the requested width, and the moves may be on one line", () => {
  const game = play("e4 e5 Nf3 Nc6 Bb5 a6");
  const moves = (maxWidth?: number): string[] => game.toPgn({ maxWidth }).split("\n\n")[1].split("\n");
  assertEquals(moves(0), ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"]);
  assertEquals(moves(12), ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6 *"]);
  assertEquals(moves(1).length, 7);
  assertEquals(gameFromPgn(game.toPgn({ maxWidth: 5 })).history(), game.history());
});

Deno.test("a node gives every command in its comments, and reads evaluations in the forms that programs write", () => {
  const { mainLine: [e4, e5] } = gameFromPgn("1. e4 { [%eval .99,23] good [%foo a b] } e5 { [%tqu] [%eval -.5] } *");
  assertEquals(e4.commands, [{ name: "eval", value: ".99,23" }, { name: "foo", value: "a b" }]);
  assertEquals([e4.text, e4.evaluation, e5.evaluation?.cp], ["good", { cp: 99, mate: null }, -50]);
  assertEquals(e5.commands[0], { name: "tqu", value: "" });
});
