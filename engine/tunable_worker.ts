/** A search worker for `EngineOptions.parameters`, as fast as the ordinary one at default numbers. @module */

import { setParameters } from "../search/params.ts";
import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), setParameters, openFile);
