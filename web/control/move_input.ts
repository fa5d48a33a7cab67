/** The moves of the user: put in on the board, or typed. @module */

import { movesBetween, targetsOf } from "../state/legal_moves.ts";
import type { Store } from "../store.ts";
import type { MatchControl } from "./match_control.ts";
import type { PuzzleControl } from "./puzzle_control.ts";

export class MoveInput {
  constructor(
    private readonly store: Store,
    private readonly match: MatchControl,
    private readonly puzzle: PuzzleControl,
  ) {}

  targets(from: string): readonly string[] {
    return this.match.canMove && !this.store.isEmbedded ? targetsOf(this.store.line, from) : [];
  }

  /** A piece was put on a square. While the user chooses what a pawn becomes, the game may end or be left. */
  async move(from: string, to: string): Promise<void> {
    const { store } = this;
    const { line } = store;
    const { current } = line;
    const moves = movesBetween(line, from, to);
    const piece = moves.length > 1 ? await this.askPromotion(to) : "";
    const move = moves.find((text) => piece !== null && text.endsWith(piece));
    if (move !== undefined && store.line.current === current && this.match.canMove) this.play(move);
    else store.changed();
  }

  private askPromotion(to: string): Promise<string | null> {
    const { store } = this;
    return new Promise((resolve) => {
      store.promotion = {
        to,
        isWhite: store.line.turn === "white",
        choose: (piece) => {
          store.promotion = null;
          resolve(piece);
        },
      };
    });
  }

  /** A move was typed. Returns whether it could be played; if not, the page says why. */
  type(text: string): boolean {
    const { store } = this;
    if (!this.match.canMove) return store.refuse(this.match.status);
    try {
      this.play(text);
      return true;
    } catch {
      return store.refuse(`${text} is not a legal move here`);
    }
  }

  private play(move: string): void {
    const { store, match, puzzle } = this;
    if (puzzle.take(move)) return store.changed();
    // Who moves a piece where games are played, plays.
    if (store.tab === "play" && store.match === null && store.line.root.children.length === 0) {
      store.line.position.play(move);
      void match.start("shown", move);
      return;
    }
    const { san } = store.line.move(move);
    store.speak(store.line.isCheck ? `${san}. Check.` : san);
    match.afterMove();
    store.acted();
  }
}
