import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import { Random } from "../../../core/random.ts";
import { streamGames } from "../../../shell/analyse/game_files.ts";
import { unpacked } from "../../../shell/analyse/unpack.ts";
import { testInFolder } from "../../folder.ts";

const GAME = '[White "Anna"]\n\n1. e4 e5 *\n\n';
const ZSTD = {
  plain: {},
  "with a checksum": { params: { [constants.ZSTD_c_checksumFlag]: 1 } },
  "without its size": { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } },
};
/** A frame of Zstandard that must be skipped. */
const PASSED = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);

/** Called if there is no game in a file, which no test expects. */
const complain = (message: string): never => {
  throw new Error(message);
};

/** The bytes in pieces of the sizes that `size` returns. */
async function* inPieces(bytes: Uint8Array, size: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.slice(at, at + size());
    at += piece.length;
    yield piece;
  }
}

async function unpack(bytes: Uint8Array, size: () => number = () => 65536): Promise<Uint8Array> {
  return concat(await Array.fromAsync(unpacked(inPieces(bytes, size))));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

Deno.test("`unpacked()` restores text that was packed in any way, in one part or several, and that arrives in pieces of any size", async () => {
  const random = new Random(7n);
  const pick = (count: number): number => random.below(count);
  // Text that repeats, text that does not, and a run of one letter.
  const text = (): Uint8Array => {
    const kind = pick(3);
    const length = [0, 1, 700, 5000, 300_000][pick(5)];
    return Uint8Array.from({ length }, (_, i) => kind === 0 ? 97 + i % 26 : kind === 1 ? 32 + pick(90) : 97);
  };
  const ways: ((part: Uint8Array) => Uint8Array)[] = [
    (part) => gzipSync(part),
    ...Object.values(ZSTD).map((options) => (part: Uint8Array) => zstdCompressSync(part, options)),
    (part) => concat([PASSED, zstdCompressSync(part), PASSED]),
  ];
  for (let round = 0; round < 60; round++) {
    const parts = Array.from({ length: 1 + pick(3) }, text);
    const way = ways[round % ways.length];
    const sizes = [[1, 9], [1, 700], [65536, 65536]][pick(3)];
    const packed = concat(parts.map(way));
    // Reading a long file in pieces of a few bytes would take too long.
    const [least, most] = packed.length > 20_000 ? [1000, 65536] : sizes;
    const whole = await unpack(packed, () => least + pick(most - least + 1));
    assertEquals(whole, concat(parts), `round ${round}`);
  }
});

Deno.test("`unpacked()` refuses a file that is cut off, damaged, or followed by other data", async () => {
  const text = new TextEncoder().encode(GAME.repeat(1000));
  const packed = Object.entries(ZSTD).map(([name, options]) => [zstdCompressSync(text, options), name] as const);
  for (const [bytes, name] of [[gzipSync(text), "gzip"] as const, ...packed]) {
    for (const length of [5, 9, bytes.length >> 1, bytes.length - 1]) {
      await assertRejects(() => unpack(bytes.slice(0, length)), Error, undefined, `${name} ${length}`);
    }
    const rest = new TextEncoder().encode("1. e4");
    await assertRejects(() => unpack(concat([bytes, rest])), Error, undefined, name);
  }
});

const REFUSED: readonly (readonly [name: string, start: string, reason: string])[] = [
  ["a.zip", "PK\x03\x04\x14\x00", "it is a ZIP archive"],
  ["a.7z", "7z\xbc\xaf\x27\x1c\x00\x04", "it is a 7z archive"],
  ["a.bz2", "BZh91AY&SY", "it is compressed with bzip2"],
  ["a.xz", "\xfd7zXZ\x00\x00", "it is compressed with xz"],
  ["a.rar", "Rar!\x1a\x07\x01\x00", "it is a RAR archive"],
  ["a.pdf", "%PDF-1.7\n", "it is a PDF document"],
  ["a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "it has bytes that text cannot contain"],
  ["a.cbh", "\x00\x00\x2c\x00\x2e\x01", "it has bytes that text cannot contain"],
];

testInFolder("a file of games may be packed, and the error about another file says what kind it is", async (folder) => {
  const write = async (name: string, bytes: Uint8Array): Promise<string> => {
    await Deno.writeFile(`${folder}/${name}`, bytes);
    return `${folder}/${name}`;
  };
  const text = new TextEncoder().encode(GAME);
  const wide = Uint8Array.from([...GAME].flatMap((letter) => [letter.charCodeAt(0), 0]));
  const plain = [await write("a.pgn", text), await write("wide.pgn", wide)];
  const packed = [await write("a.gz", gzipSync(text)), await write("wide.gz", gzipSync(wide))];
  // The last one is packed twice, under a name that does not say so.
  const others = [["a.zst", zstdCompressSync(text)], ["packed.pgn", zstdCompressSync(gzipSync(text))]] as const;
  const files = [...plain, ...packed, ...await Promise.all(others.map(([name, bytes]) => write(name, bytes)))];
  const games = await Array.fromAsync(streamGames(files, complain));
  assertEquals(games.map(({ game }) => game.root.line.map(({ san }) => san).join(" ")), files.map(() => "e4 e5"));
  for (const [name, start, reason] of REFUSED) {
    const path = await write(name, Uint8Array.from([...start], (letter) => letter.charCodeAt(0)));
    const error = await assertRejects(() => Array.fromAsync(streamGames([path], complain)), Error);
    for (const part of [`Cannot read '${path}'`, reason]) assertStringIncludes(error.message, part, name);
  }
});

testInFolder("`streamGames()` reads only the wanted part of a packed file", async (folder) => {
  const random = new Random(7n);
  const name = (): string => `${random.next()} ${random.next()}`;
  const text = Array.from({ length: 20_000 }, () => GAME.replace("Anna", name())).join("");
  const packed = zstdCompressSync(new TextEncoder().encode(text));
  // The file is cut off after the wanted games.
  await Deno.writeFile(`${folder}/long.zst`, packed.slice(0, packed.length >> 1));
  assertEquals((await Array.fromAsync(streamGames([`${folder}/long.zst`], complain, 2))).length, 2);
  await assertRejects(() => Array.fromAsync(streamGames([`${folder}/long.zst`], complain)), Error, "it ends early");
});
