/**
 * The learning file that this device keeps for the next visit, if the user wants that; see docs/learning_file.md. The
 * engine adds its results after each search, and the histories when the page is hidden. Other windows may add to the
 * same file.
 * @module
 */

import type { Engine, LearningStore } from "../../engine/mod.ts";
import { type EngineLink, LEARN_DEPTH, type Memory } from "../engine/engine_link.ts";
import { saveFile } from "../state/files.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import { clearLearned, LearnedStorage, readLearned } from "./learned_storage.ts";

/** No learning file is larger, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const FILE_NAME = "hindsight.learned";

export class LearnedControl implements Memory {
  private hasWarned = false;
  /** Notices about the last files that were read. */
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
      `The learning file on this device cannot be used, and nothing is added to it. ${reasonOf(error)}. ` +
        "You can export it first. Then clear it in the settings, and the engine starts learning again.",
    );
  }

  notice(text: string): void {
    this.notices.push(text);
  }

  async measure(): Promise<void> {
    const kept = await readLearned().catch(() => null);
    this.store.learnedBytes = kept?.length ?? 0;
  }

  /** Turns the saving of the learning file on or off. The saved file stays. */
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

  /** Adds a file to the saved learning file. If the engine refuses the file, nothing changes, and a notice says why. */
  async import(file: File): Promise<void> {
    const { store, link } = this;
    try {
      if (file.size === 0) throw new RangeError("The file is empty");
      if (file.size > MAX_BYTES) throw new RangeError("The file is too large");
      const learned = new Uint8Array(await file.arrayBuffer());
      await this.whileIdle(() =>
        link.ask(async (engine) => {
          if (!link.learns) throw new Error("First clear the learning file in the settings");
          this.notices.length = 0;
          await engine.setOptions({ learned });
          const said = ["The file has been added to what the engine has learned", ...this.notices].join(". ");
          if (await this.closing(engine)) store.inform(`${said}.`);
        })
      );
    } catch (error) {
      store.fail(`'${file.name}' cannot be used as a learning file. ${reasonOf(error)}.`);
    }
  }

  async clear(): Promise<void> {
    try {
      // Do not continue an analysis afterwards: its results would be saved again.
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
    // An analysis gives its results only when it ends, so end a long one, and let it continue.
    const isDeep = store.isAnalysing && link.isSearching && (store.progress?.depth ?? 0) >= LEARN_DEPTH;
    const save = () => link.ask((engine) => this.closing(engine));
    if (isDeep) await this.whileIdle(save);
    else if (!link.isSearching) await save();
  }

  /** Runs work that needs an idle engine. It interrupts an analysis, and waits for the end of any other search. */
  private async whileIdle(work: () => Promise<unknown>, goesOn: boolean = true): Promise<void> {
    const { store, link } = this;
    const makesWay = store.isAnalysing && store.reviewing === null;
    if (!makesWay) return void await work();
    link.stop();
    store.isAnalysing = goesOn;
    await work().finally(this.refresh);
  }

  /** Makes the engine write all its results. Returns whether they are saved. */
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
