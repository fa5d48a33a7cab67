/** The built page on a static server, with short searches. @module */

import { LEARN_DEPTH } from "../../search/experience.ts";
import { buildWeb } from "../../tools/build/build_web.ts";
import { digestOf, makeOnce } from "../kept.ts";
import { slowNetwork } from "./slow_page.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
  bin: "application/octet-stream",
  txt: "text/plain; charset=utf-8",
};

/** The folder of the built page, once `buildOnce()` has made it. */
export let webFolder = "";
const PAGE_SOURCES = [
  ...["core", "nnue", "tablebase", "book", "learning", "experience", "search", "engine", "web", "tools/build"],
  ...["deno.json", "deno.lock", "LICENSE"],
];

/** Builds the page, unless it was built from the same sources before, and sets `webFolder`. */
export async function buildOnce(): Promise<void> {
  webFolder = await makeOnce("web", await digestOf(PAGE_SOURCES), buildWeb);
}

/** Maximum depth of searches in pages, in plies. Some tests need one from which the engine learns. */
export const BRIEF_DEPTH: number = LEARN_DEPTH;
/** The maximum depth for endless searches. */
export const ENDLESS = 99;
/** Code that limits the searches of a thread. An endless search still reports its result only after it is stopped. */
const briefly = (depth: number): string =>
  `addEventListener("message", ({ data: { request } }) => {
  if (request.kind !== "search") return;
  request.limits.depth = Math.min(request.limits.depth, ${depth});
  request.limits.nodes /= 8;
});`;

export class PageServer implements AsyncDisposable {
  readonly requests: string[] = [];
  /** The paths of the files that were sent, except unchanged files that the browser already had. */
  readonly sent: string[] = [];
  /** Text that is put before a script, by the script's path. */
  readonly prefixes: Map<string, string> = new Map();
  /** Promises that must settle before a file is sent, by the file's path. */
  readonly holds: Map<string, Promise<void>> = new Map();
  /** Promises that must settle before the second half of a file is sent, by the file's path. */
  readonly pauses: Map<string, Promise<void>> = new Map();
  /** The header that says how long browsers may keep files. */
  cacheControl = "no-store";
  /** Additional headers of every answer. */
  headers: Readonly<Record<string, string>> = {};
  private readonly server: Deno.HttpServer<Deno.NetAddr>;
  /** The contents of the requested files, by name. */
  private readonly files: Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: number }> = new Map();
  /** Fulfilled when the server stops, which releases every file. */
  private readonly closing = Promise.withResolvers<void>();

  /**
   * Starts a server.
   *
   * @param isIsolated Whether its pages may share memory between threads.
   * @param depth Maximum depth to which its pages search.
   */
  constructor(isIsolated: boolean, depth: number = BRIEF_DEPTH) {
    const isolation: [string, string][] = isIsolated
      ? [["Cross-Origin-Opener-Policy", "same-origin"], ["Cross-Origin-Embedder-Policy", "require-corp"]]
      : [];
    this.server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const path = request.url.replace(/^https?:\/\/[^/]*/, "").replace(/[?#].*$/, "");
      this.requests.push(path);
      await slowNetwork();
      await Promise.race([this.holds.get(path), this.closing.promise]);
      // The page can also be in a folder.
      const name = path.replace(/^\/folder\//, "/").replace(/^\/$/, "/index.html");
      const type = TYPES[name.split(".").pop() ?? ""] ?? "text/plain";
      try {
        const prefix = (this.prefixes.get(path) ?? "") + (name === "/worker.js" ? briefly(depth) : "");
        const file = this.files.get(name) ??
          { bytes: await Deno.readFile(`${webFolder}${name}`), tag: this.files.size };
        this.files.set(name, file);
        const content = new Blob([prefix, file.bytes]);
        const tag = `"${file.tag}-${encodeURIComponent(prefix)}"`;
        const headers = new Headers([
          ...isolation,
          ["content-type", type],
          ["cache-control", this.cacheControl],
          ["etag", tag],
          ...Object.entries(this.headers),
        ]);
        // Deno's server changes the beginning of a compressed file's tag.
        if (request.headers.get("if-none-match")?.endsWith(tag)) return new Response(null, { status: 304, headers });
        this.sent.push(path);
        const pause = this.pauses.get(path);
        if (pause === undefined) return new Response(content, { headers });
        headers.set("content-length", `${content.size}`);
        return new Response(inHalves(content, Promise.race([pause, this.closing.promise])), { headers });
      } catch {
        // A browser with a window requests an icon if the page names none.
        return new Response(null, { status: path === "/favicon.ico" ? 204 : 404 });
      }
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing.resolve();
    await this.server.shutdown();
  }
}

/** A file whose second half comes when `pause` is fulfilled. */
function inHalves(content: Blob, pause: Promise<void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const middle = content.size >> 1;
  return new ReadableStream({
    async start(stream) {
      stream.enqueue(new Uint8Array(await content.slice(0, middle).arrayBuffer()));
      await pause;
      stream.enqueue(new Uint8Array(await content.slice(middle).arrayBuffer()));
      stream.close();
    },
  });
}
