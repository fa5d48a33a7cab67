/**
 * The tunable build: the engine with every number of params.ts as a UCI option of that name.
 *
 *     deno task build:tune
 *     deno run --no-prompt --allow-read=dist dist/hindsight-tune.js
 *
 * Switches are options from 0 to 1. The command `spsa` prints the other numbers in OpenBench's form:
 * `name, int, value, min, max, c_end, r_end`, where c_end is the step in params.ts. It omits numbers that have no
 * effect with the current switches, see number_switches.ts.
 *
 * The values are sent to the search with every request. After a number has changed, V8 no longer treats it as a
 * constant, which costs about 9 % of the speed. Therefore each number is changed once at the start, so an option that
 * is set costs no more than one that is not, and two tunable engines with different values play at equal speed. Compare
 * them only with each other, never with the ordinary engine.
 *
 * @module
 */

import { type ParameterName, parameterValues, setParameter, setParameters, TUNABLES } from "../../search/params.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import type { Extension } from "../../uci/extension.ts";
import { openTableFile } from "../../system/table_files.ts";
import { runEngine } from "../../uci/uci.ts";
import { isSwitch, playsPart } from "./number_switches.ts";

/**
 * The share of its step by which a number moves in the last iteration of an SPSA run. This is OpenBench's usual rate.
 */
const SPSA_RATE = "0.002";

const NAMES: readonly ParameterName[] = Object.keys(TUNABLES) as ParameterName[];

/** Makes V8 treat every number as a variable. The values remain the same. */
function loosenParameters(): void {
  for (const [name, value] of Object.entries(parameterValues()) as [ParameterName, number][]) {
    setParameter(name, value + 1);
    setParameter(name, value);
  }
}

/** The output of `spsa`: every number that has an effect with these values, except switches. */
export function describeForSpsa(values: Readonly<Record<ParameterName, number>>): string {
  return NAMES.filter((name) => !isSwitch(name) && playsPart(name, values)).map((name) => {
    const { value, min, max, step } = TUNABLES[name];
    return [name, "int", value, min, max, step, SPSA_RATE].join(", ");
  }).join("\n");
}

export function createTuningExtension(): Extension {
  const parameters: Record<string, number> = {};
  return {
    parameters,
    hasPrograms: false,
    options: NAMES.map((name) => ({
      type: "spin",
      name,
      help: `${name} of search/params.ts or learning/params.ts`,
      fallback: TUNABLES[name].value,
      min: TUNABLES[name].min,
      max: TUNABLES[name].max,
      read: (value) => {
        parameters[name] = value;
        // The main thread also reads some numbers, for `eval` and for the clock.
        setParameter(name, value);
        return {};
      },
    })),
    commands: [{
      name: "spsa",
      parameters: "",
      help: "List the numbers that can be tuned, in OpenBench's form",
      run: (session) => session.write(describeForSpsa(parameterValues())),
    }],
  };
}

if ("WorkerGlobalScope" in globalThis) {
  loosenParameters();
  // The types describe the main thread's global scope, which has no `postMessage`.
  serveSearch(globalThis as unknown as WorkerPort, setParameters, openTableFile);
} else if (import.meta.main) {
  await runEngine(() => new Worker(import.meta.url, { type: "module", name: "search" }), createTuningExtension());
}
