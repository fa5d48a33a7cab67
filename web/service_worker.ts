/**
 * The service worker of the page: it keeps the page's files, so that the page works offline, and isolates the page.
 *
 * A page may share memory between threads only if its server answers with two headers. Many static hosts cannot send them.
 * This worker adds them to every answer; of a first visit see `isolation.ts`.
 *
 * The worker becomes active as soon as it has the small files, so that this reload comes early. The network is most of all
 * that is loaded; it is kept when the page asks for it.
 *
 * The build replaces the list of files and the version, which changes with every file.
 *
 * @module
 */

/** What a service worker has besides; the page's types know none. */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate" | "fetch", listener: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  /** What is fetched, and its answer. */
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;

/** The page's files; the build writes them here. */
const FILES: readonly string[] = ["{{ files }}"];
/** The file that is kept when it is asked for. */
const LARGE_FILE = new URL("{{ large }}", location.href).href;
const VERSION = "{{ version }}";
const PAGE = new URL("./", location.href).href;
/** Begins the names of this page's caches: other pages of the same host have caches, too. */
const PREFIX = `hindsight ${new URL(PAGE).pathname} `;
const CACHE = PREFIX + VERSION;
const ISOLATION: readonly (readonly [name: string, value: string])[] = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
];

// The worker of a new build waits until no window shows the page: the script of a window and the search worker that it
// starts are always of the same build.
scope.addEventListener("install", (event) => {
  // The browser's own cache may have files of the previous build, so the server is asked about each file. It sends only
  // those that differ from the browser's: most of them the page has just loaded.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
    await scope.clients.claim();
  })());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(location.origin)) return;
  const answered = answer(request);
  event.respondWith(answered.then((response) => response.clone()));
  if (request.url === LARGE_FILE) event.waitUntil(answered.then(keepLarge));
});

async function keepLarge(response: Response): Promise<void> {
  if (response.status === 200) await (await caches.open(CACHE)).put(LARGE_FILE, response);
}

/** The file that was kept, or the server's answer, with the headers that isolate the page. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const [address] = request.url.split(/[?#]/);
  // The page has two addresses.
  const kept = address === PAGE + "index.html" ? PAGE : request;
  const found = await cache.match(kept, { ignoreSearch: true }) ?? await fetch(request);
  if (found.type === "opaque" || found.status === 0) return found;
  const headers = new Headers(found.headers);
  for (const [name, value] of ISOLATION) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
