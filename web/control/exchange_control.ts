/** Positions and games that come into the page and go out of it: texts, files, links, pictures. @module */

import { ENGINE_TITLE } from "../../engine/version.ts";
import { gameFromPgn } from "../../engine/games/read_games.ts";
import type { GameLine } from "../state/game_line.ts";
import { type NumberedGame, readGames, titleOf } from "../state/game_text.ts";
import type { Store } from "../store.ts";
import { copyText, readText } from "../state/files.ts";
import { reasonOf } from "./failure.ts";
import type { MatchControl } from "./match_control.ts";
import { nameOf } from "./players.ts";

export class ExchangeControl {
  constructor(private readonly store: Store, private readonly match: MatchControl) {}

  /** Shows a game or position; what holds none is reported on the page. */
  async loadOrReport(source: string | File): Promise<void> {
    const fault = await this.load(source, false);
    if (fault !== null) this.store.fail(`This cannot be read. ${fault}`);
  }

  /**
   * Shows a game or position, from a text or a file. Returns why it cannot, `null` if it can, or the user has chosen
   * otherwise.
   */
  async load(source: string | File, chess960: boolean): Promise<string | null> {
    const { store } = this;
    try {
      const text = typeof source === "string" ? source : await readText(source);
      const { games, faults } = readGames(text, chess960);
      if (games.length === 0) return faults[0] ?? "There is no position and no game in this text";
      const chosen = games.length === 1 ? games[0] : await this.choose(games);
      if (chosen === null || !await this.match.mayLeave()) return null;
      this.show(chosen.line);
      const [warning, ...more] = chosen.warnings;
      if (warning !== undefined) store.inform(`${warning}${more.length === 0 ? "" : `, and ${more.length} more`}`);
      const others = `${faults.length} games cannot be read, the first of them:`;
      if (faults.length > 0) store.fail(`${faults.length === 1 ? "A game cannot be read." : others} ${faults[0]}`);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Sets up a start position of Chess960, by its number. Returns why it cannot, `null` if it can. */
  async setUp(number: number): Promise<string | null> {
    const { chess960Start } = await import("../engine/later.ts");
    return await this.load(chess960Start(number), true);
  }

  private async choose(games: readonly NumberedGame[]): Promise<NumberedGame | null> {
    const chosen = await this.store.ask("list", `The file has ${games.length} games. Which one?`, games.map(titleOf));
    return chosen === null ? null : games[chosen];
  }

  /** Shows another game, at its start. */
  show(line: GameLine): void {
    const { store, match } = this;
    match.leave();
    if (line.mainLine.length > 0) line.goToPly(0);
    store.line = line;
    if (store.tab === "play") store.tab = "analysis";
    store.acted();
  }

  async copy(text: string, done: string): Promise<void> {
    if (await copyText(text)) this.store.inform(done);
    else this.store.fail("This browser does not let the page copy.");
  }

  /** The game as PGN, with what a review says about its moves. */
  async pgn(): Promise<string> {
    const { line, match, review } = this.store;
    // A copy, which may have other names, and what the review says.
    const game = gameFromPgn(line.toPgn());
    if (match !== null) {
      game.tags.set("White", nameOf(line, match, "white")).set("Black", nameOf(line, match, "black"));
    }
    if (review === null) return game.toPgn();
    const { annotate } = await import("../engine/later.ts");
    annotate(game, review, { fresh: false, annotator: ENGINE_TITLE });
    return game.toPgn();
  }
}
