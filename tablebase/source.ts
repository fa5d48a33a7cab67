/**
 * The source of the bytes of tablebase files, and a cache of pages with a fixed size.
 *
 * A table of seven men may be larger than the machine's memory, and the runtime cannot map files. So files are read in
 * pages of 4 KiB when a probe needs them. The pages are kept in a 4-way set-associative cache of fixed size: each page
 * has only four possible places, and replaces the least recently used of the four. The operating system also caches
 * files, so reading a dropped page again usually costs a system call but no disk access.
 *
 * This folder does not use the file system: the owner of the prober passes a function that opens files, and tests pass
 * bytes.
 * @module
 */

/** Size of a page in bytes. */
export const PAGE_BYTES = 4096;
/** Number of pages in the cache of one thread, which takes 8 MiB. */
const CACHE_PAGES = 2048;
/** Number of places where a page can be. */
const WAYS = 4;
/** Number of table blocks that are remembered as undamaged. */
const SOUND_PLACES = 8192;
/** A number above every offset in a file: a terabyte. */
const OFFSETS: number = 2 ** 40;

/** An open file. */
export interface ByteSource {
  /** Its length in bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from `offset` on; throws an Error if not all of them can be read. */
  read(offset: number, into: Uint8Array): void;
  /** Closes the file. */
  close(): void;
}

/** Opens the file at `path` for reading; throws an Error if that fails. */
export type SourceOpener = (path: string) => ByteSource;

/** A file that may be closed between reads: the cache calls `source` each time a page is missing. */
export interface PagedFile {
  /** Distinguishes the files of one cache; never 0. */
  readonly id: number;
  /** Length in bytes. */
  readonly size: number;
  /** The file, opened again if it was closed. */
  source(): ByteSource;
}

/** A cache of pages of files, which replaces the least recently used pages. */
export class PageCache {
  /** Bytes of the pages; allocated with the first page. */
  private bytes: Uint8Array | null = null;
  /** The file whose page is in each place; 0 for none. */
  private readonly owners: Int32Array;
  /** The number of the page in each place. */
  private readonly numbers: Float64Array;
  /** The time of the last use of each place. */
  private readonly stamps: Float64Array;
  /** The blocks that were found undamaged, one in each place, as `id * OFFSETS + offset`. */
  private readonly sound: Float64Array = new Float64Array(SOUND_PLACES);
  /** Number of pages read from files so far. */
  pageReads = 0;
  private readonly sets: number;
  private clock = 0;
  private latest = 0;

  /** Makes a cache of this many pages, a multiple of four. */
  constructor(pages: number = CACHE_PAGES) {
    this.owners = new Int32Array(pages);
    this.numbers = new Float64Array(pages);
    this.stamps = new Float64Array(pages);
    this.sets = pages / WAYS;
  }

  /** Bytes of memory that pages take now, at most the size given to the constructor. */
  get byteLength(): number {
    return this.bytes?.length ?? 0;
  }

  /** A byte of a file. Throws a RangeError if the file ends before it, an Error if it cannot be read. */
  byte(file: PagedFile, offset: number): number {
    const number = Math.floor(offset / PAGE_BYTES);
    let place = this.latest;
    if (this.bytes === null || this.owners[place] !== file.id || this.numbers[place] !== number) {
      place = this.find(file, number);
      this.latest = place;
    }
    // The last page of a file may be shorter, and its place may have bytes of another file after the end.
    if (offset >= file.size) throw endsBefore(file, offset);
    return this.bytes![place * PAGE_BYTES + offset - number * PAGE_BYTES];
  }

  /** A little-endian number of 16 bits. Throws the same errors as `byte`. */
  uint16(file: PagedFile, offset: number): number {
    return this.byte(file, offset) | this.byte(file, offset + 1) << 8;
  }

  /** An unsigned little-endian number of 32 bits. Throws the same errors as `byte`. */
  uint32(file: PagedFile, offset: number): number {
    return (this.uint16(file, offset) | this.uint16(file, offset + 2) << 16) >>> 0;
  }

  /** Whether the block at an offset is remembered as undamaged. Blocks that were not used recently may be forgotten. */
  isKnownSound(file: PagedFile, offset: number): boolean {
    return this.sound[soundPlace(file, offset)] === file.id * OFFSETS + offset;
  }

  /** Remembers that the block at an offset is undamaged. */
  markSound(file: PagedFile, offset: number): void {
    this.sound[soundPlace(file, offset)] = file.id * OFFSETS + offset;
  }

  /** The place of a page. Reads the page from the file if it is not in the cache. */
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
    // If reading fails, the place must not count as the old page.
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
