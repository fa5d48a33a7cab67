/** The library's search worker. @module */

import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), undefined, openFile);
