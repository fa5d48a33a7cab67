/**
 * The programs for people, with something that happens to them at a certain search. So a test need not guess how long
 * the program takes to start. Variables of the environment say what happens; "" is nothing. Run by `runHindsight`.
 *
 * - SIGNAL: this process gets that signal in its sixth search, and that search ends by nothing but the signal.
 * - FAILING_SEARCH: the search of that number fails.
 * - LOST_FOLDER: that folder is removed when the first search begins.
 *
 * @module
 */

import { Engine } from "../../engine/engine.ts";
import { WorkerDiedError } from "../../engine/errors.ts";
import { runShell } from "../../shell/shell.ts";
import { startEngineWorker } from "../engine_bundle.ts";

/** Number of the search that is interrupted. */
const INTERRUPTED = 6;

const [signal, failing, lostFolder] = ["SIGNAL", "FAILING_SEARCH", "LOST_FOLDER"].map((name) => Deno.env.get(name));
const { analyse } = Engine.prototype;
let searches = 0;
Engine.prototype.analyse = function (position, options) {
  searches++;
  if (searches === 1 && lostFolder) Deno.removeSync(lostFolder, { recursive: true });
  if (`${searches}` === failing) throw new WorkerDiedError("The worker died");
  if (searches !== INTERRUPTED || !signal) return analyse.call(this, position, options);
  const running = analyse.call(this, position);
  Deno.kill(Deno.pid, signal as Deno.Signal);
  return running;
};

await runShell(startEngineWorker);
