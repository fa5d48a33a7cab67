/**
 * The page's service worker: it caches the page's files, so that the page works offline, and isolates the page.
 *
 * A page may share memory between threads only if it came with two headers, which many static hosts cannot send. So
 * this worker adds them to every response. `isolation.ts` handles the first visit. The network, by far the largest
 * file, is cached when the page requests it. The build fills in the list of files and the version.
 * @module
 */

interface Scope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate" | "fetch", listener: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;

const FILES: readonly string[] = ["{{ files }}"];
/** The network. */
const LARGE_FILE = new URL("{{ large }}", location.href).href;
const VERSION = "{{ version }}";
const PAGE = new URL("./", location.href).href;
/** Other pages on the same host may have caches, too. */
const PREFIX = `hindsight ${new URL(PAGE).pathname} `;
const CACHE = PREFIX + VERSION;
const ISOLATION: readonly (readonly [name: string, value: string])[] = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
];

// A new build's worker waits until all windows with the page are closed, so that no page mixes two builds.
scope.addEventListener("install", (event) => {
  // The HTTP cache may have files from the previous build, so ask the server, which sends only changed files.
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

/** The cached file or the server's response, with the headers that isolate the page. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const [address] = request.url.split(/[?#]/);
  const kept = address === PAGE + "index.html" ? PAGE : request;
  const found = await cache.match(kept, { ignoreSearch: true }) ?? await fetch(request);
  if (found.type === "opaque" || found.status === 0) return found;
  const headers = new Headers(found.headers);
  for (const [name, value] of ISOLATION) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
