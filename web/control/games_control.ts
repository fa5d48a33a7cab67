/**
 * Two lists of games: the games in the file that was opened last, and the user's own games with their reviews, which
 * are saved on this device. An unfinished game against the engine continues where the user left off.
 * @module
 */

import { gameFromPgn } from "../../engine/games/read_games.ts";
import { observe } from "../observed.ts";
import { saveFile } from "../state/files.ts";
import { GameLine } from "../state/game_line.ts";
import { type NumberedGame, titleOf } from "../state/game_text.ts";
import type { KeptMatch } from "../state/match.ts";
import type { Store } from "../store.ts";
import { settled, withStore } from "./database.ts";
import { reasonOf } from "./failure.ts";
import type { MatchControl } from "./match_control.ts";
import { nameOf, namePlayers } from "./players.ts";

/** One of the user's games in the database. Its key there is the game's `gameKey`. */
export interface OwnGame {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly pgn: string;
  /** See web/engine/review_text.ts. */
  readonly review: string | null;
  readonly match: KeptMatch | null;
}

export interface ListedGame {
  readonly key: string;
  readonly title: string;
  readonly isShown: boolean;
  open(): void;
}

export class GamesControl {
  /** The games in the file; empty if the file has only one. */
  chapters: readonly NumberedGame[] = [];
  own: readonly (readonly [key: string, game: OwnGame])[] = [];

  constructor(private readonly store: Store, private readonly match: MatchControl) {
    observe<GamesControl>(this, "chapters", "own");
  }

  get fromFile(): ListedGame[] {
    return this.chapters.map((chapter) => ({
      key: `${chapter.number}`,
      title: titleOf(chapter),
      isShown: chapter.line === this.store.game,
      open: () => void this.openChapter(chapter),
    }));
  }

  get kept(): ListedGame[] {
    return this.own.map(([key, game]) => ({
      key,
      title: titleOfOwn(game),
      isShown: key === this.store.line.gameKey,
      open: () => void this.openOwn(key, game),
    }));
  }

  /** Shows a game from its start. Returns `false` if the user prefers to continue the current game. */
  async show({ line, warnings }: Pick<NumberedGame, "line" | "warnings">): Promise<boolean> {
    const { store, match } = this;
    if (!await match.mayLeave()) return false;
    match.leave();
    if (line.mainLine.length > 0) line.goToPly(0);
    store.line = line;
    if (store.tab === "play") store.tab = "analysis";
    store.acted();
    const [warning, ...more] = warnings;
    if (warning !== undefined) store.inform(`${warning}${more.length === 0 ? "" : `, and ${more.length} more`}`);
    return true;
  }

  private async openChapter(chapter: NumberedGame): Promise<void> {
    if (await this.show(chapter)) this.store.close();
  }

  private async openOwn(key: string, { pgn, review, match }: OwnGame): Promise<void> {
    const { store } = this;
    const line = new GameLine(gameFromPgn(pgn));
    if (!await this.show({ line, warnings: [] })) return;
    store.close();
    if (match !== null && match.outcome === null) {
      // From now on, this window saves the game.
      store.tab = "play";
      line.goToPly(Infinity);
      this.match.resume(match);
      await this.change((games) => settled(games.delete(key)));
    } else if (match !== null) this.match.resume(match);
    if (review !== null) {
      const { readReview } = await import("../engine/later.ts");
      store.reviewed = { key, analysis: await readReview(line.root, review) };
    }
    store.acted();
  }

  /** Saves the game on the board with its review and match, if the browser allows it. */
  async keep(): Promise<void> {
    const { game: line, match, review } = this.store;
    if (line.mainLine.length === 0) return;
    const kept = { pgn: line.toPgn(), match: match?.keep(performance.now()) ?? null };
    const key = line.gameKey;
    const { formatReview } = await import("../engine/later.ts");
    await this.change(async (games) => {
      const known: OwnGame | undefined = await settled(games.get(key));
      // A game opened from a link has no match. If it was played here, keep the saved game and its match.
      const { pgn, match } = kept.match === null && known !== undefined && known.match !== null ? known : kept;
      await settled(
        games.put({ time: Date.now(), pgn, match, review: review?.isComplete ? formatReview(review) : null }, key),
      );
    }).catch(() => {});
  }

  async refresh(): Promise<void> {
    try {
      this.own = await withStore("games", "readonly", listed);
    } catch (error) {
      this.store.fail(`Your games cannot be read. ${reasonOf(error)}`);
    }
  }

  async remove(key: string): Promise<void> {
    const game = this.own.find(([known]) => known === key)?.[1];
    await this.change((games) => settled(games.delete(key)));
    if (game === undefined) return;
    this.store.inform(`Removed: ${titleOfOwn(game)}`, () => void this.change((games) => settled(games.put(game, key))));
  }

  /** Saves a list of games as one file. Adds the comments from reviews to the user's own games. */
  async save(isFile: boolean): Promise<void> {
    const { annotated, readReview } = await import("../engine/later.ts");
    const texts = isFile ? this.chapters.map(({ line }) => line.toPgn()) : [];
    for (const [, { pgn, review }] of isFile ? [] : this.own) {
      const game = gameFromPgn(pgn);
      texts.push(review === null ? pgn : annotated(game, await readReview(game.root, review)).toPgn());
    }
    saveFile(new Blob([texts.join("\n\n") + "\n"], { type: "application/x-chess-pgn" }), "games.pgn");
  }

  private async change(use: (games: IDBObjectStore) => Promise<unknown>): Promise<void> {
    this.own = await withStore("games", "readwrite", async (games) => {
      await use(games);
      return await listed(games);
    });
  }
}

/** The stored games with their keys, newest first. */
async function listed(games: IDBObjectStore): Promise<GamesControl["own"]> {
  const keys = await settled(games.getAllKeys());
  const values: OwnGame[] = await settled(games.getAll());
  return keys.map((key, i) => [`${key}`, values[i]] as const).sort(([, a], [, b]) => b.time - a.time);
}

function titleOfOwn({ time, pgn, review, match }: OwnGame): string {
  const game = gameFromPgn(pgn);
  if (match !== null) namePlayers(game, match);
  // The Swedish date format is `2026-11-29 14:05`.
  const day = new Date(time).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });
  const state = match !== null && match.outcome === null ? "in progress" : review !== null ? "reviewed" : "";
  return [day, `${nameOf(game, "white")} – ${nameOf(game, "black")}`, game.tags.get("Result") ?? "*", state]
    .filter((part) => part !== "" && part !== "*").join(" · ");
}
