/**
 * Implements the options `Learning File` and `Learning`, and the command `learned`. They keep results in a file, so
 * that the engine still has them after a restart.
 *
 * With "use", searches start from the results in the file. With "learn", the results of each search are also added to
 * the file after its `bestmove`. The histories are added after a long search, at the end of a game, and when the
 * program ends. If the file cannot be used, a message says why, and the search continues.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { settlesWithin } from "../core/patience.ts";
import type { Position } from "../core/position.ts";
import type { Core } from "../engine/core.ts";
import { Learner, type LearningSource } from "../engine/learner.ts";
import type { Learning } from "../engine/learning.ts";
import { formatLearned, formatLongest, learnedGame } from "../engine/view/learned_view.ts";
import { count } from "../engine/words.ts";
import { LearningFile, readLearningFile } from "../system/learning_file.ts";
import { isForbidden, OutputFile } from "../system/program_files.ts";
import { setUpGame } from "./game.ts";
import { parsePosition, tokenize } from "./parse.ts";

/** How many milliseconds `setoption` waits for a file to be read. A small file takes less. */
const LOAD_PATIENCE_MS = 20;
/** The words after `learned`. */
export const LEARNED_PARAMETERS: string =
  "show [N] [POSITION] | list [N] [POSITION] | export FILE | save FILE | load FILE | " +
  "merge FILE | remove [all] [POSITION] | forget";
const SHOWN = 10;
const EXPORTED = 10_000;

/** The part of a session that learns. */
export class SessionLearning {
  /** Uses the file in the engine's settings. */
  constructor(private readonly core: Core, private readonly writeInfo: (text: string) => void) {}

  /** Whether files may be written after the first search. */
  get mayWrite(): boolean {
    return this.core.settings.learning === "learn";
  }

  /** Called when an option has changed. Writes earlier results and reads the file, if necessary in the background. */
  async change(): Promise<void> {
    const { core, core: { settings: { learning, learningFile } } } = this;
    if (learning === "off") return await core.useLearner(null);
    let source: LearningSource | null = null;
    try {
      if (learningFile !== "") source = await this.sourceOf(learningFile);
    } catch (error) {
      await core.configure({ learningFile: "" });
      throw error;
    } finally {
      await core.useLearner(new Learner(core, source, { learns: this.mayWrite, report: this.writeInfo }));
      await this.opened();
    }
  }

  /** Writes a message once the file has been read. Waits for this only if the file is small. */
  async opened(): Promise<void> {
    const { core: { learner, settings: { learningFile } } } = this;
    if (learner === null || learningFile === "") return;
    const opened = this.take(learningFile, learner, () => learner.opened).catch(async (error) => {
      this.writeInfo(messageOf(error));
      if (this.core.settings.learningFile === learningFile) await this.core.configure({ learningFile: "" });
    });
    await settlesWithin(opened, LOAD_PATIENCE_MS);
  }

  /** Settles when the file has been read and all results have been learned. */
  async settled(): Promise<void> {
    await this.core.settled();
    await this.core.learner?.opened.catch(() => {});
  }

  /**
   * Runs `learned` for a position; `text` is what follows the command's name. Throws an Error if the command is
   * refused.
   */
  async run(text: string, position: Position, write: (text: string) => void): Promise<void> {
    const [, word, rest] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? ["", "", ""];
    const [, number, place] = /^(-?\d*)(?:\s+|$|(?=[a-z]))(.*)$/s.exec(rest) ?? ["", "", rest];
    const isFile = ["export", "save", "load", "merge"].includes(word);
    if (!(isFile ? rest !== "" : ["show", "list", "remove"].includes(word) || text.trim() === "forget")) {
      throw new SyntaxError(`Expected 'learned ${LEARNED_PARAMETERS}', but got 'learned ${text}'`);
    }
    const { learner } = this.core;
    if (learner === null) throw new Error("Expected the option Learning to be on, but it is off");
    await this.settled();
    const { learning } = learner;
    const shown = number === "" ? SHOWN : Number(number);
    if (!(shown >= 0)) throw new RangeError(`Expected 0 or more after 'learned ${word}', but got '${number}'`);
    if (word === "show") write(formatLearned(this.placeOf(place, position), learning, shown));
    else if (word === "list") write(await formatLongest(this.placeOf(place, position), learning, shown));
    else if (word === "export") await this.export(learning, position, rest);
    else if (word === "save") await this.save(learner, rest);
    else if (word === "forget") {
      await this.forget(learner, () => learning.forget());
      this.writeInfo("Everything that was learned has been forgotten");
    } else if (word === "remove") {
      const [, all, behind] = /^(all(?:\s+|$))?(.*)$/s.exec(rest) ?? ["", "", ""];
      const root = this.placeOf(behind, position);
      const removed = await this.forget(learner, () => learning.remove(root, all !== undefined));
      this.writeInfo(`${count(removed, "position")} forgotten`);
    } else {
      const bytes = await readLearningFile(rest);
      await this.take(rest, learner, () => word === "merge" ? learning.merge(bytes) : learning.replace(bytes));
      await learner.keep();
    }
  }

  /** Reads the position in a command; by default, returns the one on the board. */
  private placeOf(text: string, position: Position): Position {
    if (text === "") return position;
    const { position: named, fault } = setUpGame(parsePosition(tokenize(text)), this.core.settings.chess960);
    if (fault !== null) throw new RangeError(fault);
    return named;
  }

  private async forget<T>(learner: Learner, what: () => T | Promise<T>): Promise<T> {
    const forgotten = await this.core.turn(async () => {
      const result = await what();
      this.core.pool.newGame();
      return result;
    });
    await learner.keep();
    return forgotten;
  }

  private async export(learning: Learning, position: Position, path: string): Promise<void> {
    const game = await learnedGame(position, learning, EXPORTED);
    this.writeFile(path, `${game.toPgn()}\n`);
    this.writeInfo(`Everything known after the position was written to '${path}'`);
  }

  private async save(learner: Learner, path: string): Promise<void> {
    await this.core.turn(() => learner.keepHistories());
    const bytes = await learner.learning.save();
    this.writeFile(path, bytes);
    this.writeInfo(`${bytes.length} bytes with ${count(learner.learning.size, "position")} were written to '${path}'`);
  }

  private writeFile(path: string, content: string | Uint8Array): void {
    try {
      new OutputFile(path).write(content);
    } catch (error) {
      if (this.mayWrite || !isForbidden(error)) throw error;
      const remedy = "set Learning to 'learn' before the first search; otherwise the engine gives up the permission";
      throw new Error(`Cannot write '${path}': ${remedy}`);
    }
  }

  private async sourceOf(path: string): Promise<LearningSource> {
    const readOnly = { read: () => readLearningFile(path) };
    try {
      return this.mayWrite ? new LearningFile(path) : readOnly;
    } catch (error) {
      const { length } = await readLearningFile(path).catch(() => "");
      if (length === 0) throw error;
      this.writeInfo(`${messageOf(error)}. It is read, but new lessons are lost when the program ends`);
      return readOnly;
    }
  }

  private async take(path: string, learner: Learner, load: () => Promise<readonly string[]>): Promise<void> {
    let notices: readonly string[];
    try {
      notices = await load();
    } catch (error) {
      throw new Error(`Cannot use the learning file '${path}'. ${messageOf(error)}`);
    }
    for (const notice of notices) this.writeInfo(`The learning file '${path}': ${notice}`);
    this.writeInfo(`The learning file '${path}' was read: ${count(learner.learning.size, "position")} known`);
  }
}
