/**
 * What outlives a visit: settings, game, match and review are kept in the browser's storage, the game also in the
 * address.
 *
 * A match belongs to one window. Another window that shows the page meanwhile keeps nothing, so that it neither ends the
 * match nor continues with it.
 *
 * @module
 */

import { formatAddress, parseAddress } from "../state/address.ts";
import { keep, type KeptGame, readKept } from "../state/kept_game.ts";
import { type Settings, type SmallStorage, writeSettings } from "../state/settings.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";

/** The lock of the window that keeps the game. */
const LOCK = "hindsight.game";

export class Keeper {
  /** The game from before the tour, which a reload shows instead of the game on the board. */
  ownLine: (() => Store["line"]) | null = null;
  /** Keeps the game on the board among the user's own: it is over, left or reviewed. */
  keepGame: () => void = () => {};
  /** The address that the page wrote or read last: any other address comes from the user, and an event reports it. */
  private href = location.href;
  /** Whether this window keeps the game. */
  private isOwner = true;
  /** Whether this window has the lock of the window that keeps the game: from its first match until it closes. */
  private hasLock = false;
  /** Whether the user was informed that the browser stores no data. */
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

  /** Keeps the last review. If the browser does not let it, a reload loses the review. */
  keepReview(): void {
    const { reviewed } = this.store;
    if (reviewed !== null) attempt(() => keep(this.storage, "hindsight.review", reviewed));
    if (reviewed?.key === this.store.game.gameKey) this.keepGame();
  }

  /** The game of the last visit, `null` if there is none or another window shows it. */
  async kept(): Promise<KeptGame | null> {
    const kept = readKept(this.storage, "hindsight.game");
    const isRunning = kept?.match?.outcome === null;
    if (!isRunning || await this.own()) return kept;
    this.store.inform("Your game continues in another window. Changes in this window are not saved.");
    return null;
  }

  /** A match begins: it is kept by this window. Returns whether no other window has one. */
  async own(): Promise<boolean> {
    this.hasLock ||= await takeLock();
    this.isOwner = this.hasLock;
    return this.isOwner;
  }

  /** The address that the user has entered. */
  entered(): string {
    this.href = location.href;
    return location.hash.slice(1);
  }

  /** Shows what an address holds. If it cannot be read, everything stays, and a notice says why. */
  take(address: string): boolean {
    const { store } = this;
    try {
      const { line, tab, isFlipped, look, isAnalysing } = parseAddress(address);
      Object.assign(store, { line, tab, isFlipped, isAnalysing, look: { ...store.look, ...look } });
      return true;
    } catch (error) {
      store.fail(`The link contains no position that can be shown. ${reasonOf(error)}`);
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
    // An address of the page that opens from a disk can be changed, too, but some browsers refuse many changes in a short
    // time.
    if (location.href === this.href) {
      attempt(() => history.replaceState(null, "", store.linkTo(false)));
      this.href = location.href;
    }
    if (!this.isOwner) return;
    const line = this.ownLine?.() ?? store.game;
    // The comments are kept as notes, with the commands that an address does not carry.
    const address = formatAddress({ ...store, line, isAnalysing: false }, false);
    const match = store.match?.keep(performance.now()) ?? null;
    const hash = location.hash.slice(1);
    const game = { address, hash, tags: [...line.tags], notes: line.notes, match };
    const isKept = attempt(() => keep(storage, "hindsight.game", game));
    if (!isKept && !this.hasWarned) {
      store.fail("This browser stores no data for this page, so a reload loses the game.");
    }
    this.hasWarned ||= !isKept;
  }
}

/** Whether this window is the one that keeps the game, now and until it closes. */
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

/** The browser's storage; without one, nothing is saved. */
export function openStorage(): SmallStorage {
  let storage: SmallStorage | null = null;
  attempt(() => storage = localStorage);
  return storage ?? {
    getItem: () => null,
    setItem: () => {
      throw new TypeError("Expected a browser that stores data for this page");
    },
  };
}

/** Runs something that a browser may refuse. Returns whether it succeeded. */
export function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
