/** Gets the licence texts of Rust libraries from their archives (`.crate`: tar, compressed with gzip). @module */

export type ReadAddress = (address: string) => Promise<Uint8Array<ArrayBuffer>>;

const REGISTRY = "https://static.crates.io/crates";
/** Matches a licence file in the top folder of an archive. */
const LICENCE = /^[^/]+\/(?:licen[cs]e|copying|copyright|notice|unlicense)[^/]*$/i;
const MANIFEST = /^[^/]+\/Cargo\.toml$/;
/** Headers and contents begin at multiples of `block` bytes. */
const TAR = { name: [0, 100], size: [124, 136], kind: [156, 157], block: 512 } as const;
const AT_ONCE = 8;

/** Rejects with an Error if the download fails. */
export async function readOnline(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Expected '${address}', but got ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Gets the licence texts of libraries, each given as "name version". Each text comes with the names of its libraries.
 */
export async function crateLicences(
  libraries: readonly string[],
  read: ReadAddress,
): Promise<[names: string, text: string][]> {
  const owners = new Map<string, string[]>();
  for (let from = 0; from < libraries.length; from += AT_ONCE) {
    const some = libraries.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map((library) => textsOf(library, read)));
    found.forEach((texts, i) => {
      for (const text of texts) owners.set(text, [...owners.get(text) ?? [], some[i]]);
    });
  }
  const licences = Array.from(owners, ([text, names]): [string, string] => [names.join(", "), text]);
  return licences.sort(([a], [b]) => a < b ? -1 : 1);
}

/** Rejects if neither a file nor the manifest names a licence. */
async function textsOf(library: string, read: ReadAddress): Promise<string[]> {
  const [name, version] = library.split(" ");
  const archive = new Blob([await read(`${REGISTRY}/${name}/${name}-${version}.crate`)]);
  const unpacked = archive.stream().pipeThrough(new DecompressionStream("gzip"));
  const files = filesIn(new Uint8Array(await new Response(unpacked).arrayBuffer()));
  const texts = files.filter(([path]) => LICENCE.test(path)).map(([, text]) => text.trim());
  if (texts.length > 0) return texts;
  const manifest = files.find(([path]) => MANIFEST.test(path))?.[1] ?? "";
  const stated = manifest.match(/^(?:license|authors|repository) = (?:\[[^\]]*\]|.*)$/gm) ?? [];
  if (!stated.some((line) => line.startsWith("license"))) throw new Error(`Expected a licence of '${library}'`);
  return [stated.join("\n")];
}

function filesIn(tar: Uint8Array): [path: string, text: string][] {
  const files: [string, string][] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + TAR.block <= tar.length;) {
    const field = ([from, to]: readonly [number, number]): string =>
      decoder.decode(tar.subarray(at + from, at + to)).replace(/\0.*$/s, "").trim();
    const [name, size, kind] = [field(TAR.name), Number.parseInt(field(TAR.size), 8) || 0, field(TAR.kind)];
    at += TAR.block;
    if (name !== "" && (kind === "0" || kind === "")) files.push([name, decoder.decode(tar.subarray(at, at + size))]);
    at += Math.ceil(size / TAR.block) * TAR.block;
  }
  return files;
}
