/**
 * Builds dist/web/ for a static server. It also contains hindsight.html, the same page in one file. The network is a
 * separate, compressed file, because servers compress only file types that they know.
 *
 * @module
 */

import { projectPath } from "../paths.ts";
import { addressOf, repositoryName } from "../repository.ts";
import { makeEmpty } from "../output.ts";
import { buildUci, UCI_FILE } from "./build_uci.ts";
import { NETWORK_TEXT, runBundler } from "./bundle.ts";
import { withConstantBindings } from "./constant_bindings.ts";
import { licencesOf } from "./licences.ts";

const FOLDER = projectPath("dist/web");
const [PAGE, WORKER, EARLY, SERVICE_WORKER] = [
  ...["web/page.ts", "engine/tunable_worker.ts", "web/early.ts", "web/service_worker.ts"],
];
const STYLES = ["base", "board", "panels", "games"];
const COPIES = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"];
/** The picture that other sites show next to a link to the page. */
const SHARED_PICTURE = "share.png";
/** The part of the script that makes animated GIFs. It is loaded on demand. No other part contains these letters. */
const [RARE_PART, RARE_LETTERS] = ["gif.js", "NETSCAPE2.0"];
const LARGE_FILE = "./network.bin";

async function bundle(source: string, networks: number): Promise<string> {
  const code = await runBundler(["--platform=browser", "--minify", source]);
  const found = code.match(NETWORK_TEXT)?.length ?? 0;
  if (found !== networks) throw new Error(`Expected ${networks} networks in '${source}', but found ${found}`);
  return withConstantBindings(code.replace(NETWORK_TEXT, '""'));
}

/** Returns the script's files by name (`page.js`, `part-1.js` and so on), and the names of those needed at once. */
async function bundlePage(folder: string): Promise<{ files: ReadonlyMap<string, string>; needed: string[] }> {
  await runBundler(["--platform=browser", "--minify", "--code-splitting", `--outdir=${folder}`, PAGE]);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  const isRare = (name: string): boolean => Deno.readTextFileSync(`${folder}/${name}`).includes(RARE_LETTERS);
  const parts = names.filter((name) => name !== "page.js")
    .map((name, i) => [name, isRare(name) ? RARE_PART : `part-${i + 1}.js`] as const);
  const files = new Map<string, string>();
  for (const name of names) {
    let text = (await Deno.readTextFile(`${folder}/${name}`)).replace(NETWORK_TEXT, '""');
    for (const [part, short] of parts) text = text.replaceAll(part, short);
    files.set(new Map(parts).get(name) ?? name, text);
  }
  await Deno.remove(folder, { recursive: true });
  const imported = (name: string, form: RegExp): string[] =>
    Array.from((files.get(name) ?? "").matchAll(form), ([, part]) => part);
  const needed = new Set(imported("page.js", /\bimport\("\.\/(part-\d+\.js)"\)/g));
  // The loop also visits the names that it adds.
  for (const name of needed.add("page.js")) {
    for (const part of imported(name, /\b(?:from|import)"\.\/(part-\d+\.js)"/g)) needed.add(part);
  }
  needed.delete("page.js");
  return { files, needed: [...needed] };
}

async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function hashOf(content: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Escapes code so that nothing in it ends the script element. */
function inline(code: string): string {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  let text = template;
  for (const [name, value] of Object.entries(values)) {
    const place = `{{ ${name} }}`;
    if (!text.includes(place)) throw new Error(`Expected ${place} in the template`);
    // Use a function, because `$` has a special meaning in a replacement string.
    text = text.replaceAll(place, () => value);
  }
  return text;
}

function policy(scripts: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    "worker-src 'self' blob:",
    "connect-src 'self' blob:",
    "img-src 'self' data: blob:",
    "style-src 'unsafe-inline'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The first digits of the SHA-256 of all files that browsers store. */
export async function versionOf(files: readonly Uint8Array[]): Promise<string> {
  const hashes = await Promise.all(files.map(hashOf));
  return (await hashOf(hashes.map((hash) => hash.toHex()).join("\n"))).toHex().slice(0, 12);
}

export function addressesOf(repository: string): { readonly site: string; readonly source: string } {
  const [owner, name] = repository.split("/");
  if (name === undefined) return { site: "", source: "" };
  const source = `<link rel="code-repository" href="${addressOf(repository)}">\n`;
  return { site: `https://${owner.toLowerCase()}.github.io/${name}/`, source };
}

/** `repository` is `owner/name`, or "" if it is unknown. */
export async function buildWeb(folder: string = FOLDER, repository: string = repositoryName()): Promise<void> {
  await makeEmpty(folder);
  const read = (name: string): Promise<string> => Deno.readTextFile(projectPath(`web/${name}`));
  const write = (name: string, text: string): Promise<void> => Deno.writeTextFile(`${folder}/${name}`, text);
  const { site, source } = addressesOf(repository);
  const { files, needed } = await bundlePage(`${folder}/parts`);
  const page = await bundle(PAGE, 0);
  const worker = await bundle(WORKER, 1);
  // A function keeps this script's names from clashing with those in other scripts.
  const early = inline(`(() => {${await bundle(EARLY, 0)}})();`);
  const earlyHash = `'sha256-${(await hashOf(early)).toBase64()}'`;
  const network = await compress(await Deno.readFile(projectPath("nnue/hindsight.net")));
  const template = await read("index.html");
  const style = (await Promise.all(STYLES.map((name) => read(`style/${name}.css`)))).join("");
  const icons = await read("style/icons.svg");
  const licence = await licencesOf([PAGE, WORKER, EARLY, SERVICE_WORKER]);

  const shared = { style, icons, early, site };
  const index = fill(template, {
    ...shared,
    policy: policy(`'self' ${earlyHash}`),
    links: source +
      '<link rel="manifest" href="manifest.webmanifest">\n<link rel="icon" href="icon.svg" type="image/svg+xml">\n' +
      '<link rel="apple-touch-icon" href="icon-192.png">\n' +
      ["page.js", ...needed].map((name) => `<link rel="modulepreload" href="${name}">`).join("\n"),
    scripts: '<script type="module" src="page.js"></script>',
  });
  await write("index.html", index);
  for (const [name, text] of files) await write(name, text);
  await write("worker.js", worker);
  await Deno.writeFile(`${folder}/network.bin`, network);
  for (const name of [...COPIES, SHARED_PICTURE]) await Deno.copyFile(projectPath(`web/${name}`), `${folder}/${name}`);
  await write("LICENSES.txt", licence);
  await buildUci(`${folder}/${UCI_FILE}`);
  // "./" is the page itself.
  const keptFiles = ["./", ...[...files.keys(), "worker.js", ...COPIES].map((name) => `./${name}`)]
    .filter((name) => name !== `./${RARE_PART}`);
  const kept = [...keptFiles, LARGE_FILE].map((path) =>
    Deno.readFile(`${folder}/${path === "./" ? "index.html" : path}`)
  );
  const version = await versionOf(await Promise.all(kept));
  const named = { version, files: keptFiles.join('","'), large: LARGE_FILE };
  await write("service_worker.js", fill(await bundle(SERVICE_WORKER, 0), named));

  const icon = new TextEncoder().encode(await read("icon.svg")).toBase64();
  const script = inline(page);
  await write(
    "hindsight.html",
    fill(template, {
      ...shared,
      policy: policy(`'sha256-${(await hashOf(script)).toBase64()}' ${earlyHash} blob:`),
      links: `${source}<link rel="icon" href="data:image/svg+xml;base64,${icon}">\n<!--\n${licence}-->`,
      scripts: `<script type="text/plain" id="engine-worker">${inline(worker)}</script>\n` +
        `<script type="text/plain" id="engine-network">${network.toBase64()}</script>\n` +
        `<script type="module">${script}</script>`,
    }),
  );
}

if (import.meta.main) await buildWeb();
