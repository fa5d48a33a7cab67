/**
 * The program of the npm package: the engine as UCI, in Node.
 *
 * @module
 */

import "./deno_on_node.ts";
import { startSearchWorker } from "../../engine/runtime.ts";
import { runEngine } from "../../uci/uci.ts";

await runEngine(() => startSearchWorker(new URL("./worker.js", import.meta.url)));
