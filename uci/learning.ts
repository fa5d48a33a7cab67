/**
 * Learning that outlives the process: the options `Learning File` and `Learning`, and the commands `learned`.
 *
 * With "use" a search gets what the file knows. With "learn" each search is added to the file after its
 * `bestmove`; the whole file, with the histories, is written anew at the end of a game, of a long search and of the
 * program. What goes wrong with the file is an `info string`; the search goes on.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { judgesPosition, Learning } from "../engine/learning.ts";
import type { Core, Knowledge } from "../engine/core.ts";
import type { GameRecord } from "../core/game_record.ts";
import { formatLearned } from "../engine/view/learned_view.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { SearchResult } from "../search/info.ts";
import { LearningFile, readLearningFile } from "../system/learning_file.ts";
import { OutputFile } from "../system/program_files.ts";

/** Milliseconds from which on a search is long enough to write the histories after it. */
const LONG_SEARCH_MS = 5000;
/** Milliseconds that a search waits until the one before is written: on a clock, and else. */
const CLOCK_PATIENCE_MS = 50;
const PATIENCE_MS = 2000;
/** What may be behind the command `learned`. */
export const LEARNED_PARAMETERS = "show [N] | save FILE | load FILE | merge FILE | forget";
/** Moves that `learned show` shows unless it gets a number. */
const SHOWN_MOVES = 10;

/** What the session does with what was learned. */
export class SessionLearning implements Knowledge {
  private readonly learning: Learning;
  /** The file that was loaded; "" for none. */
  private loaded = "";
  /** The file that is written to; `null` if none is. */
  private file: LearningFile | null = null;
  /** Whether something was learned since the file was last written as a whole. */
  private hasNews = false;
  /** Settles when what was learned so far is written; it never rejects. */
  private tail: Promise<void> = Promise.resolve();

  /** Nothing learned yet. */
  constructor(
    private readonly core: Core,
    private readonly writeInfo: (text: string) => void,
  ) {
    this.learning = new Learning(core.pool);
  }

  /** Whether a file may be written after the first search. */
  get mayWrite(): boolean {
    return this.core.settings.learning === "learn";
  }

  /** One of the options was set. Reads the file if it is another one; throws an Error if it cannot be used. */
  async change(): Promise<void> {
    await this.tail;
    const { learningFile, learning } = this.core.settings;
    const path = learning === "off" ? "" : learningFile;
    if (learningFile !== "" && learning === "off") {
      this.writeInfo("The learning file is not used while the option Learning is off");
    }
    try {
      this.file = null;
      if (path !== "" && this.mayWrite) this.openFile(path);
      if (path !== this.loaded) await this.open(path);
    } catch (error) {
      await this.core.configure({ learningFile: "" });
      this.file = null;
      await this.open("");
      throw error;
    }
  }

  /**
   * What a search is to know, `null` where it knows nothing of earlier ones. The search before is written first, so that
   * an end of the program costs one search at most; a clock does not wait long for a slow disk.
   */
  async around(position: Position, limits: SearchLimits): Promise<Int32Array | null> {
    if (this.core.settings.learning === "off" || limits.weakness !== null) return null;
    await settlesWithin(this.tail, limits.isOnClock ? CLOCK_PATIENCE_MS : PATIENCE_MS);
    return this.learning.around(position, limits);
  }

  /** Learns from a search that has ended. */
  async learn(record: GameRecord, limits: SearchLimits, result: SearchResult): Promise<void> {
    if (result.bestMove === NO_MOVE || !this.mayWrite || !judgesPosition(limits)) return;
    const isLong = performance.now() - limits.startedAt >= LONG_SEARCH_MS;
    const learned = this.learning.learn(record, result);
    this.queue(async () => {
      await learned;
      this.hasNews = true;
      if (isLong) await this.writeAll();
      else await this.append();
    });
    await learned.catch(() => {});
  }

  /** Another game begins: the threads forget the one before, but for what was learned. */
  async newGame(): Promise<void> {
    if (this.core.settings.learning === "off") return this.core.pool.newGame();
    await this.writeNews();
    await this.learning.newGame();
  }

  /** The table was emptied; with another network nothing was learned yet. */
  async forget(isForeign: boolean): Promise<void> {
    if (!isForeign || this.core.settings.learning === "off") return;
    this.loaded = "";
    this.learning.forget();
    await this.change();
  }

  /** Writes what is yet to be written, at the end of a game or of the program. */
  async writeNews(): Promise<void> {
    await this.tail;
    if (this.file !== null && this.hasNews) await this.queue(() => this.writeAll());
  }

  /** The command `learned` with the text behind its name, for a position. Throws an Error if it is refused. */
  async run(text: string, position: Position, write: (text: string) => void): Promise<void> {
    const [, word, rest] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? ["", "", ""];
    if (word === "show" && /^\d*$/.test(rest)) {
      await this.tail;
      write(formatLearned(position, this.learning, rest === "" ? SHOWN_MOVES : Number(rest)));
    } else if (word === "save" && rest !== "") await this.save(rest);
    else if ((word === "load" || word === "merge") && rest !== "") await this.read(rest, word === "merge");
    else if (word === "forget" && rest === "") await this.forgetAll();
    else throw new SyntaxError(`Expected 'learned ${LEARNED_PARAMETERS}', but got 'learned ${text}'`);
  }

  /** `learned save`: writes what is known to a file. */
  private async save(path: string): Promise<void> {
    await this.tail;
    const bytes = await this.learning.save();
    try {
      new OutputFile(path).write(bytes);
    } catch (error) {
      if (this.mayWrite) throw error;
      const remedy = "set Learning to 'learn' before the first search, else the engine gives up writing files";
      throw new Error(`Cannot write '${path}': ${remedy}`);
    }
    this.writeInfo(`${bytes.length} bytes with ${this.learning.size} positions are written to '${path}'`);
  }

  /** `learned load` and `learned merge`: takes what a file holds, or adds it. */
  private async read(path: string, isMerge: boolean): Promise<void> {
    this.expectOn();
    await this.tail;
    const bytes = readLearningFile(path);
    await this.take(path, () => isMerge ? this.learning.merge(bytes) : this.learning.load(bytes));
    await this.replaceFile();
  }

  /** `learned forget`: forgets everything, in the file that is learned into, too. */
  private async forgetAll(): Promise<void> {
    this.expectOn();
    await this.tail;
    this.learning.forget();
    this.core.pool.newGame();
    await this.replaceFile();
    this.writeInfo("Everything that was learned is forgotten");
  }

  private expectOn(): void {
    if (this.core.settings.learning === "off") throw new Error("Expected the option Learning to be on, but it is off");
  }

  private openFile(path: string): void {
    try {
      this.file = new LearningFile(path);
    } catch (error) {
      if (readLearningFile(path).length === 0) throw error;
      this.writeInfo(`${messageOf(error)}. It is read, and what is learned is lost with the program`);
    }
  }

  private async open(path: string): Promise<void> {
    this.hasNews = false;
    this.loaded = path;
    if (path === "") return this.learning.forget();
    const bytes = this.file !== null ? this.file.read() : readLearningFile(path);
    await this.take(path, () => this.learning.load(bytes));
  }

  private async take(path: string, load: () => Promise<readonly string[]>): Promise<void> {
    let notices: readonly string[];
    try {
      notices = await load();
    } catch (error) {
      throw new Error(`Cannot use the learning file '${path}'. ${messageOf(error)}`);
    }
    for (const notice of notices) this.writeInfo(`The learning file '${path}': ${notice}`);
    this.writeInfo(`The learning file '${path}' is read: ${this.learning.size} positions are known`);
  }

  /** Puts what is known in place of what the file holds. */
  private async replaceFile(): Promise<void> {
    const { file } = this;
    if (file === null) return;
    await this.queue(() => file.update(() => this.learning.save()));
  }

  /** Adds what was found at the end of the file. */
  private async append(): Promise<void> {
    const { file, learning } = this;
    if (file === null) return;
    const records = learning.takeAdded();
    let isWritten = records.length === 0;
    try {
      isWritten ||= await file.append(await learning.head(), await learning.block(records));
    } finally {
      if (!isWritten) learning.putBack(records);
    }
    if (!isWritten) await this.writeAll();
  }

  /** Writes the file anew, with what others have added to it and with the histories of now. */
  private async writeAll(): Promise<void> {
    const { file, learning } = this;
    if (file === null) return;
    const taken: Int32Array[] = [];
    try {
      await file.update((bytes) => learning.update(bytes, taken));
      this.hasNews = false;
    } catch (error) {
      for (const records of taken) learning.putBack(records);
      throw error;
    }
  }

  /** Does something when everything before is done, and settles behind it. What goes wrong is reported. */
  private queue(action: () => Promise<void>): Promise<void> {
    this.tail = this.tail.then(action).catch((error) => this.writeInfo(messageOf(error)));
    return this.tail;
  }
}
