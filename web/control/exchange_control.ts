/**
 * Positions and games that come into the page and go out of it.
 *
 * @module
 */

import { chess960Start } from "../../engine/mod.ts";
import type { GameLine } from "../state/game_line.ts";
import { gameToPgn, type NumberedGame } from "../state/game_pgn.ts";
import { readGames, titleOf } from "../state/game_text.ts";
import type { Match } from "../state/match.ts";
import { chooseOne } from "../views/dialogs.ts";
import { openExchange } from "../views/exchange_dialog.ts";
import { copyText, saveText } from "../views/text_exchange.ts";
import { playerContent } from "./board_state.ts";
import type { Host } from "./host.ts";

/** What else of the page has to do with it. */
export interface ExchangeHost {
  /** The game against the engine, `null` if there is none. */
  match(): Match | null;
  /** Shows another game. */
  setLine(line: GameLine): void;
  /** A link to what is shown. */
  link(): string;
}

/** What comes in and goes out. */
export class ExchangeControl {
  private readonly host: Host;
  private readonly page: ExchangeHost;

  /** Of a page. */
  constructor(host: Host, page: ExchangeHost) {
    this.host = host;
    this.page = page;
  }

  /** Shows a game or position; a text that is none is reported on the page. */
  loadOrReport(text: string): void {
    const fault = this.load(text, false);
    if (fault !== null) this.host.notices.fail(this.host.texts.notices.notReadable(fault));
  }

  /** Opens the window for positions and games. */
  open(): void {
    const { line, texts, notices } = this.host;
    const { copied } = texts.position;
    openExchange(texts, line.fen, {
      load: (text, chess960) => this.load(text, chess960),
      setUp: (number) => {
        const fault = this.load(chess960Start(number), true);
        if (fault !== null) notices.fail(fault);
      },
      copyFen: () => void this.copy(line.fen, copied),
      copyPgn: () => void this.copy(this.pgn(), copied),
      savePgn: () => saveText(this.pgn(), "game.pgn", "application/x-chess-pgn"),
    });
  }

  /** Copies a link to what is shown. */
  share(): void {
    void this.copy(this.page.link(), this.host.texts.position.shared);
  }

  private async copy(text: string, done: string): Promise<void> {
    const { notices, texts } = this.host;
    if (await copyText(text)) notices.inform(done);
    else notices.fail(texts.position.notCopied);
  }

  /** Shows a game or position. Returns why it cannot, `null` if it can. */
  private load(text: string, chess960: boolean): string | null {
    const { texts } = this.host;
    if (this.page.match()?.isRunning) return texts.notices.matchRuns;
    try {
      const { games, faults } = readGames(text, chess960);
      if (games.length === 0) return faults[0] ?? texts.position.nothing;
      if (faults.length > 0) this.host.notices.fail(texts.position.leftOut(faults.length, faults[0]));
      if (games.length === 1) this.page.setLine(games[0].line);
      else void this.choose(games);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private async choose(games: readonly NumberedGame[]): Promise<void> {
    const { texts } = this.host;
    const chosen = await chooseOne(texts, texts.position.severalGames(games.length), games.map(titleOf));
    if (chosen !== null) this.page.setLine(games[chosen].line);
  }

  private pgn(): string {
    const { line, texts } = this.host;
    const match = this.page.match();
    if (match === null) return gameToPgn(line);
    const nameOf = (side: "white" | "black"): string => playerContent(line, match, side, texts).name;
    return gameToPgn(line, new Map([["White", nameOf("white")], ["Black", nameOf("black")]]));
  }
}
