/** The program of the npm package: the UCI engine in Node, without the programs of `shell/`. @module */

import { startSearchWorker } from "../../engine/runtime.ts";
import { NO_EXTENSION } from "../../uci/extension.ts";
import { runEngine } from "../../uci/uci.ts";
import { provideDeno } from "./deno_on_node.ts";

provideDeno();
await runEngine(() => startSearchWorker(new URL("./worker.js", import.meta.url)), {
  ...NO_EXTENSION,
  hasPrograms: false,
});
