/** Provides, in Node and Bun, the part of Deno's API that the UCI engine uses (system/). @module */

import type nodeFs from "node:fs";
import type nodeProcess from "node:process";

// An import would fail in browsers, which also load this file.
const { process } = globalThis as unknown as { readonly process: typeof nodeProcess };
const fs = (): typeof nodeFs => process.getBuiltinModule("node:fs");

/** Deno's error names, keyed by Node's error codes. */
const ERROR_NAMES: Readonly<Record<string, string>> = {
  ...{ EPIPE: "BrokenPipe", EAGAIN: "WouldBlock", ENOENT: "NotFound", EEXIST: "AlreadyExists" },
  ...{ ENOTDIR: "NotADirectory", EISDIR: "IsADirectory", EACCES: "PermissionDenied", EPERM: "PermissionDenied" },
};

const errors: Record<string, new (message: string) => Error> = { NotCapable: class extends Error {} };
for (const name of Object.values(ERROR_NAMES)) errors[name] ??= class extends Error {};

function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const name = ERROR_NAMES[(error as { code?: string }).code ?? ""];
    throw name === undefined ? error : new errors[name]((error as Error).message);
  }
}

class Input {
  private readonly chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array(0);

  /** Returns the number of bytes, or `null` at the end. */
  async read(buffer: Uint8Array): Promise<number | null> {
    if (this.rest.length === 0) {
      const { done, value } = await this.chunks.next();
      if (done) return null;
      this.rest = value;
    }
    const count = Math.min(buffer.length, this.rest.length);
    buffer.set(this.rest.subarray(0, count));
    this.rest = this.rest.subarray(count);
    return count;
  }

  isTerminal(): boolean {
    return process.stdin.isTTY === true;
  }
}

/** An open file, such as standard output, identified by its number. */
class Output {
  constructor(private readonly file: number) {}

  /** Returns the number of bytes written, which may be fewer than all. */
  writeSync(bytes: Uint8Array): number {
    return translated(() => fs().writeSync(this.file, bytes));
  }

  close(): void {
    fs().closeSync(this.file);
  }
}

type Kind = Readonly<{ isFile: boolean; isDirectory: boolean; isSymlink: boolean }>;

function kindOf(entry: nodeFs.Stats | nodeFs.Dirent): Kind {
  return { isFile: entry.isFile(), isDirectory: entry.isDirectory(), isSymlink: entry.isSymbolicLink() };
}

export function provideDeno(): void {
  const system = {
    args: process.argv.slice(2),
    build: { os: process.platform === "win32" ? "windows" : process.platform, arch: process.arch, standalone: false },
    version: { deno: process.versions.node, v8: process.versions.v8, typescript: "" },
    errors,
    stdin: new Input(),
    stdout: new Output(1),
    stderr: new Output(2),
    exit: (code: number): never => process.exit(code),
    // Node has no permissions to give up.
    permissions: { revokeSync: (): void => {} },
    readFileSync: (path: string): Uint8Array => translated(() => new Uint8Array(fs().readFileSync(path))),
    removeSync: (path: string): void => translated(() => fs().rmSync(path)),
    statSync: (path: string): Kind & { readonly size: number } => {
      const stats = translated(() => fs().statSync(path));
      return { ...kindOf(stats), size: stats.size };
    },
    readDirSync: (path: string): (Kind & { readonly name: string })[] =>
      translated(() => fs().readdirSync(path, { withFileTypes: true })).map((e) => ({ ...kindOf(e), name: e.name })),
    openSync: (path: string, { createNew }: { readonly createNew?: boolean } = {}): Output =>
      translated(() => new Output(fs().openSync(path, createNew ? "wx" : "w"))),
  };

  Object.assign(globalThis, {
    Deno: system,
    addEventListener: (type: string, listener: (event: { reason: unknown; preventDefault(): void }) => void): void => {
      if (type !== "unhandledrejection") return;
      process.on("unhandledRejection", (reason: unknown) => listener({ reason, preventDefault: () => {} }));
    },
  });
}
