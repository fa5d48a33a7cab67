/** The npm package's program: the UCI engine for Node, without the programs in `shell/`. @module */

import { startSearchWorker } from "../../engine/runtime.ts";
import { NO_EXTENSION } from "../../uci/extension.ts";
import { runEngine } from "../../uci/uci.ts";
import { provideDeno } from "./deno_on_node.ts";

provideDeno();
await runEngine(() => startSearchWorker(new URL("./worker.js", import.meta.url)), {
  ...NO_EXTENSION,
  hasPrograms: false,
});
