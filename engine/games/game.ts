/**
 * A game of chess for other programs: a tree of moves with what is said about them, one of whose positions is shown.
 *
 * @module
 */

import { START_FEN } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { PositionError } from "../errors.ts";
import { type MoveInput, readMove } from "../position_input.ts";
import { boardAt } from "./board_at.ts";
import { append, attach, detach, type GameNode, isInTree, type RootNode } from "./game_node.ts";
import { type MoveInfo, moveInfo } from "./move_info.ts";
import { outcomeOf } from "./outcome.ts";
import { nameOf, type PgnGame } from "./pgn.ts";
import { readPgn } from "./pgn_reader.ts";
import { resultOf } from "./pgn_tokens.ts";
import { writePgn } from "./pgn_writer.ts";
import { Position, type PositionOptions, readStart } from "./position.ts";
import { ReadablePosition } from "./readable_position.ts";

/** A game of a PGN text, with what its reader has to say about it. */
export interface ReadGame {
  /** The game, as far as it could be read; at the end of its moves. */
  readonly game: Game;
  /** Its place in the text, from 1. */
  readonly number: number;
  /** Line of the text it begins on, from 1. */
  readonly line: number;
  /** Why not all of its moves were read, `null` if they were. What was not read is kept as text, see `GameNode.rest`. */
  readonly fault: string | null;
  /** What was mended or dropped, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * A game: where it started and the moves since, with variations. `current` is the place that is shown; moves are played
 * there.
 *
 * @example
 * ```ts
 * const game = new Game();
 * game.move("e4");
 * game.move({ from: "e7", to: "e5" });
 * console.log(game.fen, game.moves().length, game.outcome); // 29 legal moves, outcome null
 * game.undo();
 * ```
 */
export class Game extends ReadablePosition {
  /**
   * Tag pairs of PGN: `White`, `Black`, `Event` and others. To be read and changed. Names are letters, digits and
   * underscores; `toPgn` omits a tag with another name.
   */
  readonly tags: Map<string, string> = new Map();
  /** The start of the game. What is said there is about the game. */
  readonly root: RootNode;
  /** What was mended in the FEN that it starts from, a sentence each. */
  readonly mended: readonly string[];

  #current: GameNode;
  /** Moves that were taken back and can be played again, with their places, the latest last. */
  #undone: { readonly node: GameNode; readonly place: number }[] = [];

  /**
   * A game without moves.
   *
   * @param fen Where it starts; the initial position by default.
   * @throws {PositionError} If the FEN is not a position.
   */
  constructor(fen: string | RootNode = START_FEN, options: PositionOptions = {}) {
    super();
    const { root, mended } = readStart(fen, options);
    this.root = root;
    this.mended = mended;
    this.#current = root;
  }

  /**
   * The first game of a PGN text, with its comments, glyphs, variations, tags and result, at the end of its moves.
   *
   * @throws {PositionError} If there is no game, or not all of it can be read.
   *
   * @example
   * ```ts
   * const game = Game.fromPgn('[White "Anna"]\n\n1. e4 e5 (1... c5) 2. Nf3 *');
   * console.log(game.history(), game.tags.get("White")); // ["e4", "e5", "Nf3"] Anna
   * ```
   */
  static fromPgn(text: string): Game {
    if (typeof text !== "string") throw new PositionError(`Expected a game in PGN, but got ${text}`);
    const [pgn] = readPgn(text);
    if (pgn === undefined) {
      throw new PositionError("Expected a game in PGN, but found none");
    }
    return wholeGame(pgn);
  }

  /**
   * Every game of a PGN text.
   *
   * @throws {PositionError} If not all of a game can be read; `readAll` has the others then, too.
   */
  static allFromPgn(text: string): Game[] {
    return readPgn(text).map(wholeGame);
  }

  /** Every game of a PGN text, as far as each can be read: one with a fault costs no other. */
  static readAll(text: string): ReadGame[] {
    return readPgn(text).map(gameOf);
  }

  /** The place that is shown: the move that led there, or the start. */
  override get current(): GameNode {
    return this.#current;
  }

  /** The last move of the game itself, its variations aside; the start if there is none. */
  get end(): GameNode {
    return this.mainLine.at(-1) ?? this.root;
  }

  /** The moves of the game itself, without its variations. */
  get mainLine(): GameNode[] {
    return this.root.line;
  }

  /** The position that is shown, which later moves do not change. */
  get position(): Position {
    return new Position(this.#current);
  }

  /** Number of moves that lead to the place that is shown, those of both sides. */
  get ply(): number {
    return this.#current.ply;
  }

  /**
   * Plays a move at the place that is shown. Where the game goes on otherwise, it becomes a variation.
   *
   * @param move The move as UCI (`g1f3`), in standard algebraic notation (`Nf3`), or as squares
   * (`{ from: "e7", to: "e8", promotion: "q" }`). Castling may be given as king takes rook.
   * @returns The move with everything that is known about it.
   * @throws {PositionError} If it is not a legal move; the game then stays as it was.
   */
  move(move: MoveInput): MoveInfo {
    const position = boardAt(this.#current);
    const legal = readMove(position, move);
    const info = moveInfo(position, legal);
    this.#current = append(this.#current, legal);
    this.#undone = [];
    return info;
  }

  /** Takes the move back that led to the place that is shown, with everything that follows it. Returns it, `null` at the start. */
  undo(): MoveInfo | null {
    const node = this.#current;
    if (node.parent === null) return null;
    this.#undone.push({ node, place: detach(node) });
    this.#current = node.parent;
    return infoOf(node);
  }

  /** Plays the move again that was taken back last, with everything that followed it. Returns it, `null` if there is none. */
  redo(): MoveInfo | null {
    const undone = this.#undone.pop();
    if (undone === undefined) return null;
    this.#current = attach(this.#current, undone.node, undone.place);
    return infoOf(undone.node);
  }

  /**
   * Shows another place of the game.
   *
   * @throws {PositionError} If it is a place of another game.
   */
  goTo(node: GameNode): void {
    this.#expectOwn(node);
    this.#current = node;
    this.#undone = [];
  }

  /**
   * Adds a move behind a place, as the last variation there; the place that is shown stays.
   *
   * @param move The move in the forms of `move`; `--` is a null move: the side to move passes.
   * @returns Its node, which is the one that was there if the move is there already.
   * @throws {PositionError} If it is not legal, or the place is one of another game.
   */
  add(place: GameNode, move: MoveInput): GameNode {
    this.#expectOwn(place);
    const position = boardAt(place);
    if (move !== "--") return append(place, readMove(position, move));
    if (position.inCheck) throw new PositionError("Expected a legal move, but got a null move in check");
    return append(place, NO_MOVE);
  }

  /** A variation takes the place of the line that it leaves, which becomes a variation. */
  promote(node: GameNode): void {
    this.#expectOwn(node);
    if (node.parent === null) return;
    detach(node);
    attach(node.parent, node, 0);
  }

  /** Removes a move with everything that follows it. If that was shown, the place before it is. */
  delete(node: GameNode): void {
    this.#expectOwn(node);
    if (node.parent === null) throw new PositionError("Expected a move to delete, but got the start of the game");
    const isShown = this.#current.path.includes(node);
    detach(node);
    if (isShown) this.#current = node.parent;
    this.#undone = [];
  }

  /** Every move of the game and its variations, depth first: each line to its end before the variations to it. */
  walk(): Generator<GameNode> {
    return this.root.walk();
  }

  /** The moves that lead to the place that is shown, in standard algebraic notation. */
  history(): string[] {
    return this.#current.path.map(({ san }) => san);
  }

  /** The moves that lead to the place that is shown, with everything that is known about them; null moves are excluded. */
  playedMoves(): MoveInfo[] {
    return this.#current.path.filter(({ isNull }) => !isNull).map(infoOf);
  }

  /**
   * The game as PGN, with everything. The result is the tag's if that is one, or what the moves say; a draw that a player
   * may claim is not claimed. Where a file has one result in the tag and another behind the moves, both stay.
   */
  toPgn(): string {
    const { root } = this;
    const tags = new Map(this.tags);
    if (root.fen !== START_FEN) tags.set("SetUp", "1").set("FEN", root.fen);
    if (root.chess960) tags.set("Variant", "Chess960");
    const tag = tags.get("Result");
    const { contradiction } = root;
    const known = contradiction !== null && contradiction.tag === tag ? contradiction.result : resultOf(tag);
    const outcome = known === "*" ? outcomeOf(boardAt(this.end)) : null;
    const result = outcome?.isFinal ? outcome.result : known;
    return writePgn({ tags, root, result });
  }

  /** What the game is in JSON: the position that is shown, the moves that lead there, and everything as PGN. */
  toJSON(): { readonly fen: string; readonly moves: string[]; readonly pgn: string } {
    return { fen: this.fen, moves: this.history(), pgn: this.toPgn() };
  }

  #expectOwn(node: GameNode): void {
    if (node?.root !== this.root) throw new PositionError("Expected a place of this game, but got one of another");
    if (!isInTree(node)) throw new PositionError("Expected a place of this game, but got one that was deleted");
  }
}

/** A game of the library from one that was read. */
export function gameOf({ number, line, fault, warnings, root, tags, result }: PgnGame): ReadGame {
  const game = new Game(root);
  for (const [tag, value] of tags) game.tags.set(tag, value);
  // The moves do not say that somebody resigned.
  if (result !== "*" && root.contradiction === null) game.tags.set("Result", result);
  game.goTo(game.end);
  return { game, number, line, fault, warnings };
}

function wholeGame(pgn: PgnGame): Game {
  if (pgn.fault !== null) throw new PositionError(`${nameOf(pgn)}: ${pgn.fault}`);
  return gameOf(pgn).game;
}

function infoOf(node: GameNode): MoveInfo {
  return moveInfo(boardAt(node.parent ?? node), node.move);
}
