/**
 * The state of the page that lives longer than a visit: settings, game, what is shown. It is in the browser's storage,
 * and all but the settings is in the address, too.
 *
 * @module
 */

import { formatAddress, parseAddress, type Tab } from "../state/address.ts";
import { GameLine } from "../state/game_line.ts";
import { keepGame, keepReview, readKeptGame, readKeptReview, type Review } from "../state/kept_game.ts";
import type { KeptMatch } from "../state/match.ts";
import { defaultSettings, readSettings, type Settings, type SmallStorage, writeSettings } from "../state/settings.ts";

/** The state. */
export class PageState {
  /** The game on the board. */
  line: GameLine = new GameLine();
  /** The part of the page that is shown. */
  tab: Tab = "play";
  /** Whether Black is at the bottom. */
  isFlipped = false;
  private readonly storage: SmallStorage = openStorage();
  private current: Settings;

  /** The settings that were kept, and no game yet. */
  constructor() {
    this.current = readSettings(this.storage, defaultSettings(navigator.languages));
  }

  /** What the user has set. */
  get settings(): Settings {
    return this.current;
  }

  /** Changes settings. */
  set(part: Partial<Settings>): void {
    this.current = { ...this.current, ...part };
    attempt(() => writeSettings(this.storage, this.current));
  }

  /**
   * Reads the game: that of the address, or without one that of the last visit.
   *
   * @param onFault Called with the reason if the address holds no position.
   * @returns The match that belongs to the game, `null` if there is none.
   */
  load(onFault: (reason: string) => void): KeptMatch | null {
    const kept = readKeptGame(this.storage);
    const hash = location.hash.slice(1);
    const isKept = kept !== null && (hash === "" || hash === kept.hash);
    if (!isKept && this.take(hash, onFault)) return null;
    // An address that cannot be read costs the user nothing: the game of the last visit stays.
    if (kept === null || !this.take(kept.address, onFault)) return null;
    for (const [name, value] of kept.tags) this.line.tags.set(name, value);
    this.line.addNotes(kept.notes);
    return kept.match;
  }

  /**
   * Reads the address after the user has changed it.
   *
   * @param onFault Called with the reason if it holds no position.
   * @returns Whether it is another one, and can be read.
   */
  readAddress(onFault: (reason: string) => void): boolean {
    const address = location.hash.slice(1);
    if (address === this.address()) return false;
    return this.take(address, onFault);
  }

  /** A link to what is shown. The browser's own address is an older one where the browser refused to change it. */
  get link(): string {
    const [page] = location.href.split("#");
    const address = this.address();
    return address === "" ? page : `${page}#${address}`;
  }

  /**
   * Keeps everything.
   *
   * @param line The game that a reload shows.
   * @returns Whether the browser lets it.
   */
  keep(match: KeptMatch | null, line: GameLine): boolean {
    // The comments are kept as notes, with the commands that an address leaves out.
    const { tab, isFlipped } = this;
    const address = formatAddress({ line, tab, isFlipped }, false);
    // An address of the page that opens from a disk can be changed, too, but some browsers refuse many changes at once.
    attempt(() => history.replaceState(null, "", this.link));
    const hash = location.hash.slice(1);
    const { tags, notes } = line;
    return attempt(() => keepGame(this.storage, { address, hash, tags: [...tags], notes, match }));
  }

  /** The review of the last visit, `null` if there is none. */
  loadReview(): Review | null {
    return readKeptReview(this.storage);
  }

  /** Keeps a review. Where the browser does not let it, a reload loses the review. */
  keepReview(review: Review): void {
    attempt(() => keepReview(this.storage, review));
  }

  private address(): string {
    return formatAddress(this);
  }

  /** Shows what an address holds; if it cannot be read, everything stays and `onFault` gets the reason. */
  private take(address: string, onFault: (reason: string) => void): boolean {
    try {
      const { line, tab, isFlipped } = parseAddress(address);
      this.line = line;
      this.tab = tab;
      this.isFlipped = isFlipped;
      return true;
    } catch (error) {
      onFault(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** The browser's storage; where there is none, nothing is kept. */
function openStorage(): SmallStorage {
  let storage: SmallStorage | null = null;
  attempt(() => storage = localStorage);
  return storage ?? { getItem: () => null, setItem: refuse };
}

function refuse(): never {
  throw new TypeError("Expected a browser that keeps data for this page");
}
