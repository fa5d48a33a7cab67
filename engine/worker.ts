/**
 * The file of the library's search worker: `Engine.start` starts it.
 *
 * @module
 */

import { serveSearch } from "../search/threads/worker.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), undefined, openFile);
