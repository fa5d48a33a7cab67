/** Sorts the tunable numbers into groups. A number belongs to the group whose pattern matches its name. @module */

import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { isSwitch, playsPart } from "../../../tools/build/number_switches.ts";

const ALL = "all";
const CLOCK_GROUP = "time";

const PATTERNS: Readonly<Record<string, RegExp>> = {
  // How much an event adds to the move history tables.
  "history-bonuses":
    /^(bonus|malus)[A-Z]|^(quiet|capture)(Bonus|Malus)|^(swing|clearCutoff|ttCredit|prior|reSearch|exact)/,
  // How much each of these tables counts in move ordering, and in the scores for pruning and reductions.
  "history-weights": /^(order|prune[A-Z]|escape|victim|goodNoisy)/,
  "corrections": /^(correct|gain)/,
  "reductions": /^(lmr|hindsight|iir|deeper|shallower|alphaRaise|improving|worsening)/,
  "pruning": /^(razor|rfp|nullMove|probCut|lmp|historyPruning|futility|see|quiescence)/,
  "extensions": /^(singular|double|triple|extension|negativeExtension|cutNodeExtension|checkExtension)/,
  [CLOCK_GROUP]: /^time/,
  // Aspiration windows, transposition table, tablebases, fifty-move rule.
  "other": /^(aspiration|ttAge|ttKeep|tablebase|fiftyMove)/,
};

export const GROUPS: readonly string[] = Object.keys(PATTERNS);

const LIST = [...GROUPS, ALL].join(", ");

export const NUMBERS: readonly ParameterName[] = (Object.keys(TUNABLES) as ParameterName[]).filter((name) =>
  !isSwitch(name)
);

/** Throws a RangeError unless exactly one pattern matches the number's name. */
export function groupOf(name: ParameterName): string {
  const groups = GROUPS.filter((group) => PATTERNS[group].test(name));
  if (groups.length !== 1) {
    throw new RangeError(`Expected the number "${name}" to be in one group, but found ${groups.join(", ") || "none"}`);
  }
  return groups[0];
}

export type Circumstances = { readonly hasClock: boolean; readonly values: Readonly<Record<ParameterName, number>> };

/** The values in params.ts, with these changes. */
export function engineValues(changes: Setting = {}): Record<ParameterName, number> {
  const entries = Object.entries(TUNABLES).map(([name, { value }]) => [name, value]);
  return { ...Object.fromEntries(entries), ...changes };
}

/** Why a number cannot affect a game; "" if it can. */
export function reasonNotToTune(name: ParameterName, { hasClock, values }: Circumstances): string {
  if (isSwitch(name)) return "is a switch, which cannot be tuned";
  if (!playsPart(name, values)) return "belongs to something that is off";
  return hasClock || groupOf(name) !== CLOCK_GROUP ? "" : "needs a clock (--tc)";
}

/**
 * The numbers that have an effect, in the order of params.ts. Throws a RangeError if a word is unknown, if it names a
 * number that has no effect, or if nothing is left.
 */
export function selectNumbers(
  words: readonly string[],
  except: readonly string[],
  circumstances: Circumstances,
): ParameterName[] {
  if (words.length === 0) {
    throw new RangeError(`Expected the names of numbers or groups, but got none; groups are ${LIST}`);
  }
  for (const name of words.filter(isNumber)) {
    const reason = reasonNotToTune(name, circumstances);
    if (reason !== "") throw new RangeError(`Expected numbers that have an effect here, but "${name}" ${reason}`);
  }
  const wanted = new Set(words.flatMap(expand)).difference(new Set(except.flatMap(expand)));
  const selected = NUMBERS.filter((name) => wanted.has(name) && reasonNotToTune(name, circumstances) === "");
  if (selected.length > 0) return selected;
  throw new RangeError(`Expected something to tune, but nothing in "${words.join(" ")}" has an effect here`);
}

export function describeGroups(): string {
  const circumstances = { hasClock: true, values: engineValues() };
  const lines: string[] = [];
  for (const group of GROUPS) {
    const names = NUMBERS.filter((name) => groupOf(name) === group);
    lines.push(`${group} (${names.length})`);
    for (const name of names) {
      const { value, min, max, step } = TUNABLES[name];
      const note = reasonNotToTune(name, circumstances) === "" ? "" : ", no effect";
      lines.push(`  ${name.padEnd(26)}${`${value}`.padStart(7)}   ${min} … ${max}, step ${step}${note}`);
    }
  }
  return lines.join("\n");
}

function expand(word: string): readonly ParameterName[] {
  if (word === ALL) return NUMBERS;
  if (GROUPS.includes(word)) return NUMBERS.filter((name) => groupOf(name) === word);
  if (isNumber(word)) return [word];
  throw new RangeError(`Unknown number or group "${word}"; the groups are ${LIST}, and --list shows the numbers`);
}

function isNumber(word: string): word is ParameterName {
  return Object.hasOwn(TUNABLES, word);
}
