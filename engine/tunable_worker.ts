/**
 * The search worker that accepts `EngineOptions.parameters`. Without parameters, it is as fast as the usual worker.
 * @module
 */

import { setParameters } from "../search/params.ts";
import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), setParameters, openFile);
