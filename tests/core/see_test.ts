import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { see, SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import {
  BISHOP,
  CASTLING,
  EMPTY,
  EN_PASSANT,
  KING,
  KNIGHT,
  moveFrom,
  moveKind,
  PAWN,
  PROMOTION,
  promotionType,
  QUEEN,
  ROOK,
  WHITE,
} from "../../core/types.ts";
import { playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

const [P, N, B, R, Q] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map((type) => SEE_VALUES[type]);

/**
 * The slow and plain exchange on a copied mailbox, by looking along every line from the square.
 *
 * @param widely Whether each side tries all its attackers, rather than the least valuable one.
 */
class ExchangeOracle {
  readonly #board: Uint8Array;
  readonly #to: number;
  readonly #widely: boolean;

  constructor(position: Position, to: number, widely: boolean) {
    this.#board = position.mailbox.slice();
    this.#to = to;
    this.#widely = widely;
  }

  /** The value of `move` when both sides go on as long as it pays. */
  value(move: number): number {
    const from = moveFrom(move);
    const kind = moveKind(move);
    if (kind === CASTLING) return 0;
    let onTarget = this.#board[from];
    let gain = SEE_VALUES[this.#board[this.#to]];
    if (kind === EN_PASSANT) {
      gain = P;
      this.#board[this.#to ^ 8] = EMPTY;
    }
    if (kind === PROMOTION) {
      onTarget = (onTarget & 8) | promotionType(move);
      gain += SEE_VALUES[onTarget] - P;
    }
    this.#board[from] = EMPTY;
    this.#board[this.#to] = onTarget;
    return gain - Math.max(0, this.#bestCapture((onTarget >> 3) ^ 1));
  }

  /** What `side` gets by capturing now; nothing if it cannot. */
  #bestCapture(side: number): number {
    const attackers = this.#attackers(side).filter((square) => this.#mayCapture(square));
    if (attackers.length === 0) return 0;
    const value = (square: number) => this.#board[square] & 7;
    attackers.sort((a, b) => value(a) - value(b) || a - b);
    let best = -Infinity;
    for (const square of this.#widely ? attackers : attackers.slice(0, 1)) {
      const victim = this.#board[this.#to];
      const piece = this.#board[square];
      this.#board[square] = EMPTY;
      this.#board[this.#to] = piece;
      best = Math.max(best, SEE_VALUES[victim] - Math.max(0, this.#bestCapture(side ^ 1)));
      this.#board[square] = piece;
      this.#board[this.#to] = victim;
    }
    return best;
  }

  #mayCapture(square: number): boolean {
    const piece = this.#board[square];
    if ((piece & 7) !== KING) return !this.isPinned(square);
    this.#board[square] = EMPTY;
    const isDefended = this.#attackers((piece >> 3) ^ 1).length > 0;
    this.#board[square] = piece;
    return !isDefended;
  }

  /** Whether the piece shields its king from a slider and the target is not on their line. */
  isPinned(square: number): boolean {
    const piece = this.#board[square];
    const king = this.#board.indexOf((piece & 8) | KING);
    for (let df = -1; df <= 1; df++) {
      for (let dr = -1; dr <= 1; dr++) {
        if (this.#firstPiece(king, df, dr) !== square) continue;
        const behind = this.#firstPiece(square, df, dr);
        if (behind < 0 || !this.#slidesAlong(this.#board[behind], (piece >> 3) ^ 1, df, dr)) continue;
        const files = (this.#to & 7) - (king & 7);
        const ranks = (this.#to >> 3) - (king >> 3);
        return files * dr !== ranks * df;
      }
    }
    return false;
  }

  #attackers(side: number): number[] {
    const squares: number[] = [];
    for (let df = -2; df <= 2; df++) {
      for (let dr = -2; dr <= 2; dr++) {
        const file = (this.#to & 7) + df;
        const rank = (this.#to >> 3) + dr;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
        const square = rank << 3 | file;
        if (Math.abs(df * dr) === 2 && this.#board[square] === (side << 3 | KNIGHT)) squares.push(square);
        if (Math.max(Math.abs(df), Math.abs(dr)) !== 1) continue;
        if (this.#board[square] === (side << 3 | KING)) squares.push(square);
        const isBehind = dr === (side === WHITE ? -1 : 1);
        if (df !== 0 && isBehind && this.#board[square] === (side << 3 | PAWN)) squares.push(square);
        const first = this.#firstPiece(this.#to, df, dr);
        if (first >= 0 && this.#slidesAlong(this.#board[first], side, df, dr)) squares.push(first);
      }
    }
    return squares;
  }

  #slidesAlong(piece: number, side: number, df: number, dr: number): boolean {
    if (piece >> 3 !== side) return false;
    const type = piece & 7;
    return type === QUEEN || type === (df !== 0 && dr !== 0 ? BISHOP : ROOK);
  }

  #firstPiece(from: number, df: number, dr: number): number {
    if (df === 0 && dr === 0) return -1;
    let file = (from & 7) + df;
    let rank = (from >> 3) + dr;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr) {
      if (this.#board[rank << 3 | file] !== EMPTY) return rank << 3 | file;
    }
    return -1;
  }
}

function assertSee(fen: string, uci: string, expected: number): void {
  const position = parseFen(fen);
  const move = parseUci(position, uci);
  assertEquals(see(position, move), expected, `${uci} in '${fen}'`);
  assert(seeAtLeast(position, move, expected));
  assert(!seeAtLeast(position, move, expected + 1));
}

Deno.test("`see()` counts the piece taken, and the taker if it is taken back", () => {
  assertSee("4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", P);
  assertSee("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", P - R);
  assertSee("4k3/8/3p4/4n3/3P4/8/8/K7 w - - 0 1", "d4e5", N - P);
  assertSee("4k3/8/3p4/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0);
  assertSee("4k3/2p5/8/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0);
  assertSee("4k3/4p3/8/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0);
  assertSee("4k3/8/4p3/8/5N2/8/8/K7 w - - 0 1", "f4d5", -N);
});

Deno.test("`see()` counts x-ray attackers behind a rook and behind a queen", () => {
  // Rxd5 exd5 Rxd5 Rxd5: White stops after the first recapture.
  assertSee("3r2k1/8/4p3/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", P - R);
  // Qxd5 Rxd5 Rxd5: the rook behind the queen takes back.
  assertSee("3r2k1/8/8/3r4/8/8/3Q4/3R2K1 w - - 0 1", "d2d5", R - Q + R);
  // Rxd5 Rxd5 Qxd5, with the queen behind the rook.
  assertSee("3r2k1/8/8/3p4/8/8/3R4/3Q2K1 w - - 0 1", "d2d5", P - R + R);
  // Bxd5 Bxd5 Qxd5 along one diagonal.
  assertSee("6k1/1b6/8/3p4/4B3/5Q2/8/6K1 w - - 0 1", "e4d5", P - B + B);
  // A pawn too hides a bishop: dxe5 fxe5 Bxe5.
  assertSee("6k1/8/5p2/4n3/3P4/2B5/8/6K1 w - - 0 1", "d4e5", N - P + P);
});

Deno.test("`see()` stops where capturing on would lose", () => {
  // Nxe5 Nxe5 Rxe5: Black does not go on, as Qxe5 Qxe5 would lose a queen for a rook.
  assertSee("4q1k1/8/2n5/4p3/8/3N4/4R3/4Q1K1 w - - 0 1", "d3e5", P - N + N);
  // Black does not take the knight with the queen, since a pawn would take back.
  assertSee("6k1/8/8/q2n4/4P3/2N5/8/6K1 w - - 0 1", "c3d5", N);
});

Deno.test("`see()` lets a king capture only what is undefended", () => {
  assertSee("8/8/8/4k3/3p4/8/8/3RK3 w - - 0 1", "d1d4", P - R);
  assertSee("8/8/8/4k3/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", P);
  // Rxd4 Rxd4 exd4 Kxd4: the king comes last, when no defender is left.
  assertSee("3r4/8/8/4k3/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", P - R + R - P);
  // A defender keeps the king away even if it is pinned, like the knight on c2.
  assertSee("2r5/8/8/4k3/3p4/8/2N5/2KR4 w - - 0 1", "d1d4", P);
});

Deno.test("`see()` counts the gain of a promotion and the risk to the new piece", () => {
  assertSee("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Q - P);
  assertSee("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", N - P);
  assertSee("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -P);
  assertSee("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", R + Q - P);
  assertSee("1r1r4/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", R - P);
});

Deno.test("`see()` takes the pawn beside the target en passant, and opens its line", () => {
  assertSee("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P);
  assertSee("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0);
  // With the pawn on d5 gone, Black's rook sees d6.
  assertSee("4k3/8/8/3pP3/8/3r4/8/6K1 w - d6 0 1", "e5d6", 0);
  // White's rook behind it sees d6 too, so Black does not take back.
  assertSee("4k3/8/8/3pP3/8/3r4/3R4/6K1 w - d6 0 1", "e5d6", P);
});

Deno.test("`see()` values castling and quiet moves to safe squares 0", () => {
  assertSee("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0);
  assertSee("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", 0);
  assertSee("5rk1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0);
});

Deno.test("`see()` excludes a pinned defender, until its pinner has gone", () => {
  // The knight on e7 is pinned by the rook on e1 and does not defend d5.
  assertSee("4k3/4n3/8/3p4/4P3/8/8/K3R3 w - - 0 1", "e4d5", P);
  assertSee("3k4/4n3/8/3p4/4P3/8/8/K3R3 w - - 0 1", "e4d5", P - P);
  // A pinned rook defends along its line.
  assertSee("4k3/4r3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", P);
  assertSee("4k3/4r3/8/4p3/8/8/4R3/K7 w - - 0 1", "e2e5", P - R);
  // The knight on c5 is pinned by the rook on a5; when that rook is the one that takes, the knight may take back.
  assertSee("8/8/8/R1n4k/p7/8/8/RK6 w - - 0 1", "a1a4", P);
  assertSee("8/8/8/R1n4k/p7/8/8/1K6 w - - 0 1", "a5a4", P - R);
});

for (const chess960 of [false, true]) {
  const name = chess960 ? "Chess960" : "ordinary";
  Deno.test(`\`seeAtLeast()\` equals a slow exchange on a mailbox for all moves of random ${name} games`, () => {
    let checked = 0;
    let contested = 0;
    playRandomGames({ games: tries(15, 40), plies: 150, seed: 5, chess960 }, (position, moves, count) => {
      for (let i = 0; i < count; i++) {
        const expected = new ExchangeOracle(position, moves[i] >> 6 & 63, false).value(moves[i]);
        const message = `${formatUci(moves[i], chess960)} in '${formatFen(position)}' is worth ${expected}`;
        assert(seeAtLeast(position, moves[i], expected), message);
        assert(!seeAtLeast(position, moves[i], expected + 1), message);
        for (const threshold of [-1000, -P, 0, P]) {
          assertEquals(seeAtLeast(position, moves[i], threshold), expected >= threshold, message);
        }
        checked++;
        if (expected !== 0) contested++;
      }
    });
    assert(checked > tries(35_000, 100_000) && contested > tries(7000, 20_000), `${contested} of ${checked}`);
  });
}

Deno.test("`see()` agrees nearly always with a search of all captures on the square", () => {
  // Where it does not, a more valuable piece is the better one to take with, or keeps an enemy slider shut in.
  let checked = 0;
  let equal = 0;
  playRandomGames({ games: tries(15, 40), plies: 150, seed: 6 }, (position, moves, count) => {
    for (let i = 0; i < count; i++) {
      if (!position.isCapture(moves[i])) continue;
      checked++;
      if (see(position, moves[i]) === new ExchangeOracle(position, moves[i] >> 6 & 63, true).value(moves[i])) equal++;
    }
  });
  assert(checked > tries(1800, 5000) && equal > checked * 0.995, `${equal} of ${checked}`);
});

Deno.test("`victimType()` is right for captures, en passant and promotions", () => {
  const position = parseFen("1r2k2r/P7/8/3pP3/8/8/7p/R3K2R w KQk d6 0 1");
  const victims = ["h1h2", "e5d6", "a7b8q", "a7a8n", "a1a6"].map((move) =>
    victimType(position, parseUci(position, move))
  );
  assertEquals(victims, [PAWN, PAWN, ROOK, EMPTY, EMPTY]);
});
