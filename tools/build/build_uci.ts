/**
 * Builds `hindsight-uci.js`, the UCI engine in one script. The script calls one function with the network as text. The
 * function can start search threads from its own source code.
 *
 * @module
 */

import { ENGINE_VERSION } from "../../engine/version.ts";
import { projectPath } from "../paths.ts";
import { runBundler, withoutNetwork, writeBundle } from "./bundle.ts";
import { withConstantBindings } from "./constant_bindings.ts";

export const UCI_FILE = "hindsight-uci.js";

export async function buildUci(path: string): Promise<void> {
  const bundle = `${path}.tmp.js`;
  await writeBundle(projectPath(), "tools/build/uci_file.ts", bundle, ["--platform=browser"]);
  const { code: named, literal } = withoutNetwork(await Deno.readTextFile(bundle), "embeddedNetworkText");
  await Deno.writeTextFile(bundle, named);
  const code = withConstantBindings(await runBundler(["--platform=browser", "--minify", bundle]));
  await Deno.remove(bundle);
  if (/\bimport\.meta\b|\bimport\(|^(?:import|export)\b/m.test(code)) {
    throw new Error("Expected a file that is not a module");
  }
  await Deno.writeTextFile(
    path,
    [
      `/*! Hindsight ${ENGINE_VERSION}, the UCI chess engine in one file, without dependencies. MIT licence. */`,
      "(function start(embeddedNetworkText) {",
      '"use strict";',
      'const commonModule = typeof module === "object" && typeof require === "function" ?',
      "{ module, isMain: require.main === module } : null;",
      'const ownSource = () => `(${start})("");`;',
      code.trimEnd(),
      `})(${literal});`,
      "",
    ].join("\n"),
  );
}

if (import.meta.main) {
  await Deno.mkdir(projectPath("dist"), { recursive: true });
  await buildUci(projectPath(`dist/${UCI_FILE}`));
}
