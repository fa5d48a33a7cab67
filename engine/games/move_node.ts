/**
 * A move that refers to all earlier moves. Together they describe a position and its history. A node stores no board;
 * when one is needed, board_at.ts plays the moves. A game of eighty plies takes about six kilobytes.
 *
 * @module
 */

import { formatFen, fullmoveOf } from "../../core/fen.ts";
import type { GameRecord } from "../../core/game_record.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { boardAt, type Start } from "./board_at.ts";

/** A move and the position after it. The start is a node without a move. */
export class MoveNode {
  /** The node before the move, `null` at the start. */
  readonly parent: MoveNode | null;
  /** @internal The encoded move; `NO_MOVE` for a null move and for the start. */
  readonly move: number;
  /** @internal The start of the game. */
  readonly start: Start;
  /** Number of moves by both sides from the start to here. */
  readonly ply: number;

  /** @internal Makes a start node, or a node for a legal move after another node. */
  constructor(before: MoveNode | Start, move: number = NO_MOVE) {
    const isMove = before instanceof MoveNode;
    this.parent = isMove ? before : null;
    this.move = move;
    this.start = isMove ? before.start : before;
    this.ply = isMove ? before.ply + 1 : 0;
  }

  /** The moves up to here, including this one. */
  get path(): MoveNode[] {
    return pathTo<MoveNode>(this);
  }

  /** The game in the form that engines accept: the position after the last null move, and the moves since then. */
  get record(): GameRecord {
    const { start: { fen, chess960 }, path } = this;
    const from = path.findLastIndex((each) => each.isNull);
    const moves = path.slice(from + 1).map(({ move }) => move);
    return { fen: from < 0 ? fen : path[from].fen, chess960, moves };
  }

  /** Whether this is a null move: the side to move passes. */
  get isNull(): boolean {
    return this.parent !== null && this.move === NO_MOVE;
  }

  /** The move in standard algebraic notation: `Nf3`; `--` for a null move, "" at the start. */
  get san(): string {
    if (this.parent === null) return "";
    return this.move === NO_MOVE ? "--" : formatSan(boardAt(this.parent), this.move);
  }

  /** The move in UCI notation: `g1f3`; `0000` for a null move, "" at the start. */
  get uci(): string {
    return this.parent === null ? "" : formatUci(this.move, this.start.chess960);
  }

  /** The position after the move as FEN. `new Position(node)` gives the same position with its history. */
  get fen(): string {
    return formatFen(boardAt(this));
  }

  /** Number of the move, from 1; at the start, the number of the next move. */
  get fullmove(): number {
    return fullmoveOf(boardAt(this.parent ?? this));
  }

  /** The side that played the move; at the start, the side to move. */
  get colour(): "white" | "black" {
    return boardAt(this.parent ?? this).sideToMove === WHITE ? "white" : "black";
  }
}

/** The nodes from the first move to this node. */
export function pathTo<Node extends { readonly parent: Node | null }>(node: Node): Node[] {
  const path: Node[] = [];
  for (let at = node; at.parent !== null; at = at.parent) path.push(at);
  return path.reverse();
}
