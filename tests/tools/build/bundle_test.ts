/**
 * What a bundle must not hold: where the machine that made it keeps its packages.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { withPackageNames } from "../../../tools/build/bundle.ts";

Deno.test("files of packages are named alike on every machine", () => {
  const names = [
    "../../home/ann/.cache/deno/npm/registry.npmjs.org/string-width/4.2.3/index.js",
    "../../../root/cache/npm/registry.example.org/string-width/4.2.3/index.js",
  ];
  for (const name of names) {
    const bundle = `// ${name}\nvar f = __commonJS({\n  "${name}"(exports) {}\n});\nvar path = "../../other/npm";`;
    const expected = bundle.replaceAll(name, "npm/string-width/4.2.3/index.js");
    assertEquals(withPackageNames(bundle), expected);
  }
});
