/** Imports and exports positions and games: text, files, links. @module */

import { gameFromPgn } from "../../engine/games/read_games.ts";
import { escapeXml } from "../../engine/view/svg.ts";
import { formatAddress } from "../state/address.ts";
import { readGames } from "../state/game_text.ts";
import type { Store } from "../store.ts";
import { copyText, readText, saveFile } from "../state/files.ts";
import { reasonOf } from "./failure.ts";
import type { GamesControl } from "./games_control.ts";
import { CARRIED } from "./review_control.ts";

/** The length in characters of the longest link that messaging and e-mail programs accept. */
const MAX_LINK = 8000;

export class ExchangeControl {
  constructor(private readonly store: Store, private readonly games: GamesControl) {}

  async loadOrReport(source: string | File): Promise<void> {
    const fault = await this.load(source, false);
    if (fault !== null) this.store.fail(`This cannot be read. ${fault}`);
  }

  /** Shows a game or position. Returns the reason if that failed; `null` if it succeeded or the user cancelled. */
  async load(source: string | File, chess960: boolean): Promise<string | null> {
    const { store } = this;
    try {
      const text = typeof source === "string" ? source : await readText(source);
      const { games, faults } = readGames(text, chess960);
      if (games.length === 0) return faults[0] ?? "This text contains neither a position nor a game";
      this.games.chapters = games.length === 1 ? [] : games;
      if (games.length > 1) store.open({ kind: "games" });
      else if (!await this.games.show(games[0])) return null;
      const others = `${faults.length} games cannot be read. The first one:`;
      if (faults.length > 0) store.fail(`${faults.length === 1 ? "A game cannot be read." : others} ${faults[0]}`);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Sets up a Chess960 start position. Returns the reason if that failed, otherwise `null`. */
  async setUp(number: number): Promise<string | null> {
    const { chess960Start } = await import("../engine/later.ts");
    return await this.load(chess960Start(number), true);
  }

  async copy(text: string, done: string): Promise<void> {
    if (await copyText(text)) this.store.inform(done);
    else this.store.fail("This browser does not let the page copy text.");
  }

  /** Copies a link with the review and its puzzles. If the link is too long, saves a file that contains it. */
  async shareReview(): Promise<void> {
    const { store } = this;
    if (store.review === null) return;
    const { formatReview, pack } = await import("../engine/later.ts");
    const [page] = location.href.split(/[?#]/);
    const address = formatAddress({ ...store, line: store.game, tab: "analysis", isAnalysing: false });
    const link = `${page}#${address}&${CARRIED}${await pack(formatReview(store.review))}`;
    if (link.length <= MAX_LINK) return await this.copy(link, "Link copied. It opens the game with its review.");
    const file =
      `<!doctype html><meta charset="utf-8"><title>Hindsight</title><a href="${escapeXml(link)}">The game</a>` +
      `<script>location.replace(document.links[0].href)</script>`;
    saveFile(new Blob([file], { type: "text/html" }), "game.html");
    store.inform("The game is too long for a link, so a file that opens it was saved.");
  }

  async pgn(): Promise<string> {
    const { game, review } = this.store;
    const pgn = game.toPgn();
    if (review === null) return pgn;
    const { annotated } = await import("../engine/later.ts");
    return annotated(gameFromPgn(pgn), review).toPgn();
  }
}
