/**
 * Keeps a learning file on this device for the next visit, if the user turns that on; see docs/learning_file.md.
 * The engine adds its results after each search, and its histories when the page is hidden. Other windows may add to
 * the same file.
 * @module
 */

import type { Engine, LearningStore } from "../../engine/mod.ts";
import { type EngineLink, LEARN_DEPTH, type Memory } from "../engine/engine_link.ts";
import { saveFile } from "../state/files.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import { clearLearned, LearnedStorage, readLearned } from "./learned_storage.ts";

/** Maximum size of a learning file, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const FILE_NAME = "hindsight.learned";

export class LearnedControl implements Memory {
  private hasWarned = false;
  /** Notices about the file that was imported last. */
  private readonly notices: string[] = [];

  constructor(
    private readonly store: Store,
    private readonly link: EngineLink,
    private readonly keeper: Keeper,
    private readonly refresh: () => void,
  ) {
    link.memory = this;
    // Save now: a hidden page may never be shown again.
    addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void this.saveHidden());
  }

  async load(): Promise<LearningStore | undefined> {
    if (!this.store.settings.remember) return undefined;
    try {
      const kept = await readLearned();
      this.store.learnedBytes = kept.length;
      const grow = (bytes: number): void => void (this.store.learnedBytes += bytes);
      return new LearnedStorage(grow, (error) => this.warn(error));
    } catch (error) {
      this.warn(error);
      return undefined;
    }
  }

  refused(error: unknown): void {
    this.store.fail(
      `The learning file on this device cannot be used, so nothing more is saved. ${reasonOf(error)}. ` +
        "To start again, clear the file in the settings. You can export it first.",
    );
  }

  notice(text: string): void {
    this.notices.push(text);
  }

  async measure(): Promise<void> {
    const kept = await readLearned().catch(() => null);
    this.store.learnedBytes = kept?.length ?? 0;
  }

  /** Turns the learning file on or off, but keeps what is saved. */
  async remember(isOn: boolean): Promise<void> {
    this.keeper.set({ remember: isOn });
    await this.whileIdle(() => this.link.restart());
  }

  async export(): Promise<void> {
    try {
      if (this.link.learns) await this.whileIdle(() => this.link.ask((engine) => this.closing(engine)));
      const kept = await readLearned();
      if (kept.length === 0) this.store.inform("Nothing has been learned on this device yet.");
      else saveFile(new Blob([kept], { type: "application/octet-stream" }), FILE_NAME);
    } catch (error) {
      this.store.fail(`The learning file cannot be read. ${reasonOf(error)}.`);
    }
  }

  /** Adds a file to the learning file. If the engine refuses it, nothing changes, and a notice says why. */
  async import(file: File): Promise<void> {
    const { store, link } = this;
    try {
      if (file.size === 0) throw new RangeError("The file is empty");
      if (file.size > MAX_BYTES) throw new RangeError("The file is too large");
      const learned = new Uint8Array(await file.arrayBuffer());
      await this.whileIdle(() =>
        link.ask(async (engine) => {
          if (!link.learns) throw new Error("Clear the learning file in the settings first");
          this.notices.length = 0;
          await engine.setOptions({ learned });
          const said = ["The file was added to what the engine has learned", ...this.notices].join(". ");
          if (await this.closing(engine)) store.inform(`${said}.`);
        })
      );
    } catch (error) {
      store.fail(`'${file.name}' cannot be used as a learning file. ${reasonOf(error)}.`);
    }
  }

  async clear(): Promise<void> {
    try {
      // Do not resume an analysis afterwards, or its results would be saved again.
      await this.whileIdle(() => this.link.restart(clearLearned), false);
      this.store.learnedBytes = 0;
      this.store.inform("The learning file on this device was cleared.");
    } catch (error) {
      this.store.fail(`The learning file cannot be cleared. ${reasonOf(error)}.`);
    }
  }

  private async saveHidden(): Promise<void> {
    const { store, link } = this;
    if (!link.learns) return;
    // An analysis returns its results only when it ends. So interrupt a deep analysis now, and resume it afterwards.
    const isDeep = store.isAnalysing && link.isSearching && (store.progress?.depth ?? 0) >= LEARN_DEPTH;
    const save = () => link.ask((engine) => this.closing(engine));
    if (isDeep) await this.whileIdle(save);
    else if (!link.isSearching) await save();
  }

  /** Runs work that needs an idle engine: interrupts an analysis, but waits until any other search has ended. */
  private async whileIdle(work: () => Promise<unknown>, goesOn: boolean = true): Promise<void> {
    const { store, link } = this;
    const makesWay = store.isAnalysing && store.reviewing === null;
    if (!makesWay) return void await work();
    link.stop();
    store.isAnalysing = goesOn;
    await work().finally(this.refresh);
  }

  /** Makes the engine save all its results. Returns whether that succeeded. */
  async closing(engine: Engine): Promise<boolean> {
    try {
      await engine.keepLearned();
      await this.measure();
      return true;
    } catch (error) {
      this.warn(error);
      return false;
    }
  }

  private warn(error: unknown): void {
    if (!this.hasWarned) this.store.fail(`The learning file cannot be saved on this device. ${reasonOf(error)}.`);
    this.hasWarned = true;
  }
}
