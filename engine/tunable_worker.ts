/**
 * A search worker that accepts values for numbers of the search with each request, for `EngineOptions.parameters`. As
 * long as no number changes, it is as fast as the ordinary worker.
 *
 * @module
 */

import { setParameters } from "../search/params.ts";
import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), setParameters, openFile);
