/**
 * What the texts and the configuration say, against what the engine does.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describeOptions } from "../uci/options.ts";
import { ENGINE_VERSION } from "../engine/version.ts";

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

/** The workflows by name. */
async function readWorkflows(): Promise<Map<string, string>> {
  const workflows = new Map<string, string>();
  for (const { name } of Deno.readDirSync(new URL(".github/workflows", ROOT))) {
    workflows.set(name, (await readProjectFile(`.github/workflows/${name}`)).replaceAll("\r\n", "\n"));
  }
  assert(workflows.size >= 3, `Expected the workflows, but got ${Array.from(workflows.keys())}`);
  return workflows;
}

Deno.test("every action of the workflows is pinned to a commit, one for each action, with its version beside it", async () => {
  const pins = new Map<string, string>();
  for (const [name, text] of await readWorkflows()) {
    for (const [, used] of text.matchAll(/\buses: *(.*)$/gm)) {
      const found = /^([\w-]+\/[\w-]+)(?:\/[\w/-]+)?@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(used);
      assert(found !== null, `${name} uses ${used}`);
      const [, action, pin] = found;
      assertEquals(pins.get(action) ?? pin, pin, `${name} uses ${used}`);
      pins.set(action, pin);
    }
  }
  assert(pins.size >= 5);
});

Deno.test("no workflow keeps credentials in its checkout, and each begins with the permission to read alone", async () => {
  for (const [name, text] of await readWorkflows()) {
    const checkouts = text.match(/uses: actions\/checkout@.*\n/g)?.length ?? 0;
    const careful = text.match(/uses: actions\/checkout@.*\n +with:\n +persist-credentials: false\n/g)?.length ?? 0;
    assertEquals(careful, checkouts, name);
    assertStringIncludes(text, "\npermissions:\n  contents: read\n\n", name);
    // GitHub writes the value of an expression into the script before it runs: values come through the environment.
    for (const [, script] of text.matchAll(/\brun: *(\|\n(?: {8,}.*\n|\n)*|.*\n)/g)) {
      assertEquals(script.includes("${{"), false, `${name}: ${script}`);
    }
  }
});

Deno.test("the CI runs each check that docs/dependability.md lists as one of every push", async () => {
  const jobs = jobsOf((await readWorkflows()).get("ci.yml") ?? "");
  const commands: [job: string, command: string][] = [
    ["test", "deno task check\n"],
    ["test", "deno task test\n"],
    ["test", "deno task --quiet signature --check"],
    ["executable", "deno task compile\n"],
    ["executable", 'trial --engine="../dist/$FILE" --nodes=2000 --games=2 --bench\n'],
    ["games", "deno task compile\n"],
    ["games", "deno task --cwd lab reprosearch --engine=../dist/hindsight\n"],
    ["games", "deno task --cwd lab mates --engine=../dist/hindsight "],
    ["games", "deno task --cwd lab trial --engine=../dist/hindsight "],
    ["checked", "deno task --cwd lab try:checked\n"],
    ["clean-machine", ".ci/run\n"],
  ];
  for (const [job, command] of commands) assertStringIncludes(jobs.get(job) ?? "", command, job);
  for (const [name, text] of await readWorkflows()) {
    // One system that fails or is missing stops no other.
    const matrices = text.match(/^ +matrix:$/gm)?.length ?? 0;
    assertEquals(text.match(/^ +strategy:\n +fail-fast: false\n +matrix:$/gm)?.length ?? 0, matrices, name);
  }
});

Deno.test("a release builds for every system of `deno task compile`, and README names each of its files", async () => {
  const release = await readProjectFile(".github/workflows/release.yml");
  const compiler = await readProjectFile("tools/build/compile.ts");
  const readme = await readProjectFile("README.md");
  const targets = Array.from(compiler.matchAll(/^ {2}"([\w-]+)": "[\w-]+",$/gm), ([, target]) => target);
  assertEquals(targets.length, 5);
  const built = Array.from(release.matchAll(/- \{ target: ([\w-]+),/g), ([, target]) => target);
  assertEquals(built.sort(), targets.sort());
  for (const target of targets) {
    const extension = target.startsWith("windows") ? "zip" : "tar.gz";
    assertStringIncludes(readme, `\`hindsight-${target}.${extension}\``);
    assertStringIncludes(release, target);
  }
});

/** The jobs of a workflow by name, each with its text. */
function jobsOf(workflow: string): Map<string, string> {
  return new Map(
    Array.from(workflow.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)+)/gm), ([, name, body]) => [name, body]),
  );
}

Deno.test("a release has the page as an archive that is built, tested and packed like the others", async () => {
  const jobs = jobsOf((await readWorkflows()).get("release.yml") ?? "");
  const page = jobs.get("page") ?? "";
  const steps = ["deno task test tests/web", "deno task build:web", "zip -qr hindsight-web.zip hindsight-web"];
  const places = steps.map((step) => page.indexOf(step));
  assert(places.every((place, i) => place > (places[i - 1] ?? 0)), `${places}`);
  assertStringIncludes(page, "name: archive-web\n          path: packed/hindsight-web.zip\n");
  const collect = jobs.get("collect") ?? "";
  assertStringIncludes(collect, "needs: [notes, build, page]\n");
  assertStringIncludes(collect, "pattern: archive-*\n");
  assertStringIncludes(collect, "windows-x64 web; do\n");
  assertStringIncludes(await readProjectFile("README.md"), "`hindsight-web.zip`");
  // What the workflow looks for in the archive is what the build writes.
  const build = await readProjectFile("tools/build/build_web.ts");
  const files = /for file in ([^;]+); do test -s/.exec(page)?.[1].split(" ") ?? [];
  assert(files.length > 4);
  for (const file of files) assertStringIncludes(build, file);
});

Deno.test("the page is published from main alone, after its tests, by a job that may do nothing else", async () => {
  const workflow = (await readWorkflows()).get("pages.yml") ?? "";
  assertEquals(
    /^on:\n(?: {2}.*\n)+/m.exec(workflow)?.[0],
    "on:\n  push:\n    branches: [main]\n  workflow_dispatch:\n",
  );
  const jobs = jobsOf(workflow);
  const [build, publish] = ["build", "publish"].map((name) => jobs.get(name) ?? "");
  assertStringIncludes(build, "if: ${{ github.ref == 'refs/heads/main' }}\n");
  assert(build.indexOf("deno task test tests/web") < build.indexOf("deno task build:web"));
  assert(build.includes("path: dist/web\n"));
  assertEquals(build.includes("permissions:"), false);
  assertStringIncludes(publish, "needs: build\n");
  const granted = Array.from(
    publish.matchAll(/^ {6}([\w-]+): (write|read)$/gm),
    ([, name, access]) => `${name} ${access}`,
  );
  assertEquals(granted, ["pages write", "id-token write"]);
  assertEquals(publish.match(/uses: /g)?.length, 1);
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
