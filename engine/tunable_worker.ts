/**
 * A search worker for `EngineOptions.parameters`. As long as no number changes, it is as fast as the ordinary one.
 *
 * @module
 */

import { setParameters } from "../search/params.ts";
import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), setParameters, openFile);
