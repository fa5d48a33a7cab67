/** The user's moves, made on the board or typed. @module */

import { movesBetween, targetsOf } from "../state/legal_moves.ts";
import { premovesFrom } from "../state/premoves.ts";
import { piecesOf } from "../state/squares.ts";
import type { Store } from "../store.ts";
import type { MatchControl } from "./match_control.ts";
import type { PuzzleControl } from "./puzzle_control.ts";

export class MoveInput {
  constructor(
    private readonly store: Store,
    private readonly match: MatchControl,
    private readonly puzzle: PuzzleControl,
  ) {
    store.onMove(() => {
      const { premove } = store;
      if (premove === null || match.canPremove) return;
      store.premove = null;
      // Play the premove last, after all other reactions to the engine's move.
      if (store.isPlaying) queueMicrotask(() => void this.move(premove.from, premove.to, true));
    });
  }

  targets(from: string): readonly string[] {
    const { store: { line, match, isEmbedded } } = this;
    if (isEmbedded) return [];
    if (this.match.canPremove) {
      const letter = piecesOf(line.fen).get(from) ?? "";
      const isWhite = letter === letter.toUpperCase();
      return letter !== "" && isWhite === (match?.terms.human === "white") ? premovesFrom(letter, from) : [];
    }
    return this.match.canMove ? targetsOf(line, from) : [];
  }

  /**
   * Plays a move made on the board. If it was made before the engine's answer (`wasEarly`), a pawn promotes to a queen.
   * Otherwise, the user chooses the piece. If the game ends in the meantime, plays nothing.
   */
  async move(from: string, to: string, wasEarly: boolean = false): Promise<void> {
    const { store } = this;
    if (this.match.canPremove) {
      store.premove = { from, to };
      store.speak(`Your next move: ${from} to ${to}.`);
      return store.changed();
    }
    const { line } = store;
    const { current } = line;
    const moves = movesBetween(line, from, to);
    const piece = moves.length < 2 ? "" : wasEarly ? "q" : await this.askPromotion(to);
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

  type(text: string): boolean {
    const { store } = this;
    if (!this.match.canMove) return store.refuse(this.match.status);
    try {
      this.play(text);
      return true;
    } catch {
      return store.refuse(`${text} is not a legal move here.`);
    }
  }

  private play(move: string): void {
    const { store, match, puzzle } = this;
    if (puzzle.take(move)) return store.changed();
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
