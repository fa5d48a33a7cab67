/**
 * The moves of the user: put in on the board, or typed.
 *
 * @module
 */

import { LegalMoves } from "../state/legal_moves.ts";
import { askPromotion } from "../views/dialogs.ts";
import type { Host } from "./host.ts";
import type { MatchControl } from "./match_control.ts";

/** What else of the page has to do with it. */
export interface MoveInputPage {
  /** Takes a move as the answer to a puzzle. Returns whether it was one. */
  answer(move: string): boolean;
  /** Puts every piece of the board back on its square. */
  restore(): void;
}

/** The moves of the user. */
export class MoveInput {
  private readonly host: Host;
  private readonly match: MatchControl;
  private readonly page: MoveInputPage;
  private readonly legal = new LegalMoves();

  /** Of a page. */
  constructor(host: Host, match: MatchControl, page: MoveInputPage) {
    this.host = host;
    this.match = match;
    this.page = page;
  }

  /** Where the user may put the piece on a square. */
  targets(from: string): readonly string[] {
    return this.match.canMove ? this.legal.targets(this.host.line, from) : [];
  }

  /**
   * A piece was put on another square. If a pawn promotes, the user chooses the piece; the move is not played if the clock
   * has run out meanwhile, or another position is shown.
   */
  async move(from: string, to: string): Promise<void> {
    const { line, texts } = this.host;
    const { current } = line;
    const moves = this.legal.moves(line, from, to);
    let move: string | undefined = moves[0];
    if (moves.length > 1) {
      const piece = await askPromotion(texts, line.fen.split(" ")[1] === "w");
      move = moves.find((text) => text.endsWith(piece ?? "?"));
    }
    const isSame = this.host.line.current === current && this.match.canMove;
    if (move === undefined || !isSame) this.page.restore();
    else this.play(move);
  }

  /** A move was typed. Returns whether it could be played; if not, the page says why. */
  type(text: string): boolean {
    const { notices, texts } = this.host;
    if (!this.match.canMove) return notices.refuse(this.match.describe());
    try {
      this.play(text);
      return true;
    } catch {
      return notices.refuse(`${text} ${texts.board.notLegal}`);
    }
  }

  private play(move: string): void {
    const { host, match, page } = this;
    if (page.answer(move)) return page.restore();
    const { san, isCheck } = host.line.play(move);
    host.notices.speak(isCheck ? `${san}. ${host.texts.play.check}` : san);
    match.afterMove();
    host.positionChanged();
  }
}
