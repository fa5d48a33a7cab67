/**
 * The results of mutants, in a file from which another run continues.
 *
 * The file has one JSON value in each line. The first says which mutants were drawn and from which sources; each other
 * line is the result of one mutant, added as soon as it is known. So a run that is stopped loses one mutant at most.
 *
 * @module
 */

import type { Mutant } from "./mutants.ts";

/** Which mutants were drawn; two runs with the same values drew the same. */
export interface MutationDraw {
  readonly sample: number;
  readonly seed: string;
  readonly folders: readonly string[];
  /** Whether the test of the signature was skipped. */
  readonly withoutSignature: boolean;
  /** Digest of the sources and tests. */
  readonly sources: string;
}

/** What became of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** The test that failed, or `null` if none did. */
  readonly killedBy: string | null;
  /** Whether that is one of the mutant's source. */
  readonly isOwn: boolean;
  /** Whether that test failed because it took too long. */
  readonly isLate: boolean;
}

/**
 * Reads a record; without the file it is made, and empty.
 *
 * @throws RangeError if the record is that of other mutants or other sources.
 * @throws SyntaxError if the file is not a record.
 */
export async function openRecord(path: string, draw: MutationDraw): Promise<MutantResult[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await Deno.writeTextFile(path, JSON.stringify(draw) + "\n");
    return [];
  }
  const [head, ...lines] = text.split("\n");
  // Each result ends with a line break; what is after the last one was cut off.
  const cutOff = lines.pop();
  if (head !== JSON.stringify(draw)) {
    throw new RangeError(`Expected "${path}" to be a record of this sample of these sources, but it is one of ${head}`);
  }
  if (cutOff !== "") {
    // Written under another name and renamed: if the program is stopped in between, the old record is there.
    await Deno.writeTextFile(`${path}.part`, [head, ...lines, ""].join("\n"));
    await Deno.rename(`${path}.part`, path);
  }
  return lines.map((line) => JSON.parse(line) as MutantResult);
}

/** Adds a result to a record. */
export async function appendResult(path: string, result: MutantResult): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(result) + "\n", { append: true });
}
