/**
 * The moves of a game with its variations, as a tree: each move has those that were played or looked at after it.
 *
 * The first of them goes on with the line, the others are variations. The game itself is the line from the root.
 *
 * @module
 */

import type { MoveInfo } from "../../engine/mod.ts";

/** A move with the position after it. */
export interface Step extends Pick<MoveInfo, "san" | "uci"> {
  /** The position after the move. */
  readonly fen: string;
  /** Whether the side to move after it is in check. */
  readonly isCheck: boolean;
}

/** A place in the tree. */
export interface MoveNode {
  /** The move that led here, `null` at the start of the game. */
  readonly step: Step | null;
  /** The place before the move, `null` at the start of the game. */
  readonly parent: MoveNode | null;
  /** How many moves lead here. */
  readonly ply: number;
  /** What comes next: the line goes on with the first, the others are variations. */
  readonly children: MoveNode[];
  /** What is said about the move; at the start, about the game. */
  readonly comments: string[];
  /** Numeric annotation glyphs of PGN: 1 `!`, 2 `?` and so on. */
  readonly nags: number[];
}

/** A line of a tree: the game, or a variation. */
export interface TreeLine {
  /** The place in the list of lines of the one that it leaves. */
  readonly parent: number;
  /** How many moves come before its first. */
  readonly from: number;
  /** Its moves. */
  readonly nodes: readonly MoveNode[];
}

/** The start of a tree. */
export function createRoot(): MoveNode {
  return { step: null, parent: null, ply: 0, children: [], comments: [], nags: [] };
}

/** The place after another move, as the last of its variations; the place that is there already if there is one. */
export function addMove(parent: MoveNode, step: Step): MoveNode {
  const known = parent.children.find((child) => child.step?.uci === step.uci);
  if (known !== undefined) return known;
  const node = { step, parent, ply: parent.ply + 1, children: [], comments: [], nags: [] };
  parent.children.push(node);
  return node;
}

/** The moves that lead to a place. */
export function pathTo(node: MoveNode): MoveNode[] {
  const path: MoveNode[] = [];
  for (let at: MoveNode | null = node; at !== null && at.step !== null; at = at.parent) path.unshift(at);
  return path;
}

/** The moves with which a line goes on behind a place. */
export function movesAfter(node: MoveNode): MoveNode[] {
  const moves: MoveNode[] = [];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) moves.push(at);
  return moves;
}

/** Whether a place is in the game itself, and not in a variation. */
export function isInGame(node: MoveNode): boolean {
  for (let at = node; at.parent !== null; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
}

/** Every line: the game first, each variation behind the line that it leaves. */
export function linesOf(root: MoveNode): TreeLine[] {
  const lines: TreeLine[] = [{ parent: 0, from: 0, nodes: movesAfter(root) }];
  for (let i = 0; i < lines.length; i++) {
    const { nodes } = lines[i];
    // The other moves at the start of a variation are variations of the line that it leaves.
    for (const node of i === 0 ? nodes : nodes.slice(1)) {
      for (const head of node.parent?.children.slice(1) ?? []) {
        lines.push({ parent: i, from: head.ply - 1, nodes: [head, ...movesAfter(head)] });
      }
    }
  }
  return lines;
}
