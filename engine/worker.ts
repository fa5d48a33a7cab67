/** The file of the library's search worker: `Engine.start` starts it. @module */

import { serveSearch } from "../search/threads/search_thread.ts";
import { openFile, workerPort } from "./runtime.ts";

serveSearch(workerPort(), undefined, openFile);
