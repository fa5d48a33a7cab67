/**
 * What the texts and the configuration say, against what the engine does.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describeOptions } from "../uci/options.ts";
import { ENGINE_VERSION } from "../engine/version.ts";
import { TARGETS } from "../tools/build/compile.ts";

const ROOT = new URL("../", import.meta.url);

function readProjectFile(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

/** The cells of the rows of every Markdown table whose header begins with `header`. */
function tableRows(markdown: string, header: string): string[][] {
  const lines = markdown.split("\n");
  const start = lines.findIndex((line) => line.replaceAll(/\s/g, "").startsWith(`|${header}|`));
  assert(start >= 0, `Expected a table that begins with the column "${header}"`);
  const rows: string[][] = [];
  for (let i = start + 2; i < lines.length && lines[i].startsWith("|"); i++) {
    rows.push(lines[i].split("|").slice(1, -1).map((cell) => cell.trim()));
  }
  return rows;
}

Deno.test("the version in `deno.json` is the one that the engine reports", async () => {
  assertEquals(JSON.parse(await readProjectFile("deno.json")).version, ENGINE_VERSION);
});

Deno.test("README lists every option with the default and range that `uci` declares", async () => {
  const listed = tableRows(await readProjectFile("README.md"), "option").map(([name, fallback, range]) => {
    const [min, max] = range.split(" to ");
    const head = `option name ${name.replaceAll("`", "")}`;
    if (fallback === "button") return `${head} type button`;
    if (fallback === "`<empty>`") return `${head} type string default <empty>`;
    if (max === undefined) return `${head} type check default ${fallback}`;
    return `${head} type spin default ${fallback} min ${min} max ${max}`;
  });
  assertEquals(listed, describeOptions());
});

Deno.test("CONTRIBUTING and the lab's README list every task, and the root has at most twenty", async () => {
  for (const [config, text] of [["deno.json", "CONTRIBUTING.md"], ["lab/deno.json", "lab/README.md"]]) {
    const tasks = Object.keys(JSON.parse(await readProjectFile(config)).tasks);
    const listed = tableRows(await readProjectFile(text), "task").map(([name]) => name.replaceAll("`", ""));
    assertEquals(listed.sort(), tasks.sort(), text);
    assert(tasks.length <= 20, `${config} has ${tasks.length} tasks`);
  }
});

Deno.test("every link of the texts to a file of the project leads somewhere", async () => {
  const docs = ["docs", "lab/docs"].flatMap((folder) =>
    Array.from(Deno.readDirSync(new URL(folder, ROOT)), ({ name }) => `${folder}/${name}`)
  );
  const texts = ["README.md", "CONTRIBUTING.md", "lab/README.md", ...docs.filter((path) => path.endsWith(".md"))];
  for (const path of texts) {
    const text = await readProjectFile(path);
    for (const [, target] of text.matchAll(/\]\(([^)\s#]+)/g)) {
      // Releases are a page of the host, not a file.
      if (/^https?:/.test(target) || target === "../../releases") continue;
      const url = new URL(target, new URL(path, ROOT));
      assert((await Deno.stat(url)).isFile, `${path} links to ${target}`);
    }
  }
});

Deno.test("the texts, the CI script and the workflows name one version of Deno", async () => {
  const version = "2.9.6";
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    ".ci/run",
    ".github/workflows/ci.yml",
    ".github/workflows/pages.yml",
    ".github/workflows/release.yml",
  ];
  for (const path of paths) {
    const text = await readProjectFile(path);
    const named = Array.from(
      text.matchAll(/(?<!setup-)deno@(\d[\d.]*\d)|deno-version: (\S+)/g),
      (match) => match[1] ?? match[2],
    );
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

Deno.test("git keeps the line ends of text, and leaves every file alone that is no text", async () => {
  const rules = (await readProjectFile(".gitattributes")).split(/\r?\n/);
  assert(rules.includes("* text=auto eol=lf"));
  for (const path of ["nnue/hindsight.net", "nnue/kernel/kernel.wasm"]) {
    const bytes = await Deno.readFile(new URL(path, ROOT));
    assert(bytes.includes(0), `${path} is text`);
    assert(rules.includes(`*${path.slice(path.lastIndexOf("."))} binary`), path);
  }
});
