/**
 * A folder for a test.
 *
 * @module
 */

/** Calls `body` with a folder that is empty before and gone afterwards. */
export async function withFolder(body: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "hindsight-test-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
