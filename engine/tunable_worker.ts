/** The search worker for `EngineOptions.parameters`, by default as fast as the usual one. @module */

import { setParameters } from "../search/params.ts";
import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), setParameters, openFile);
