/**
 * Saves what must survive a reload: settings, game, match and review in the browser's storage, and the game also in the
 * address. While one window has a match, the page's other windows save nothing.
 * @module
 */

import { formatAddress, parseAddress } from "../state/address.ts";
import { keep, type KeptGame, readKept } from "../state/kept_game.ts";
import { type Settings, type SmallStorage, writeSettings } from "../state/settings.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";

/** The lock held by the window that saves the game. */
const LOCK = "hindsight.game";

export class Keeper {
  /** Returns the user's game during the tour. A reload shows this game, not the tour's. */
  ownLine: (() => Store["line"]) | null = null;
  /** Adds the game on the board to the user's own games. */
  keepGame: () => Promise<void> = async () => {};
  /** The address that the page last wrote or read. Any other address was entered by the user. */
  private href = location.href;
  private isOwner = true;
  /** Whether this window holds `LOCK`: from its first match until it closes. */
  private hasLock = false;
  private hasWarned = false;

  constructor(private readonly store: Store, private readonly storage: SmallStorage) {
    store.reviewed = readKept(storage, "hindsight.review");
    store.onMove(() => this.keep());
    addEventListener("pagehide", () => this.keep());
  }

  set(part: Partial<Settings>): void {
    this.store.settings = { ...this.store.settings, ...part };
    attempt(() => writeSettings(this.storage, this.store.settings));
  }

  keepReview(): void {
    const { reviewed } = this.store;
    if (reviewed !== null) attempt(() => keep(this.storage, "hindsight.review", reviewed));
    if (reviewed?.key === this.store.game.gameKey) void this.keepGame();
  }

  /** The game from the last visit; `null` if there is none, or if another window shows it. */
  async kept(): Promise<KeptGame | null> {
    const kept = readKept(this.storage, "hindsight.game");
    const isRunning = kept?.match?.outcome === null;
    if (!isRunning || await this.own()) return kept;
    this.store.inform("Your game continues in another window. Changes in this window are not saved.");
    return null;
  }

  /** Makes this window the one that saves the match. Returns `false` if another window has a match. */
  async own(): Promise<boolean> {
    this.hasLock ||= await takeLock();
    this.isOwner = this.hasLock;
    return this.isOwner;
  }

  entered(): string {
    this.href = location.href;
    return location.hash.slice(1);
  }

  /** Shows the game in an address. If that fails, a notice says why. */
  take(address: string): boolean {
    const { store } = this;
    try {
      const { line, tab, isFlipped, look, isAnalysing } = parseAddress(address);
      Object.assign(store, { line, tab, isFlipped, isAnalysing, look: { ...store.look, ...look } });
      return true;
    } catch (error) {
      store.fail(`The position in the link cannot be shown. ${reasonOf(error)}`);
      return false;
    }
  }

  restore(kept: KeptGame): boolean {
    if (!this.take(kept.address)) return false;
    const { line } = this.store;
    for (const [name, value] of kept.tags) line.tags.set(name, value);
    line.addNotes(kept.notes);
    return true;
  }

  keep(): void {
    const { store, storage } = this;
    if (store.isEmbedded) return;
    // Some browsers refuse frequent changes to the address.
    if (location.href === this.href) {
      attempt(() => history.replaceState(null, "", store.linkTo(false)));
      this.href = location.href;
    }
    if (!this.isOwner) return;
    const line = this.ownLine?.() ?? store.game;
    // An address omits some commands in comments, so save the comments separately, as notes.
    const address = formatAddress({ ...store, line, isAnalysing: false }, false);
    const match = store.match?.keep(performance.now()) ?? null;
    const hash = location.hash.slice(1);
    const game = { address, hash, tags: [...line.tags], notes: line.notes, match };
    const isKept = attempt(() => keep(storage, "hindsight.game", game));
    if (!isKept && !this.hasWarned) {
      store.fail("This browser stores no data for this page, so a reload would lose the game.");
    }
    this.hasWarned ||= !isKept;
  }
}

/** Tries to take the lock, which this window then holds until it closes. Returns whether it succeeded. */
function takeLock(): Promise<boolean> {
  const { locks } = navigator;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks.request(LOCK, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    }).catch(() => resolve(true));
  });
}

/** The browser's storage, or one that saves nothing. */
export function openStorage(): SmallStorage {
  let storage: SmallStorage | null = null;
  attempt(() => storage = localStorage);
  return storage ?? {
    getItem: () => null,
    setItem: () => {
      throw new TypeError("Expected storage");
    },
  };
}

/** Runs an action that a browser may refuse. Returns whether it succeeded. */
export function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
