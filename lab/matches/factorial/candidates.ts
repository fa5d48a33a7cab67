/**
 * Candidates: changes of the search's numbers that may be worth something, to be measured by a factorial experiment.
 *
 * A candidate has a name and changes one number or many that belong together, such as all margins that are counted in
 * centipawns. They come from a JSON file:
 *
 *     { "tighter exchanges": { "seeQuietSlope": 15, "seeNoisySlope": 80 }, "wider": { "seeQuietSlope": 28 } }
 *
 * Candidates that change the same number exclude each other, so a number can be tried in both directions at once.
 *
 * @module
 */

import type { System } from "../../../engine/view/systems.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { readNamedFile } from "../../state_file.ts";

/** Candidates by name: the numbers that each changes, with their new values. */
export type Candidates = Readonly<Record<string, Setting>>;

/** In place of the number that a system has. */
export const CANDIDATE_MARK = "c";

/**
 * Reads a file of candidates.
 *
 * @throws RangeError if there is no such file, it has no candidate, or one of them is not a change of the engine.
 * @throws SyntaxError if the file is not JSON.
 */
export function readCandidates(path: string): Candidates {
  const text = readNamedFile(path, "--candidates to name a file");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new SyntaxError(`Expected "${path}" to hold candidates, but it is not JSON`);
  }
  return checkedCandidates(content, `"${path}"`);
}

/** Candidates from what a file holds. Throws a RangeError if there is none, or one that changes nothing. */
export function checkedCandidates(content: unknown, source: string): Candidates {
  if (!isObject(content) || Object.keys(content).length === 0) {
    throw new RangeError(`Expected ${source} to be an object with a candidate for each name`);
  }
  for (const [name, setting] of Object.entries(content)) {
    const fault = faultOf(setting);
    if (fault !== null) throw new RangeError(`Expected candidate "${name}" of ${source} ${fault}`);
  }
  return content as Candidates;
}

/** Candidates as what an experiment measures. */
export function candidateSystems(candidates: Candidates): System[] {
  return Object.entries(candidates).map(([name, on]) => {
    const names = Object.keys(on) as ParameterName[];
    const off: Setting = Object.fromEntries(names.map((number) => [number, TUNABLES[number].value]));
    return { name, number: CANDIDATE_MARK, title: name, on, off };
  });
}

/** What is wrong with a candidate, `null` if nothing is. */
function faultOf(setting: unknown): string | null {
  if (!isObject(setting)) return `to be an object of numbers, but got ${JSON.stringify(setting)}`;
  const entries = Object.entries(setting);
  for (const [name, value] of entries) {
    if (!Object.hasOwn(TUNABLES, name)) return `to change numbers of params.ts, but got "${name}"`;
    const { min, max } = TUNABLES[name as ParameterName];
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
      return `to give "${name}" a whole number from ${min} to ${max}, but got ${JSON.stringify(value)}`;
    }
  }
  const isChange = entries.some(([name, value]) => TUNABLES[name as ParameterName].value !== value);
  return isChange ? null : "to differ from the engine, but it does not";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
