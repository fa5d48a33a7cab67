/** The file of a long run: its folder is made, and no program overwrites what another program has written. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { StateFile } from "../state_file.ts";
import { testInFolder } from "../../tests/folder.ts";

testInFolder("a state is written into a new folder, and replaces the previous state", (folder) => {
  const path = `${folder}/new/deep/state.json`;
  const file = new StateFile();
  file.write(path, "first");
  file.write(path, "second");
  assertEquals(Deno.readTextFileSync(path), "second");
  assertEquals(Array.from(Deno.readDirSync(`${folder}/new/deep`), ({ name }) => name), ["state.json"]);
});

testInFolder("two programs do not write the same state", (folder) => {
  const path = `${folder}/state.json`;
  const file = new StateFile();
  file.write(path, "first");
  file.write(path, "ours");
  Deno.writeTextFileSync(path, "theirs");
  Deno.utimeSync(path, new Date(), new Date(Date.now() + 5000));
  assertThrows(() => file.write(path, "ours again"), Error, "was the same run continued twice?");
  assertEquals(Deno.readTextFileSync(path), "theirs");
});
