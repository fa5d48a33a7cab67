/** A copy of the project in which a source has a fault: its tests run there, and the project stays as it is. @module */

import { assert, assertEquals } from "@std/assert";
import { mutantsOf } from "../../checks/mutants.ts";
import { ProjectCopy, STAGES } from "../../checks/project_copy.ts";
import { projectPath } from "../../../tools/paths.ts";

const SOURCE = "core/random.ts";
const OWN = "tests/core/random_test.ts";
const TEXT = await Deno.readTextFile(projectPath(SOURCE));
const MUTANTS = mutantsOf(SOURCE, TEXT);

async function withCopy(body: (copy: ProjectCopy) => Promise<void>): Promise<void> {
  const copy = await ProjectCopy.make();
  try {
    await body(copy);
  } finally {
    copy.remove();
  }
  assertEquals(await Deno.stat(copy.folder).catch(() => null), null);
}

Deno.test("a fault makes a test of its source fail, only in the copy, and is removed afterwards", () =>
  withCopy(async (copy) => {
    const before = await copy.readSources(["core"]);
    const mutant = MUTANTS.find(({ before }) => before === "/");
    assert(mutant !== undefined);
    const result = await copy.tryMutant(mutant, [OWN], STAGES);
    assertEquals(result, { mutant, killedBy: STAGES[0], isLate: false });
    assertEquals(await copy.readSources(["core"]), before);
    assertEquals(await Deno.readTextFile(projectPath(SOURCE)), TEXT);
  }));
