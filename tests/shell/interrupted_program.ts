/**
 * The programs for people, with a signal to this process in the middle of an analysis: the variable SIGNAL names it. It
 * comes with the sixth search, and that search ends by nothing but the signal. So a test need not guess how long the
 * program takes to start. Run by the tests of `analyse`.
 *
 * @module
 */

import { Engine } from "../../engine/engine.ts";
import { runShell } from "../../shell/shell.ts";
import { startEngineWorker } from "../engine_bundle.ts";

/** Number of the search that is interrupted. */
const INTERRUPTED = 6;

const { analyse } = Engine.prototype;
let searches = 0;
Engine.prototype.analyse = function (position, options) {
  if (++searches !== INTERRUPTED) return analyse.call(this, position, options);
  const running = analyse.call(this, position, { signal: options?.signal });
  Deno.kill(Deno.pid, Deno.env.get("SIGNAL") as Deno.Signal);
  return running;
};

await runShell(startEngineWorker);
