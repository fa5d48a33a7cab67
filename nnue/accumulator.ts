/**
 * Accumulators hold the hidden layer's sums: one pair (White's and Black's) for each ply. A move changes only two to
 * four of about thirty active features. Four ideas make the updates cheap:
 *
 * - **Lazy**: making a move only records it. Sums are computed when an evaluation is needed; many nodes of a search
 *   never need one (in check, or after a cutoff by the transposition table).
 * - **Fused**: all changes by a move are added and subtracted in one pass, for both sides in one call.
 * - **Copy on update**: each ply has its own pair. So taking a move back costs nothing.
 * - **Refresh by difference**: if no earlier ply can be updated, `RefreshTable` computes the newest ply. From it, the
 *   earlier plies with the same view of the board are computed backwards. Without this, every leaf below a node whose
 *   evaluation came from the transposition table would need a refresh.
 *
 * The plies are stored in a ring of `SLOTS`. When moves are taken back to a ply whose slot was overwritten, a new chain
 * starts there.
 * @module
 */

import type { PieceListener, Position } from "../core/position.ts";
import { BLACK, KING, WHITE } from "../core/types.ts";
import { BUCKET_SHIFT, featureRows, FEATURES, ORIENTATION_MASK, viewOf } from "./features.ts";
import type { Kernel } from "./wasm_kernel.ts";
import { layersWorkBytes } from "./layers.ts";
import { alignUp, type Network, reserveArea } from "./network.ts";
import { RefreshTable } from "./refresh_table.ts";

/** The number of plies to keep: a power of two, greater than any search depth. */
const SLOTS = 256;
const SLOT_MASK = SLOTS - 1;

/** The size in bytes of the kernel's list of rows: two to add and two to subtract. */
const LIST_BYTES = 16;

// Each piece that a ply removes or adds increases the ply's entry in `counts` by one of these numbers.
const ONE_REMOVED = 1;
const ONE_ADDED = 16;
const MOVE = ONE_REMOVED + ONE_ADDED;
const CAPTURE = 2 * ONE_REMOVED + ONE_ADDED;
/** A ply removes at most this many pieces, and adds at most this many. */
const MAX_CHANGES = 2;

/** In `featureRows`, the index at which Black's view begins. */
const BLACK_ROWS = BLACK << 10;

// `views` holds White's view in the low bits, and Black's view above it.
const VIEW_MASK = 0xffff;
const BLACK_SHIFT = 16;

/** In `computed`, the bits of both sides' accumulators. The bit of one side is `1 << colour`. */
const BOTH = 3;

/** The accumulators of one position and of its earlier plies. */
export class AccumulatorStack implements PieceListener {
  private readonly network: Network;
  private readonly kernel: Kernel;
  private readonly refreshTable: RefreshTable;
  private readonly rowBytes: number;
  /** Offsets of feature weights (see `featureRows`). */
  private readonly rows: Int32Array;
  /** Offset of slot 0; a slot holds White's accumulator, then Black's. */
  private readonly start: number;
  /** The size of a king bucket's feature weights in bytes. */
  private readonly tableBytes: number;
  /** The list from which the kernel's `apply` reads rows. */
  private readonly list: Uint32Array;
  /** The pieces that each ply removed (i = 0, 1) or added (i = 2, 3): `[slot << 2 | i]`, as `piece << 6 | square`. */
  private readonly changes: Int32Array = new Int32Array(SLOTS * 4);
  /** The numbers of pieces that each ply removed and added, in units of `ONE_REMOVED` and `ONE_ADDED`. */
  private readonly counts: Uint8Array = new Uint8Array(SLOTS);
  /** The views of both sides after each ply (see `viewOf`): `White's | Black's << 16`. */
  private readonly views: Int32Array = new Int32Array(SLOTS);
  /** Which accumulators of each ply are computed: 1 for White's, 2 for Black's, or `BOTH`. */
  private readonly computed: Uint8Array = new Uint8Array(SLOTS);
  /** The newest ply, counted from the attached or loaded position. It may be negative. */
  private ply = 0;
  /** The first ply of the chain: it can be refreshed, but not updated from an earlier ply. */
  private oldest = 0;
  private position: Position | null = null;

  /** Reserves memory for accumulators and layers. Returns its offset. Throws a RangeError if no memory is left. */
  static reserve(network: Network): number {
    const work = network.layers.length > 0 ? layersWorkBytes(network.hiddenSize) : 0;
    return reserveArea(network, AccumulatorStack.areaBytes(network) + work);
  }

  /** The size of the accumulators in bytes. In an area, the layers' work space follows the accumulators. */
  static areaBytes(network: Network): number {
    return alignUp(SLOTS * 2 * network.hiddenSize * 2 + RefreshTable.areaBytes(network) + LIST_BYTES, 16);
  }

  /** Creates accumulators in an unused area from `reserve`. */
  constructor(network: Network, kernel: Kernel, area: number) {
    this.network = network;
    this.kernel = kernel;
    this.rowBytes = network.hiddenSize * 2;
    this.tableBytes = FEATURES * this.rowBytes;
    this.rows = featureRows(network.featureWeights.byteOffset, this.rowBytes);
    this.start = area;
    const refreshAt = area + SLOTS * 2 * this.rowBytes;
    this.refreshTable = new RefreshTable(network, kernel, this.rows, refreshAt);
    this.list = new Uint32Array(network.memory.buffer, refreshAt + RefreshTable.areaBytes(network), LIST_BYTES / 4);
  }

  /** Called when the whole position has been replaced. */
  loaded(position: Position): void {
    this.position = position;
    this.ply = 0;
    this.beginChain(position);
  }

  /** Called when a move or null move is made, before the calls that report its changes. */
  made(): void {
    const last = this.ply & SLOT_MASK;
    const slot = ++this.ply & SLOT_MASK;
    this.counts[slot] = 0;
    this.computed[slot] = 0;
    this.views[slot] = this.views[last];
    if (this.ply - this.oldest === SLOTS) this.oldest++;
  }

  /** Called when a piece has left a square. */
  removed(piece: number, square: number): void {
    const slot = this.ply & SLOT_MASK;
    const count = this.counts[slot];
    this.changes[slot << 2 | (count & 1)] = piece << 6 | square;
    this.counts[slot] = count + ONE_REMOVED;
  }

  /** Called when a piece has arrived on a square. */
  added(piece: number, square: number): void {
    const slot = this.ply & SLOT_MASK;
    const count = this.counts[slot];
    this.changes[slot << 2 | 2 | (count >> 4 & 1)] = piece << 6 | square;
    this.counts[slot] = count + ONE_ADDED;
    if ((piece & 7) === KING) {
      const colour = piece >> 3;
      const shift = colour << 4;
      const view = viewOf(this.network, colour, square);
      this.views[slot] = this.views[slot] & ~(VIEW_MASK << shift) | view << shift;
    }
  }

  /** Called when the latest ply has been taken back. */
  undone(): void {
    this.ply--;
    if (this.ply < this.oldest && this.position !== null) this.beginChain(this.position);
  }

  /**
   * Brings the newest ply up to date. Returns the offset of White's accumulator; Black's follows. Throws a TypeError if
   * no position was loaded, or if a ply has changes that no move can make.
   */
  update(): number {
    if (this.computed[this.ply & SLOT_MASK] !== BOTH) this.compute();
    return this.offsetOf(this.ply);
  }

  /** Updates and returns one side's accumulator for the newest ply, `[neuron]`. Only tests use it. */
  read(colour: number): Int16Array {
    const offset = this.update() + colour * this.rowBytes;
    return new Int16Array(this.network.memory.buffer, offset, this.network.hiddenSize).slice();
  }

  private offsetOf(ply: number): number {
    return this.start + Math.imul(ply & SLOT_MASK, this.rowBytes << 1);
  }

  private beginChain(position: Position): void {
    const slot = this.ply & SLOT_MASK;
    this.oldest = this.ply;
    this.computed[slot] = 0;
    this.views[slot] = viewOf(this.network, WHITE, position.kings[WHITE]) |
      viewOf(this.network, BLACK, position.kings[BLACK]) << BLACK_SHIFT;
  }

  /** Starting at the nearest computed ply, computes all plies up to the newest. */
  private compute(): void {
    const views = this.views;
    const now = views[this.ply & SLOT_MASK];
    let ply = this.ply;
    do {
      if (ply === this.oldest || views[(ply - 1) & SLOT_MASK] !== now) {
        // A king has left its half of the board or its bucket, or nothing is computed yet.
        this.computeSide(WHITE);
        this.computeSide(BLACK);
        return;
      }
      ply--;
    } while (this.computed[ply & SLOT_MASK] !== BOTH);
    while (ply < this.ply) this.advance(++ply);
  }

  private computeSide(colour: number): void {
    const { computed, views } = this;
    const bit = 1 << colour;
    const mask = VIEW_MASK << (colour << 4);
    const now = views[this.ply & SLOT_MASK];
    let ply = this.ply;
    while ((computed[ply & SLOT_MASK] & bit) === 0) {
      if (ply === this.oldest || ((views[(ply - 1) & SLOT_MASK] ^ now) & mask) !== 0) {
        this.refresh(colour);
        // Compute the earlier plies, too: when the search goes back to one of them, its next move needs no refresh.
        for (let later = this.ply; later > ply; later--) this.stepSide(later, later - 1, colour);
        return;
      }
      ply--;
    }
    for (; ply < this.ply; ply++) this.stepSide(ply, ply + 1, colour);
  }

  private refresh(colour: number): void {
    const position = this.position;
    if (position === null) throw new TypeError("Expected a position to be loaded before its accumulators are read");
    const slot = this.ply & SLOT_MASK;
    const view = this.views[slot] >> (colour << 4) & VIEW_MASK;
    this.refreshTable.refresh(position, colour, view, this.offsetOf(this.ply) + colour * this.rowBytes);
    this.computed[slot] |= 1 << colour;
  }

  /** Computes a ply from the previous ply, which must have the same views. */
  private advance(ply: number): void {
    const slot = ply & SLOT_MASK;
    const count = this.counts[slot];
    if (count !== MOVE && count !== CAPTURE) {
      this.stepSide(ply - 1, ply, WHITE);
      this.stepSide(ply - 1, ply, BLACK);
      return;
    }
    const rows = this.rows;
    const to = this.offsetOf(ply);
    const from = this.offsetOf(ply - 1);
    const whiteView = this.views[slot] & VIEW_MASK;
    const blackView = this.views[slot] >> BLACK_SHIFT;
    const white = whiteView & ORIENTATION_MASK;
    const black = blackView & ORIENTATION_MASK;
    const whiteTable = Math.imul(whiteView >> BUCKET_SHIFT, this.tableBytes);
    const blackTable = Math.imul(blackView >> BUCKET_SHIFT, this.tableBytes);
    const first = slot << 2;
    const removed = this.changes[first];
    const added = this.changes[first | 2];
    if (count === MOVE) {
      this.kernel.addSub(
        to,
        from,
        whiteTable + rows[added ^ white],
        whiteTable + rows[removed ^ white],
        blackTable + rows[BLACK_ROWS | added ^ black],
        blackTable + rows[BLACK_ROWS | removed ^ black],
        this.rowBytes,
      );
    } else {
      const taken = this.changes[first | 1];
      this.kernel.addSubSub(
        to,
        from,
        whiteTable + rows[added ^ white],
        whiteTable + rows[removed ^ white],
        whiteTable + rows[taken ^ white],
        blackTable + rows[BLACK_ROWS | added ^ black],
        blackTable + rows[BLACK_ROWS | removed ^ black],
        blackTable + rows[BLACK_ROWS | taken ^ black],
        this.rowBytes,
      );
    }
    this.computed[slot] = BOTH;
  }

  /** Computes one side's accumulator from that of an adjacent ply, which must have the same view. Handles any move. */
  private stepSide(from: number, to: number, colour: number): void {
    const isForward = to > from;
    const slot = (isForward ? to : from) & SLOT_MASK;
    const { list, changes, rows } = this;
    const removed = this.counts[slot] & 15;
    const added = this.counts[slot] >> 4;
    if (added > MAX_CHANGES || removed > MAX_CHANGES) {
      const expected = "a ply to remove and add at most two pieces";
      throw new TypeError(`Expected ${expected}, not to remove ${removed} and add ${added}`);
    }
    const view = this.views[slot] >> (colour << 4) & VIEW_MASK;
    const seenFrom = view & ORIENTATION_MASK;
    const table = Math.imul(view >> BUCKET_SHIFT, this.tableBytes);
    const first = colour << 10;
    // Going forward, add the pieces that the ply added; going back, add the pieces that the ply removed.
    const adds = isForward ? added : removed;
    const subs = added + removed - adds;
    const firstAdd = slot << 2 | (isForward ? 2 : 0);
    const firstSub = firstAdd ^ 2;
    for (let i = 0; i < adds; i++) list[i] = table + rows[first | changes[firstAdd | i] ^ seenFrom];
    for (let i = 0; i < subs; i++) list[adds + i] = table + rows[first | changes[firstSub | i] ^ seenFrom];
    const side = colour * this.rowBytes;
    const target = this.offsetOf(to) + side;
    this.kernel.apply(target, target, this.offsetOf(from) + side, list.byteOffset, adds, subs, this.rowBytes);
    this.computed[to & SLOT_MASK] |= 1 << colour;
  }
}
