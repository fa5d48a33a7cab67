/** Shared by the tests of the packages: the packages for npm and JSR, built once. @module */

import { projectPath } from "../../../tools/paths.ts";
import { ENGINE_SOURCES } from "../../engine_bundle.ts";
import { digestOf, makeOnce } from "../../kept.ts";
import { outputOf } from "../../program.ts";

/** The packages for npm and JSR, in folders with these names. They are built once for all tests. */
async function buildPackages(): Promise<string> {
  return await makeOnce("packages", await digestOf([...ENGINE_SOURCES, "tools", "LICENSE"]), async (folder) => {
    // The package for npm is built from the package for JSR.
    await outputOf(Deno.execPath(), ["task", "--quiet", "build:npm"], projectPath());
    for (const name of ["jsr", "npm"]) await Deno.rename(projectPath(`dist/${name}`), `${folder}/${name}`);
  });
}

export async function buildPackage(): Promise<string> {
  return `${await buildPackages()}/npm`;
}

export async function buildJsrPackage(): Promise<string> {
  return `${await buildPackages()}/jsr`;
}
