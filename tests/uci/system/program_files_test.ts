/**
 * Files that the programs write.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { OutputFile } from "../../../uci/system/program_files.ts";

Deno.test("an output file keeps what it holds until it is written, and then holds what was written last", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "what was there before");
    {
      using file = new OutputFile(path);
      assertEquals(await Deno.readTextFile(path), "what was there before");
      file.write("first\n");
      file.write("2\n");
    }
    assertEquals(await Deno.readTextFile(path), "2\n");
  } finally {
    await Deno.remove(path);
  }
});
