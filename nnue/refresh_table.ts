/**
 * Computes accumulators when none can be updated: at the start, and when a king enters another king bucket or, in a
 * mirrored network, the other half of the board. Refresh tables are also called "Finny tables" (Finn Eggers, Koivisto).
 *
 * Most pieces have not moved since a side last had its current view. So for each side and view, the table keeps the
 * latest accumulator with its board, and a refresh applies only the differences between the boards.
 * @module
 */

import type { Position } from "../core/position.ts";
import { BLACK, KING, makePiece, PAWN, PIECE_CODES, WHITE } from "../core/types.ts";
import type { Kernel } from "./wasm_kernel.ts";
import { BUCKET_SHIFT, FEATURES, ORIENTATION_MASK } from "./features.ts";
import type { Network } from "./network.ts";

/** Number of entries for a king bucket: for each side, one unmirrored and one mirrored. */
const ENTRIES_PER_BUCKET = 4;
/** Maximum number of differences between two boards: 32 pieces to add, 32 to subtract. */
const MAX_CHANGES = 64;
/** Number of elements of a board in `boards`. */
const BOARD_WORDS = PIECE_CODES * 2;

/** The refresh table of one thread. */
export class RefreshTable {
  private readonly kernel: Kernel;
  private readonly rows: Int32Array;
  private readonly rowBytes: number;
  /** Offset of the entries' accumulators. */
  private readonly start: number;
  /** The list from which the kernel reads the rows to add and subtract. */
  private readonly list: Uint32Array;
  /** Rows to subtract, collected until the number of rows to add is known. */
  private readonly removed: Uint32Array = new Uint32Array(MAX_CHANGES);
  /** The boards, `[entry][piece << 1 | half]`, in the layout of `Position.bits`. */
  private readonly boards: Int32Array;
  /** The size of a king bucket's feature weights in bytes. */
  private readonly tableBytes: number;

  /** The number of bytes that a network's table takes. */
  static areaBytes(network: Network): number {
    return MAX_CHANGES * 4 + network.kingBucketCount * ENTRIES_PER_BUCKET * network.hiddenSize * 2;
  }

  /** Makes a table of empty boards at offset `start`, a multiple of 64; `rows` comes from `featureRows`. */
  constructor(network: Network, kernel: Kernel, rows: Int32Array, start: number) {
    this.kernel = kernel;
    this.rows = rows;
    this.rowBytes = network.hiddenSize * 2;
    this.list = new Uint32Array(network.memory.buffer, start, MAX_CHANGES);
    this.start = start + MAX_CHANGES * 4;
    this.tableBytes = FEATURES * this.rowBytes;
    const entries = network.kingBucketCount * ENTRIES_PER_BUCKET;
    this.boards = new Int32Array(entries * BOARD_WORDS);
    for (let entry = 0; entry < entries; entry++) {
      const at = this.start + entry * this.rowBytes;
      kernel.apply(at, at, network.featureBias.byteOffset, start, 0, 0, this.rowBytes);
    }
  }

  /** Computes the accumulator at `to` for a perspective, `WHITE` or `BLACK`, with this view (see `viewOf`). */
  refresh(position: Position, perspective: number, view: number, to: number): void {
    const seenFrom = view & ORIENTATION_MASK;
    const bucket = view >> BUCKET_SHIFT;
    const table = Math.imul(bucket, this.tableBytes);
    const entry = bucket << 2 | perspective << 1 | (seenFrom & 1);
    const at = this.start + entry * this.rowBytes;
    const list = this.list.byteOffset;
    let adds = 0;
    let subs = 0;
    for (let colour = WHITE; colour <= BLACK; colour++) {
      for (let type = PAWN; type <= KING; type++) {
        const piece = makePiece(colour, type);
        for (let half = 0; half < 2; half++) {
          const first = perspective << 10 | piece << 6 | half << 5;
          const word = entry * BOARD_WORDS + (piece << 1 | half);
          const now = position.bits[piece << 1 | half];
          const then = this.boards[word];
          if (now === then) continue;
          this.boards[word] = now;
          for (let b = now & ~then; b !== 0; b &= b - 1) {
            this.list[adds++] = table + this.rows[(first | (31 - Math.clz32(b & -b))) ^ seenFrom];
          }
          for (let b = then & ~now; b !== 0; b &= b - 1) {
            this.removed[subs++] = table + this.rows[(first | (31 - Math.clz32(b & -b))) ^ seenFrom];
          }
        }
      }
    }
    for (let i = 0; i < subs; i++) this.list[adds + i] = this.removed[i];
    this.kernel.apply(to, at, at, list, adds, subs, this.rowBytes);
  }
}
