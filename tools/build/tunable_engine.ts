/**
 * The engine with every number in params.ts as a UCI option. The command `spsa` prints them in OpenBench's form: `name,
 * int, value, min, max, c_end, r_end`, where c_end is the step in params.ts. After a number has changed, V8 no longer
 * treats it as a constant, which costs about 9 % of the speed. Each number is changed once at the start, so that
 * engines with different values play at equal speed.
 *
 * @module
 */

import { type ParameterName, parameterValues, setParameter, setParameters, TUNABLES } from "../../search/params.ts";
import { serveSearch, type WorkerPort } from "../../search/threads/search_thread.ts";
import type { Extension } from "../../uci/extension.ts";
import { openTableFile } from "../../system/table_files.ts";
import { runEngine } from "../../uci/uci.ts";
import { isSwitch, playsPart } from "./number_switches.ts";

/** The learning rate (`r_end`) that is usual in OpenBench. */
const SPSA_RATE = "0.002";

const NAMES: readonly ParameterName[] = Object.keys(TUNABLES) as ParameterName[];

/** Makes V8 treat the values as variables. */
function loosenParameters(): void {
  for (const [name, value] of Object.entries(parameterValues()) as [ParameterName, number][]) {
    setParameter(name, value + 1);
    setParameter(name, value);
  }
}

/** Describes all numbers except switches and numbers without an effect. */
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
        // The main thread also needs the new value: it reads some numbers for `eval` and for the clock.
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
  // TypeScript's types describe only the main thread's global scope.
  serveSearch(globalThis as unknown as WorkerPort, setParameters, openTableFile);
} else if (import.meta.main) {
  await runEngine(() => new Worker(import.meta.url, { type: "module", name: "search" }), createTuningExtension());
}
