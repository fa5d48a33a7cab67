/**
 * The learning file of the programs for people: `--learning FILE`.
 *
 * @module
 */

import type { Engine } from "../engine/engine.ts";
import { LearningFile } from "../system/learning_file.ts";

/** A learning file that a program uses and adds to. */
export class KeptLearning {
  private readonly file: LearningFile;

  /**
   * Checks the file.
   *
   * @throws {Error} If it cannot be read and written.
   */
  constructor(path: string) {
    this.file = new LearningFile(path);
  }

  /** What the engine is to begin with. */
  read(): Uint8Array {
    return this.file.read();
  }

  /**
   * Writes what the engine has learned, with what others have added to the file meanwhile.
   *
   * @throws {Error} If it cannot be written; the file is as it was then.
   */
  save(engine: Pick<Engine, "saveLearned">): Promise<void> {
    return this.file.update((bytes) => engine.saveLearned(bytes));
  }
}
