/** Reads the values of tunable numbers from options. @module */

import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { isThere } from "../../games/game_files.ts";
import { loadRun } from "../run.ts";
import { TuneState } from "./spsa_state.ts";

/** Reads `NAME=VALUE,...`. Throws a RangeError if the text does not have this form. */
export function parseValues(text: string, option: string): Setting {
  return Object.fromEntries(
    text.split(",").map((part) => part.trim()).filter((part) => part !== "").map((item) => {
      const [, name, value] = /^(\w+)\s*=\s*(-?\d+(?:\.\d+)?)$/.exec(item) ?? [];
      if (name === undefined) throw new RangeError(`Expected NAME=VALUE in ${option}, but got "${item}"`);
      if (!Object.hasOwn(TUNABLES, name)) throw new RangeError(`Unknown number "${name}" in ${option}`);
      return [name, Number(value)];
    }),
  );
}

/**
 * Reads `NAME=VALUE,...`, or the state of a tuning run. Throws a RangeError or SyntaxError if the input is not valid.
 */
export function readValues(text: string, option: string): Setting {
  const values = text.includes("=") ? parseValues(text, option) : readTuned(text, option);
  for (const [name, value] of Object.entries(values)) {
    const { min, max } = TUNABLES[name as ParameterName];
    if (value >= min && value <= max && Number.isInteger(value)) continue;
    throw new RangeError(`Expected a whole number from ${min} to ${max} for "${name}" in ${option}, but got ${value}`);
  }
  return values;
}

function readTuned(path: string, option: string): Setting {
  if (!isThere(path)) {
    throw new RangeError(`Expected ${option} to be NAME=VALUE,... or the state of a tuning run, but got "${path}"`);
  }
  const { settings, values } = loadRun(path, TuneState.parse);
  const tuned = settings.parameters.map(({ name }, index) => [name, Math.round(values[index])]);
  return { ...settings.fixed, ...Object.fromEntries(tuned) };
}
