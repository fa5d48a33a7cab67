/**
 * Headers of executables: made by hand, and those of the programs that run here.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";
import { systemOf, systemOfFile } from "../../../tools/build/executable_header.ts";
import { withFolder } from "../../folder.ts";

/** A file of 4096 bytes; each part is written at its place. */
function fileOf(...parts: [at: number, bytes: number[]][]): Uint8Array {
  const bytes = new Uint8Array(4096);
  for (const [at, part] of parts) bytes.set(part, at);
  return bytes;
}

/** An ELF file; by default a program of 64 bits, little-endian. */
function elf(machine: number, { type = 3, width = 2, order = 1 } = {}): Uint8Array {
  return fileOf([0, [0x7f, 0x45, 0x4c, 0x46, width, order, 1]], [16, [type, 0, machine, 0]]);
}

/** A Mach-O file; by default a program. */
function machO(cpu: number, type = 2): Uint8Array {
  return fileOf([0, [0xcf, 0xfa, 0xed, 0xfe, cpu, 0, 0, 1]], [12, [type, 0, 0, 0]]);
}

/** A PE file with its new header at a place. */
function pe(machine: number[], at = 0x80): Uint8Array {
  return fileOf([0, [0x4d, 0x5a]], [0x3c, [at & 255, at >> 8 & 255, at >> 16, 0]], [Math.min(at, 4090), [
    0x50,
    0x45,
    0,
    0,
    ...machine,
  ]]);
}

Deno.test("the header of an executable gives its system", () => {
  assertEquals(systemOf(elf(0x3e)), "linux-x64");
  assertEquals(systemOf(elf(0x3e, { type: 2 })), "linux-x64");
  assertEquals(systemOf(elf(0xb7)), "linux-arm64");
  assertEquals(systemOf(machO(7)), "macos-x64");
  assertEquals(systemOf(machO(12)), "macos-arm64");
  assertEquals(systemOf(pe([0x64, 0x86])), "windows-x64");
  assertEquals(systemOf(pe([0x64, 0x86], 4090)), "windows-x64");
});

Deno.test("files for another processor, of another kind, or cut off, are for no known system", () => {
  const others: Uint8Array[] = [
    elf(0x03),
    elf(0x3e, { width: 1 }),
    elf(0x3e, { order: 2 }),
    // An object file, and a core dump.
    elf(0x3e, { type: 1 }),
    elf(0x3e, { type: 4 }),
    machO(18),
    // A library.
    machO(7, 6),
    // A file for several processors.
    fileOf([0, [0xca, 0xfe, 0xba, 0xbe]]),
    pe([0x4c, 0x01]),
    pe([0x64, 0xaa]),
    // The place of the new header is outside of what is read.
    pe([0x64, 0x86], 4091),
    pe([0x64, 0x86], 0x900000),
    fileOf([0, [0x4d, 0x5a]]),
    new Uint8Array(),
    new TextEncoder().encode("#!/bin/sh\nexit 0\n"),
    elf(0x3e).subarray(0, 18),
    machO(7).subarray(0, 12),
    pe([0x64, 0x86]).subarray(0, 0x84),
  ];
  for (const [i, bytes] of others.entries()) assertEquals(systemOf(bytes), null, `file ${i}`);
});

Deno.test({
  name: "the program that runs this test is for this system",
  ignore: `${Deno.build.os} ${Deno.build.arch}` === "windows aarch64",
  fn: () => {
    const system = { linux: "linux", darwin: "macos", windows: "windows" }[Deno.build.os as string];
    const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
    assertEquals(systemOfFile(Deno.execPath()), `${system}-${arch}`);
  },
});

/** Runs `deno task compile` for a target with a compiler in a folder, and with its runtime for macOS on x64. */
async function compile(folder: string, target: string): Promise<{ code: number; text: string }> {
  await Deno.writeFile(`${folder}/denort`, machO(7));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "compile", `--target=${target}`, `--output=${folder}/engine`],
    cwd: projectPath(),
    env: { DENORT_BIN: `${folder}/denort`, DENO_FOR_COMPILE: `${folder}/compiler`, NO_COLOR: "1" },
  }).output();
  return { code, text: new TextDecoder().decode(stderr) };
}

Deno.test("an executable is not compiled with the runtime of another system", async () => {
  await withFolder(async (folder) => {
    const refused = await compile(folder, "macos-arm64");
    assertStringIncludes(
      refused.text,
      "Expected DENORT_BIN to hold a runtime for macos-arm64, but it is for macos-x64",
    );
    assertEquals(refused.code, 1);
  });
});

Deno.test({
  name: "an executable of another system than the one asked for is refused, and the file before is kept",
  // The compiler of this test is a shell script.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/engine`, "the one before");
      const write = async (bytes: Uint8Array) => {
        await Deno.writeFile(`${folder}/made`, bytes);
        const script =
          `#!/bin/sh\nfor word; do case $word in --output=*) cp "${folder}/made" "\${word#*=}";; esac; done\n`;
        await Deno.writeTextFile(`${folder}/compiler`, script, { mode: 0o755 });
        return await compile(folder, "macos-x64");
      };
      for (const [made, name] of [[elf(0x3e), "linux-x64"], [new Uint8Array(9), "no known system"]] as const) {
        const refused = await write(made);
        assertStringIncludes(refused.text, `Expected an executable for macos-x64, but got one for ${name}`);
        assertEquals(refused.code, 1);
        assertEquals(await Deno.readTextFile(`${folder}/engine`), "the one before");
      }
      const { code, text } = await write(machO(7));
      assertEquals([code, text], [0, ""]);
      assertEquals(systemOfFile(`${folder}/engine`), "macos-x64");
      const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
      assertEquals(names.sort(), ["compiler", "denort", "engine", "made"]);
    });
  },
});
