/**
 * For which system an executable is, read from its first bytes.
 *
 * `deno compile` puts the program into a runtime that it downloads or is given. This check makes sure that the result is
 * of the kind that was asked for. Linux has ELF files, macOS has Mach-O and Windows has PE; each names its processor
 * at a fixed place. Sources: the ELF specification of the System V ABI, Apple's `mach-o/loader.h` and the PE format
 * of Microsoft.
 *
 * @module
 */

/** Bytes at the start of a file that hold all that is read here. */
const HEADER_BYTES = 4096;

/** ELF: the magic number, then 64 bits, little-endian. */
const ELF_START: readonly number[] = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
/** ELF: place of the type of the file, and the types of programs: with a fixed address and without. */
const ELF_TYPE_AT = 16;
const ELF_PROGRAMS: readonly number[] = [2, 3];
/** ELF: place of the processor. */
const ELF_MACHINE_AT = 18;
const ELF_SYSTEMS: ReadonlyMap<number, string> = new Map([[0x3e, "linux-x64"], [0xb7, "linux-arm64"]]);

/** Mach-O: the magic number of 64 bits, little-endian. */
const MACH_START: readonly number[] = [0xcf, 0xfa, 0xed, 0xfe];
/** Mach-O: places of the processor and of the type of the file. */
const MACH_CPU_AT = 4;
const MACH_TYPE_AT = 12;
const MACH_PROGRAM = 2;
const MACH_SYSTEMS: ReadonlyMap<number, string> = new Map([[0x01000007, "macos-x64"], [0x0100000c, "macos-arm64"]]);

/** PE: the start of the old header, the place in it that says where the new one is, and the start of that. */
const DOS_START: readonly number[] = [0x4d, 0x5a];
const PE_OFFSET_AT = 0x3c;
const PE_START: readonly number[] = [0x50, 0x45, 0, 0];
const PE_SYSTEMS: ReadonlyMap<number, string> = new Map([[0x8664, "windows-x64"]]);

/**
 * The system that an executable is for, as `deno task compile --target` names it.
 *
 * @param bytes The first 4096 bytes of the file, or all of a shorter one.
 * @returns `null` if it is for none of the five, or no executable.
 */
export function systemOf(bytes: Uint8Array): string | null {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(bytes.subarray(0, HEADER_BYTES));
  const view = new DataView(header.buffer);
  if (startsWith(header, 0, ELF_START)) {
    if (!ELF_PROGRAMS.includes(view.getUint16(ELF_TYPE_AT, true))) return null;
    return ELF_SYSTEMS.get(view.getUint16(ELF_MACHINE_AT, true)) ?? null;
  }
  if (startsWith(header, 0, MACH_START)) {
    if (view.getUint32(MACH_TYPE_AT, true) !== MACH_PROGRAM) return null;
    return MACH_SYSTEMS.get(view.getUint32(MACH_CPU_AT, true)) ?? null;
  }
  if (startsWith(header, 0, DOS_START)) {
    const at = view.getUint32(PE_OFFSET_AT, true);
    const machineAt = at + PE_START.length;
    if (machineAt + 2 > HEADER_BYTES || !startsWith(header, at, PE_START)) return null;
    return PE_SYSTEMS.get(view.getUint16(machineAt, true)) ?? null;
  }
  return null;
}

/** The system that the executable in a file is for, as `systemOf`. Throws the system's error if it cannot be read. */
export function systemOfFile(path: string): string | null {
  using file = Deno.openSync(path);
  const header = new Uint8Array(HEADER_BYTES);
  let length = 0;
  for (let count: number | null; (count = file.readSync(header.subarray(length))) !== null && count > 0;) {
    length += count;
  }
  return systemOf(header.subarray(0, length));
}

function startsWith(bytes: Uint8Array, at: number, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[at + i] === byte);
}
