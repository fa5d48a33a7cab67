/** The docs and the configuration agree with the engine. @module */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TARGETS } from "../tools/build/compile.ts";

const ROOT = new URL("../", import.meta.url);

/** The paths of the Markdown files in a folder, from the root of the project. */
function textsOf(folder: string): string[] {
  return Array.from(Deno.readDirSync(new URL(folder, ROOT)), ({ name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith(".md"));
}

function readProjectFile(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

Deno.test("every link in the docs to a file of the project has a target", async () => {
  const docs = ["docs", "lab/docs", "lab/docs/networks"].flatMap(textsOf);
  const texts = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md", ...docs];
  for (const path of texts) {
    const text = await readProjectFile(path);
    for (const [, target] of text.matchAll(/\]\(([^)\s#]+)/g)) {
      // Releases, workflows and deployments are pages of the host, not files.
      if (/^https?:/.test(target) || /^\.\.\/\.\.\/(releases|actions|deployments)\b/.test(target)) continue;
      assert((await Deno.stat(new URL(target, new URL(path, ROOT)))).isFile, `${path} links to ${target}`);
    }
  }
});

Deno.test("the docs, the CI script and the workflows name the same version of Deno", async () => {
  const version = "2.9.6";
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    ".ci/run",
    ".devcontainer/devcontainer.json",
    ".github/workflows/browsers.yml",
    ".github/workflows/ci.yml",
    ".github/workflows/nightly.yml",
    ".github/workflows/pages.yml",
    ".github/workflows/release.yml",
  ];
  for (const path of paths) {
    const text = await readProjectFile(path);
    const versions = text.matchAll(/(?<!setup-)deno@(\d[\d.]*\d)|deno-version: (\S+)/g);
    const named = Array.from(versions, (match) => match[1] ?? match[2]);
    assert(named.length > 0, `${path} names no version`);
    for (const each of named) assertEquals(each, version, path);
  }
  assertStringIncludes(await readProjectFile(".ci/run"), `deno@${version} task test`);
});

Deno.test("a release builds for every system of `deno task compile`, and README names each of its files", async () => {
  const release = await readProjectFile(".github/workflows/release.yml");
  const readme = await readProjectFile("README.md");
  for (const target of Object.keys(TARGETS)) {
    assertStringIncludes(release, `target: ${target},`);
    const extension = target.startsWith("windows") ? "zip" : "tar.gz";
    assertStringIncludes(readme, `\`hindsight-${target}.${extension}\``);
  }
  assertStringIncludes(release, "hindsight-web.zip");
  assertStringIncludes(readme, "`hindsight-web.zip`");
});

Deno.test("git gives text files LF line endings, and does not change binary files", async () => {
  const rules = (await readProjectFile(".gitattributes")).split(/\r?\n/);
  assert(rules.includes("* text=auto eol=lf"));
  for (const path of ["nnue/hindsight.net", "nnue/kernel/kernel.wasm"]) {
    const bytes = await Deno.readFile(new URL(path, ROOT));
    assert(bytes.includes(0), `${path} is text`);
    assert(rules.includes(`*${path.slice(path.lastIndexOf("."))} binary`), path);
  }
});
