/** A temporary folder for a test. @module */

/**
 * Calls `body` with a new, empty folder, and removes the folder afterwards. Its path contains no symbolic link, unlike
 * the system's folder for temporary files, so that it can be compared with the output of programs.
 */
export async function withFolder(body: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "hindsight-test-" }));
  try {
    await body(folder);
  } finally {
    await removeFolder(folder);
  }
}

export function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
}

/** Registers a test that gets a new, empty folder. */
export function testInFolder(name: string, body: (folder: string) => Promise<void> | void, ignore = false): void {
  Deno.test({ name, ignore, fn: () => withFolder(body) });
}

/** Removes a folder. A program that was just killed may still write there, so this tries again for a while. */
async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
