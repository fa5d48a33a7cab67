/**
 * The bytes of tablebase files, and a cache of pages.
 *
 * A table with seven men may be larger than the machine's memory, and the runtime cannot map files. So probes read
 * pages of 4 KiB, which are kept in a 4-way set-associative cache: each page has four possible places, and a new page
 * replaces the least recently used of the four. The operating system also caches files. This folder does not open
 * files: the owner of the prober does.
 *
 * @module
 */

/** Size of a page in bytes. */
export const PAGE_BYTES = 4096;
const CACHE_PAGES = 2048;
/** The number of possible places for a page. */
const WAYS = 4;
/** Maximum number of blocks that are remembered as undamaged. */
const SOUND_PLACES = 8192;
/** More than any offset in a file: a terabyte. */
const OFFSETS: number = 2 ** 40;

/** An open file. */
export type ByteSource = {
  readonly size: number;
  /** Fills `into` with the bytes from `offset` on, or throws an Error. */
  read(offset: number, into: Uint8Array): void;
  close(): void;
};

/** Opens a file for reading, or throws an Error. */
export type SourceOpener = (path: string) => ByteSource;

/** A file that may be closed between reads. */
export type PagedFile = {
  /** Its number in the cache, from 1. */
  readonly id: number;
  readonly size: number;
  /** The file, which is opened if necessary. */
  source(): ByteSource;
};

/** A cache of file pages. */
export class PageCache {
  /** The pages. The memory is allocated when the first page is read. */
  private bytes: Uint8Array | null = null;
  /** The number of the file in each place; 0 if the place is empty. */
  private readonly owners: Int32Array;
  private readonly numbers: Float64Array;
  private readonly stamps: Float64Array;
  /** The undamaged block in each place, as `id * OFFSETS + offset`. */
  private readonly sound: Float64Array = new Float64Array(SOUND_PLACES);
  /** Pages read so far. */
  pageReads = 0;
  private readonly sets: number;
  private clock = 0;
  private latest = 0;

  /** Creates a cache for this many pages, a multiple of four. */
  constructor(pages: number = CACHE_PAGES) {
    this.owners = new Int32Array(pages);
    this.numbers = new Float64Array(pages);
    this.stamps = new Float64Array(pages);
    this.sets = pages / WAYS;
  }

  /** The memory that the pages take, in bytes. */
  get byteLength(): number {
    return this.bytes?.length ?? 0;
  }

  /** The byte at `offset`. Throws a RangeError if the file ends before it, or an Error if it cannot be read. */
  byte(file: PagedFile, offset: number): number {
    const number = Math.floor(offset / PAGE_BYTES);
    let place = this.latest;
    if (this.bytes === null || this.owners[place] !== file.id || this.numbers[place] !== number) {
      place = this.find(file, number);
      this.latest = place;
    }
    // A file's last page may be shorter, and the rest of its place may then contain bytes of another file.
    if (offset >= file.size) throw endsBefore(file, offset);
    return this.bytes![place * PAGE_BYTES + offset - number * PAGE_BYTES];
  }

  /** A little-endian number of 16 bits. Throws the errors of `byte`. */
  uint16(file: PagedFile, offset: number): number {
    return this.byte(file, offset) | this.byte(file, offset + 1) << 8;
  }

  /** An unsigned little-endian number of 32 bits. Throws the errors of `byte`. */
  uint32(file: PagedFile, offset: number): number {
    return (this.uint16(file, offset) | this.uint16(file, offset + 2) << 16) >>> 0;
  }

  /** Whether a block is remembered as undamaged. */
  isKnownSound(file: PagedFile, offset: number): boolean {
    return this.sound[soundPlace(file, offset)] === file.id * OFFSETS + offset;
  }

  /** Remembers an undamaged block. */
  markSound(file: PagedFile, offset: number): void {
    this.sound[soundPlace(file, offset)] = file.id * OFFSETS + offset;
  }

  /** Finds a page's place, and reads the page if necessary. */
  private find(file: PagedFile, number: number): number {
    const first = (Math.imul(number ^ Math.imul(file.id, 0x9e3779b1), 0x85ebca6b) >>> 8) % this.sets * WAYS;
    let oldest = first;
    for (let place = first; place < first + WAYS; place++) {
      if (this.owners[place] === file.id && this.numbers[place] === number) {
        this.stamps[place] = ++this.clock;
        return place;
      }
      if (this.stamps[place] < this.stamps[oldest]) oldest = place;
    }
    const offset = number * PAGE_BYTES;
    if (!(offset >= 0 && offset < file.size)) throw endsBefore(file, offset);
    this.bytes ??= new Uint8Array(this.owners.length * PAGE_BYTES);
    const start = oldest * PAGE_BYTES;
    const length = Math.min(PAGE_BYTES, file.size - offset);
    // If reading fails, the place must no longer count as holding the old page.
    this.owners[oldest] = 0;
    file.source().read(offset, this.bytes.subarray(start, start + length));
    this.pageReads++;
    this.owners[oldest] = file.id;
    this.numbers[oldest] = number;
    this.stamps[oldest] = ++this.clock;
    return oldest;
  }
}

function soundPlace(file: PagedFile, offset: number): number {
  const hash = Math.imul(Math.floor(offset / 32) ^ Math.imul(file.id, 0x9e3779b1), 0x85ebca6b);
  return hash >>> 16 & (SOUND_PLACES - 1);
}

function endsBefore(file: PagedFile, offset: number): RangeError {
  return new RangeError(`Expected more than ${file.size} bytes in the file, to read the byte at ${offset}`);
}
