/** A game of chess: a tree of moves with notes, and a current node. @module */

import { START_FEN } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { checkOptions, expect, type Kind, type Kinds, show, TEXT, whole } from "../arguments.ts";
import { PositionError } from "../errors.ts";
import { type MoveInput, readMove } from "../position_input.ts";
import { boardAt } from "./board_at.ts";
import { GameNode, RootNode } from "./game_node.ts";
import { type MoveInfo, moveInfo, nullInfo } from "./move_info.ts";
import { outcomeOf } from "./outcome.ts";
import { resultOf } from "./pgn_tokens.ts";
import { writePgn } from "./pgn_writer.ts";
import { Position, type PositionOptions, readStart } from "./position.ts";
import { ReadablePosition } from "./readable_position.ts";

/** Options for writing PGN. */
export interface PgnOptions {
  /** Maximum width of lines with moves, in columns; 79 by default, as in the standard. 0 puts all moves on one line. */
  readonly maxWidth?: number | undefined;
}

const PGN_OPTIONS: Kinds = { maxWidth: /* @__PURE__ */ whole(0) };

const TAG_NAME: Kind = {
  words: "the name of a tag: letters, digits and underscores",
  fits: (name) => typeof name === "string" && /^[A-Za-z0-9_]+$/.test(name),
};

class Tags extends Map<string, string> {
  override set(name: string, value: string): this {
    expect(name, TAG_NAME);
    expect(value, TEXT, name);
    return super.set(name, value);
  }
}

/**
 * A game with variations. New moves are added after the current node.
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
  /** The PGN tags, such as `White` and `Event`. `set` throws a `TypeError` for a name that PGN cannot express. */
  readonly tags: Map<string, string> = new Tags();
  /** The node before the first move. Its notes are about the whole game. */
  readonly root: RootNode;
  /** The corrections made to the FEN, one sentence each. */
  readonly mended: readonly string[];

  #current: GameNode;
  /** Moves that `redo` can replay, each with its index among its siblings. The latest is last. */
  #undone: { readonly node: GameNode; readonly place: number }[] = [];

  /**
   * Starts a game from a FEN or a `Position`, or from the initial position by default. Throws a `PositionError` if the
   * position is not legal.
   */
  constructor(from: string | ReadablePosition | RootNode = START_FEN, options: PositionOptions = {}) {
    super();
    if (from instanceof RootNode) {
      this.root = from;
      this.mended = [];
    } else {
      const { start, mended } = readStart(from, options);
      this.root = new RootNode(start, start.setup);
      this.mended = mended;
    }
    this.#current = this.root;
  }

  /** The current node: a move, or the start of the game. */
  override get current(): GameNode {
    return this.#current;
  }

  /** The last move of the main line; the start if there is none. */
  get end(): GameNode {
    return this.mainLine.at(-1) ?? this.root;
  }

  /** The moves of the main line. */
  get mainLine(): GameNode[] {
    return this.root.line;
  }

  /** The current position. Later moves do not change this object. */
  get position(): Position {
    return new Position(this.#current);
  }

  /** Number of moves by both sides up to the current node. */
  get ply(): number {
    return this.#current.ply;
  }

  /**
   * Plays a move after the current node. If the game already continues with another move, the new one becomes a
   * variation.
   *
   * @param move UCI (`g1f3`), standard algebraic notation (`Nf3`), or squares (`{ from: "e7", to: "e8", promotion: "q"
   *   }`). Castling may be written as king takes rook. `--` is a null move: the side to move passes.
   * @throws {PositionError} If the move is not legal; the game is unchanged.
   */
  move(move: MoveInput): MoveInfo {
    this.#current = append(this.#current, move);
    this.#undone = [];
    return infoOf(this.#current);
  }

  /** Takes back the current move and everything after it. Returns the move; `null` at the start. */
  undo(): MoveInfo | null {
    const node = this.#current;
    if (node.parent === null) return null;
    this.#undone.push({ node, place: GameNode.detach(node) });
    this.#current = node.parent;
    return infoOf(node);
  }

  /** Restores the move that was taken back last, with everything after it. Returns the move; `null` for none. */
  redo(): MoveInfo | null {
    const undone = this.#undone.pop();
    if (undone === undefined) return null;
    this.#current = GameNode.attach(this.#current, undone.node, undone.place);
    return infoOf(undone.node);
  }

  /** Makes another node the current one. Throws a `PositionError` if the node is not in this game. */
  goTo(node: GameNode): void {
    this.#expectOwn(node);
    this.#current = node;
    this.#undone = [];
  }

  /**
   * Adds a move after a node if it is not there yet; if other moves are there, the new one becomes a variation. Returns
   * the move's node. Throws a `PositionError` if the move is not legal or the node is not in this game.
   */
  add(place: GameNode, move: MoveInput): GameNode {
    this.#expectOwn(place);
    return append(place, move);
  }

  /** Swaps a variation with the line from which it branches off. */
  promote(node: GameNode): void {
    this.#expectOwn(node);
    if (node.parent === null) return;
    GameNode.detach(node);
    GameNode.attach(node.parent, node, 0);
  }

  /** Removes a move and everything after it. If this includes the current node, the move's parent becomes current. */
  delete(node: GameNode): void {
    this.#expectOwn(node);
    if (node.parent === null) throw new PositionError("Expected a move to delete, but got the start of the game");
    const isShown = this.#current.path.includes(node);
    GameNode.detach(node);
    if (isShown) this.#current = node.parent;
    this.#undone = [];
  }

  /** Every move of the game and its variations, depth first: each line to its end, then its variations. */
  walk(): Generator<GameNode> {
    return this.root.walk();
  }

  /** The moves up to the current node, in standard algebraic notation. The method takes no options. */
  history(options: Readonly<Record<string, never>> = {}): string[] {
    checkOptions(options, {}, { verbose: "playedMoves()" });
    return this.#current.path.map(({ san }) => san);
  }

  /** The same moves with their details. */
  playedMoves(): MoveInfo[] {
    return this.#current.path.map(infoOf);
  }

  /**
   * The game as PGN. The result comes from the tag or, if the tag has none, from the last position. A draw that a
   * player would have to claim is not a result. If a file had one result in its tag and another after its moves, both
   * are kept.
   */
  toPgn(options: PgnOptions = {}): string {
    checkOptions(options, PGN_OPTIONS);
    const { maxWidth } = options;
    const { root } = this;
    const tags = new Map(this.tags);
    if (root.fen !== START_FEN) tags.set("SetUp", "1").set("FEN", root.fen);
    if (root.chess960) tags.set("Variant", "Chess960");
    const tag = tags.get("Result");
    const { contradiction } = root;
    const isOfFile = contradiction !== null && contradiction.tag === tag;
    const known = isOfFile ? contradiction.result : resultOf(tag);
    if (!isOfFile && known === "*") tags.delete("Result");
    const outcome = known === "*" ? outcomeOf(boardAt(this.end)) : null;
    const result = outcome?.isFinal ? outcome.result : known;
    return writePgn({ tags, root, result }, maxWidth === 0 ? Infinity : maxWidth);
  }

  /** The current position, the moves that led to it, and the whole game as PGN. */
  toJSON(): { readonly fen: string; readonly moves: string[]; readonly pgn: string } {
    return { fen: this.fen, moves: this.history(), pgn: this.toPgn() };
  }

  #expectOwn(node: GameNode): void {
    if (!(node instanceof GameNode)) throw new TypeError(`Expected a place of a game, a node, but got ${show(node)}`);
    if (node.root !== this.root) throw new PositionError("Expected a place of this game, but it is in another game");
    if (!GameNode.isInTree(node)) throw new PositionError("Expected a place of this game, but it was deleted");
  }
}

function append(place: GameNode, move: MoveInput): GameNode {
  const position = boardAt(place);
  if (move !== "--") return GameNode.append(place, readMove(position, move));
  if (position.inCheck) throw new PositionError("Expected a legal move, but got a null move in check");
  return GameNode.append(place, NO_MOVE);
}

function infoOf(node: GameNode): MoveInfo {
  const position = boardAt(node.parent ?? node);
  return node.isNull ? nullInfo(position) : moveInfo(position, node.move);
}
