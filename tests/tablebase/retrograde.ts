/**
 * Retrograde analysis of small endings, with which answers of tablebases are compared.
 *
 * It shares nothing with the engine, neither move generation nor tables of attacks. Every placement of the men is a
 * state, but mirrored so that White's king is on the files a to d, and without pawns also on the ranks 1 to 4. Mates,
 * and captures and promotions into smaller endings, are known; from there results spread backwards along moves undone,
 * one ply at a time: a position from which a lost one can be reached is won, one from which only won ones can be
 * reached is lost, and what is never reached is a draw. Levels are processed in order, so the first distance found is
 * the right one. A capture or pawn move counts as the end, as in the tables' distance to zeroing; so with pawns the
 * analysis is done twice, the first time to know which side wins after a pawn move.
 *
 * En passant is omitted: only one side may have pawns. An ending of three men takes half a second, one of four
 * half a minute and 35 MB, four times and twice that with pawns.
 *
 * @module
 */

/** Entry of `distances` for placements that are not positions. */
export const ILLEGAL = 0x7fff;
/** Marks a result that is not known yet. */
const ONWARD = 0x7ffe;

const WHITE = 0;
const BLACK = 1;
/** A count of moves that never becomes zero: one of them draws. */
const HOLDS = 255;
const [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN] = "KQRBNP";

/** Steps of each piece, `[file, rank]`. */
const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const JUMPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

/** A man of an ending. */
export interface Man {
  /** Letter of the kind of piece, `K` … `P`. */
  type: string;
  /** 0 White, 1 Black. */
  colour: number;
}

/** Squares along each direction from each square, for one kind of piece. */
function rays(steps: readonly number[][], reach: number): number[][][] {
  return Array.from({ length: 64 }, (_, square) =>
    steps.map(([df, dr]) => {
      const ray: number[] = [];
      for (let i = 1; i <= reach; i++) {
        const file = (square & 7) + i * df;
        const rank = (square >> 3) + i * dr;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
        ray.push(rank << 3 | file);
      }
      return ray;
    }).filter((ray) => ray.length > 0));
}

const RAYS: Readonly<Record<string, number[][][]>> = {
  K: rays([...STRAIGHT, ...DIAGONAL], 1),
  Q: rays([...STRAIGHT, ...DIAGONAL], 7),
  R: rays(STRAIGHT, 7),
  B: rays(DIAGONAL, 7),
  N: rays(JUMPS, 1),
};
/** Squares that a pawn attacks, `[colour][square][direction][0]`. */
const PAWN_RAYS = [rays([[-1, 1], [1, 1]], 1), rays([[-1, -1], [1, -1]], 1)];

/** What lies between two squares, `[from << 6 | to]`, along rays; `null` where no ray leads there. */
function linesOf(rays: readonly number[][][]): (readonly number[] | null)[] {
  const lines = new Array<readonly number[] | null>(64 * 64).fill(null);
  for (const [from, ofSquare] of rays.entries()) {
    for (const ray of ofSquare) ray.forEach((to, i) => lines[from << 6 | to] = ray.slice(0, i));
  }
  return lines;
}

const LINES = Object.fromEntries(Object.entries(RAYS).map(([type, ofType]) => [type, linesOf(ofType)]));
const PAWN_LINES = PAWN_RAYS.map(linesOf);

/** The men that a name such as KQvKR lists. */
function menOf(name: string): Man[] {
  return name.split("v").flatMap((side, colour) => Array.from(side, (type) => ({ type, colour })));
}

/** How a placement after a capture or promotion is looked up in the ending that results. */
interface Passage {
  /** `null` for bare kings. */
  ending: Ending | null;
  /** Which man here is each man there. */
  from: number[];
  /** Whether colours change. */
  isFlipped: boolean;
}

/** A solved ending. */
export class Ending {
  /** Its men in the order of the index. */
  readonly men: readonly Man[];
  /**
   * Plies to the next capture, pawn move or mate by index: positive if the side to move wins; −1 − plies if it loses
   * (so a mate is −1); 0 for a draw; `ILLEGAL`.
   */
  distances: Int16Array;

  private readonly solved: Map<string, Ending>;
  private readonly passages: Map<number, Passage> = new Map();
  private readonly kings: readonly [number, number];
  private readonly hasPawns: boolean;
  private readonly squares: Int32Array;
  private readonly board: Int8Array = new Int8Array(64).fill(-1);
  private counts: Uint8Array;
  /** Results of the first pass, while the second runs. */
  private known: Int16Array | null = null;
  /** What `targets` or `sources` found last. */
  private readonly reached: number[] = [];
  /** Results of the latest `tryMove`, from the side to move after it; `ONWARD` for another state of this ending. */
  private readonly results: number[] = [];

  /**
   * Solves an ending.
   *
   * @param name Its name, such as KQvKR.
   * @param solved Endings solved before; those needed are added.
   * @param distances Its distances, if they are known.
   * @throws RangeError if both sides have pawns.
   */
  constructor(name: string, solved: Map<string, Ending> = new Map(), distances: Int16Array | null = null) {
    this.men = menOf(name);
    this.solved = solved;
    this.kings = [0, this.men.findIndex((man) => man.type === KING && man.colour === BLACK)];
    const pawns = this.men.filter((man) => man.type === PAWN);
    if (new Set(pawns.map((man) => man.colour)).size > 1) {
      throw new RangeError(`Expected pawns of one side only, but got ${name}`);
    }
    this.hasPawns = pawns.length > 0;
    this.squares = new Int32Array(this.men.length);
    solved.set(name, this);
    const states = 2 * (this.hasPawns ? 32 : 16) * 64 ** (this.men.length - 1);
    this.distances = distances ?? new Int16Array(states);
    this.counts = new Uint8Array(distances === null ? states : 0);
    if (distances !== null) return;
    this.solve();
    if (this.hasPawns) {
      this.known = this.distances;
      this.distances = new Int16Array(states);
      this.solve();
      this.known = null;
    }
    this.counts = new Uint8Array(0);
  }

  /** Index of a placement: a square for each man, and the side to move. Mirror images have the same index. */
  index(squares: ArrayLike<number>, sideToMove: number): number {
    const king = squares[0];
    const mirror = ((king & 4) !== 0 ? 7 : 0) | (king >= 32 && !this.hasPawns ? 56 : 0);
    // The king's rank, and its file of two bits.
    let index = (king ^ mirror) >> 1 & 28 | (king ^ mirror) & 3;
    for (let i = this.men.length - 1; i > 0; i--) index = index * 64 + (squares[i] ^ mirror);
    return index * 2 + sideToMove;
  }

  private solve(): void {
    const { distances } = this;
    for (let index = 0; index < distances.length; index++) distances[index] = this.start(index);
    for (let plies = 0, found = true; found || plies <= 1; plies++) {
      found = false;
      for (let index = 0; index < distances.length; index++) {
        const isLost = distances[index] === -1 - plies;
        if (!isLost && (plies === 0 || distances[index] !== plies)) continue;
        this.spread(index, plies, isLost);
        found = true;
      }
    }
  }

  /** Sets `squares` and `board`; false if two men share a square or a pawn is on the first or last rank. */
  private place(index: number): boolean {
    const { men, squares, board } = this;
    let rest = index >> 1;
    let isSound = true;
    for (let i = 1; i <= men.length; i++) {
      // The king, the first man, has the highest digit.
      const man = i === men.length ? 0 : i;
      const square = man === 0 ? rest << 1 & 56 | rest & 3 : rest & 63;
      rest >>= 6;
      squares[man] = square;
      if (board[square] >= 0 || (men[man].type === PAWN && (square < 8 || square >= 56))) isSound = false;
      board[square] = man;
    }
    return isSound;
  }

  private clear(): void {
    for (let i = 0; i < this.men.length; i++) this.board[this.squares[i]] = -1;
  }

  /** Whether a man of `colour`, `taken` aside, attacks `target`. */
  private isAttacked(target: number, colour: number, taken: number): boolean {
    for (let i = 0; i < this.men.length; i++) {
      if (this.men[i].colour === colour && i !== taken && this.attacks(i, target)) return true;
    }
    return false;
  }

  private attacks(i: number, target: number): boolean {
    const { type, colour } = this.men[i];
    const between = (type === PAWN ? PAWN_LINES[colour] : LINES[type])[this.squares[i] << 6 | target];
    if (between === null) return false;
    for (let s = 0; s < between.length; s++) if (this.board[between[s]] >= 0) return false;
    return true;
  }

  /** What is known of a state before any other; sets its count of moves that lead on. */
  private start(index: number): number {
    const side = index & 1;
    const isSound = this.place(index);
    let distance = ILLEGAL;
    if (isSound && !this.isAttacked(this.squares[this.kings[side ^ 1]], side, -1)) distance = this.judge(index, side);
    this.clear();
    return distance;
  }

  /** Looks at all moves: those that end in a known result decide, the others are counted. */
  private judge(index: number, side: number): number {
    let onward = 0;
    let moves = 0;
    let holds = false;
    for (let i = 0; i < this.men.length; i++) {
      if (this.men[i].colour !== side) continue;
      const targets = this.targets(i);
      for (let t = 0; t < targets.length; t++) {
        const results = this.tryMove(i, targets[t]);
        for (let r = 0; r < results; r++) {
          const result = this.results[r];
          moves++;
          if (result === ONWARD) onward++;
          else if (result < 0) return 1;
          else if (result === 0) holds = true;
        }
      }
    }
    this.counts[index] = holds ? HOLDS : onward;
    if (moves === 0) return this.isAttacked(this.squares[this.kings[side]], side ^ 1, -1) ? -1 : 0;
    return onward === 0 && !holds ? -2 : 0;
  }

  /** Squares to which a man can go, its king's safety aside. */
  private targets(i: number): number[] {
    const { men, squares, board, reached } = this;
    const { type, colour } = men[i];
    reached.length = 0;
    const lines = type === PAWN ? PAWN_RAYS[colour][squares[i]] : RAYS[type][squares[i]];
    for (const line of lines) {
      for (const square of line) {
        const other = board[square];
        if (other >= 0 ? men[other].colour !== colour : type !== PAWN) reached.push(square);
        if (other >= 0) break;
      }
    }
    if (type !== PAWN) return reached;
    const forward = colour === WHITE ? 8 : -8;
    const one = squares[i] + forward;
    if (board[one] < 0) {
      reached.push(one);
      const isAtHome = squares[i] >> 3 === (colour === WHITE ? 1 : 6);
      if (isAtHome && board[one + forward] < 0) reached.push(one + forward);
    }
    return reached;
  }

  /** Plays a move and takes it back. Returns how many moves it is: 0 if it is illegal, 4 if it promotes. */
  private tryMove(i: number, target: number): number {
    const { men, squares, board, results } = this;
    const { type, colour } = men[i];
    const from = squares[i];
    const taken = board[target];
    board[from] = -1;
    board[target] = i;
    squares[i] = target;
    let count = 0;
    if (!this.isAttacked(squares[this.kings[colour]], colour ^ 1, taken)) {
      const isPromotion = type === PAWN && (target < 8 || target >= 56);
      if (isPromotion) {
        for (const piece of [QUEEN, ROOK, BISHOP, KNIGHT]) results[count++] = this.lookUp(taken, i, piece, colour ^ 1);
      } else if (taken >= 0) {
        results[count++] = this.lookUp(taken, -1, "", colour ^ 1);
      } else if (type === PAWN && this.known !== null) {
        results[count++] = this.known[this.index(squares, colour ^ 1)];
      } else {
        results[count++] = ONWARD;
      }
    }
    squares[i] = from;
    board[from] = i;
    board[target] = taken;
    return count;
  }

  /** The distance in the ending that results when one man is taken (−1: none) and one promotes (−1: none). */
  private lookUp(taken: number, promoted: number, piece: string, side: number): number {
    const key = (taken + 1) << 16 | (promoted + 1) << 8 | (piece === "" ? 0 : piece.charCodeAt(0));
    let passage = this.passages.get(key);
    if (passage === undefined) {
      passage = this.findPassage(taken, promoted, piece);
      this.passages.set(key, passage);
    }
    const { ending, from, isFlipped } = passage;
    if (ending === null) return 0;
    const squares = from.map((i) => this.squares[i] ^ (isFlipped ? 56 : 0));
    return ending.distances[ending.index(squares, isFlipped ? side ^ 1 : side)];
  }

  private findPassage(taken: number, promoted: number, piece: string): Passage {
    const order = "KQRBNP";
    const left = this.men.map((man, i) => ({ ...man, type: i === promoted ? piece : man.type, i }))
      .filter((man) => man.i !== taken)
      .sort((a, b) => a.colour - b.colour || order.indexOf(a.type) - order.indexOf(b.type));
    const sides = [WHITE, BLACK].map((colour) => left.filter((man) => man.colour === colour));
    const [white, black] = sides.map((men) => men.map((man) => man.type).join(""));
    if (white.length + black.length === 2) return { ending: null, from: [], isFlipped: false };
    // Either of the two names is right, if the choice is always the same.
    const isFlipped = white.length < black.length || (white.length === black.length && white < black);
    const name = isFlipped ? `${black}v${white}` : `${white}v${black}`;
    const ending = this.solved.get(name) ?? new Ending(name, this.solved);
    const from = (isFlipped ? [...sides[1], ...sides[0]] : [...sides[0], ...sides[1]]).map((man) => man.i);
    return { ending, from, isFlipped };
  }

  /** Passes the result of a state on to the states from which it can be reached. */
  private spread(index: number, plies: number, isLost: boolean): void {
    const { men, squares, board, distances, counts } = this;
    const mover = index & 1 ^ 1;
    this.place(index);
    for (let i = 0; i < men.length; i++) {
      if (men[i].colour !== mover) continue;
      const to = squares[i];
      const sources = this.sources(i);
      for (let s = 0; s < sources.length; s++) {
        squares[i] = sources[s];
        const before = this.index(squares, mover);
        if (distances[before] !== 0) continue;
        if (isLost) distances[before] = plies + 1;
        else if (counts[before] !== HOLDS && --counts[before] === 0) distances[before] = -2 - plies;
      }
      squares[i] = to;
    }
    for (let i = 0; i < men.length; i++) board[squares[i]] = -1;
  }

  /** Squares from which a man may have come by a move that is not a capture. */
  private sources(i: number): number[] {
    const { squares, board, reached } = this;
    const { type, colour } = this.men[i];
    reached.length = 0;
    if (type !== PAWN) {
      for (const line of RAYS[type][squares[i]]) {
        for (const square of line) {
          if (board[square] >= 0) break;
          reached.push(square);
        }
      }
    } else if (this.known === null) {
      const back = colour === WHITE ? -8 : 8;
      const one = squares[i] + back;
      if (one >= 8 && one < 56 && board[one] < 0) {
        reached.push(one);
        if (squares[i] >> 3 === (colour === WHITE ? 3 : 4) && board[one + back] < 0) reached.push(one + back);
      }
    }
    return reached;
  }
}
