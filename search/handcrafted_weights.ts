/**
 * Every number of the hand-crafted evaluation, with its unit and what it rewards.
 *
 * Unless said otherwise a weight is a pair of centipawns, middlegame and endgame, packed into one 32-bit integer by
 * `pack`: the two halves add and subtract together, so one addition serves both. The values are reasoned from general
 * chess knowledge, scaled so that an extra sound pawn is worth about 100.
 *
 * Tables of squares list ranks from the owner's first rank upwards and the files a … d; the files e … h mirror them.
 *
 * @module
 */

import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../core/types.ts";

/** Packs a middlegame and an endgame value, both −32768 … 32767 in every sum, into one integer. */
export function pack(middlegame: number, endgame: number): number {
  return (middlegame + (endgame << 16)) | 0;
}

/** The middlegame half of a packed score, centipawns. */
export function middlegameOf(packed: number): number {
  return packed << 16 >> 16;
}

/** The endgame half of a packed score, centipawns: a negative middlegame half has borrowed one from it. */
export function endgameOf(packed: number): number {
  return (packed + 0x8000) >> 16;
}

/** Packs two equally long lists element by element. */
function packAll(middlegame: number[], endgame: number[]): Int32Array {
  return Int32Array.from(middlegame, (value, i) => pack(value, endgame[i]));
}

/** Middlegame worth of each piece type, centipawns. */
const MATERIAL_MIDDLEGAME = [0, 84, 345, 362, 490, 1040, 0];
/** Endgame worth of each piece type, centipawns. */
const MATERIAL_ENDGAME = [0, 108, 345, 368, 600, 1110, 0];

/** Worth of each piece type, packed, `[type]`. */
export const MATERIAL: Int32Array = packAll(MATERIAL_MIDDLEGAME, MATERIAL_ENDGAME);

// deno-fmt-ignore
const PAWN_SQUARES = [
  [  0,   0,   0,   0], [  0,   0,   0,   0],
  [ -4,   4,  -2, -12], [  6,   4,   4,   4],
  [ -6,   0,   3,   4], [  0,   0,  -2,  -2],
  [ -8,  -4,   8,  20], [  4,   2,  -2,  -6],
  [ -4,   2,  10,  24], [ 12,   8,   2,  -2],
  [  4,  10,  18,  26], [ 24,  20,  12,   8],
  [ 10,  14,  20,  26], [ 36,  32,  24,  20],
  [  0,   0,   0,   0], [  0,   0,   0,   0],
];
// deno-fmt-ignore
const KNIGHT_SQUARES = [
  [-70, -32, -24, -16], [-45, -30, -18, -10],
  [-34, -22,  -6,   0], [-30, -16,  -6,   2],
  [-20,  -4,   8,  12], [-18,  -6,   4,  14],
  [-14,   2,  14,  20], [-10,   2,  14,  22],
  [ -6,   8,  22,  28], [-10,   2,  14,  22],
  [-12,  10,  26,  30], [-18,  -4,   6,  14],
  [-36, -14,   8,  14], [-30, -18,  -8,   0],
  [-90, -45, -28, -20], [-50, -34, -24, -16],
];
// deno-fmt-ignore
const BISHOP_SQUARES = [
  [-14,   0, -10, -14], [-24, -14, -16,  -8],
  [ -2,  12,   8,   4], [-14,  -6,  -4,   0],
  [  2,  10,  10,   8], [ -8,   0,   2,   6],
  [ -4,   6,  10,  16], [ -6,   2,   6,  12],
  [ -6,   4,  12,  18], [ -6,   2,   6,  12],
  [ -8,   4,   8,  10], [ -8,   2,   4,   6],
  [-18,  -6,  -2,   0], [-12,  -4,  -2,   2],
  [-22, -12, -14, -16], [-20, -14, -12, -10],
];
// deno-fmt-ignore
const ROOK_SQUARES = [
  [-10,  -6,   0,   6], [ -4,  -4,  -4,  -6],
  [-18,  -8,  -4,   0], [ -6,  -6,  -4,  -4],
  [-16,  -6,  -4,  -2], [ -2,  -2,  -2,  -4],
  [-14,  -6,  -4,  -2], [  2,   2,   0,  -2],
  [ -8,  -2,   0,   4], [  6,   4,   2,   0],
  [ -4,   2,   6,   8], [  6,   6,   4,   2],
  [  2,   8,  12,  14], [  6,   6,   6,   4],
  [  0,   2,   4,   6], [  8,   8,   8,   8],
];
// deno-fmt-ignore
const QUEEN_SQUARES = [
  [ -4,  -6,  -4,   2], [-36, -28, -24, -16],
  [ -4,   0,   4,   4], [-26, -18, -12,  -4],
  [ -4,   4,   4,   2], [-18,  -8,   0,   6],
  [ -4,   2,   2,   0], [-10,   2,  10,  18],
  [ -4,   2,   2,   0], [ -6,   6,  16,  22],
  [  0,   6,   8,   8], [-10,   0,   8,  14],
  [ -2,  -4,   4,   4], [-20,  -8,  -2,   6],
  [  0,   2,   4,   4], [-24, -16, -10,  -6],
];
// deno-fmt-ignore
const KING_SQUARES = [
  [ 26,  36,  10,  -6], [-46, -28, -18, -14],
  [ 18,  16,  -8, -24], [-22,  -8,   2,   6],
  [-12, -16, -36, -46], [-12,   4,  14,  18],
  [-34, -40, -56, -66], [ -4,  14,  24,  28],
  [-44, -50, -62, -72], [  2,  22,  32,  34],
  [-48, -52, -64, -74], [  2,  26,  34,  34],
  [-52, -56, -68, -78], [ -8,  16,  20,  22],
  [-60, -64, -74, -84], [-40, -18,  -8,  -6],
];

/** Material and placement of each piece on each square, packed, `[piece << 6 | square]`, positive for either colour. */
export const PIECE_SQUARES: Int32Array = pieceSquares();

function pieceSquares(): Int32Array {
  const table = new Int32Array(16 * 64);
  const byType = [];
  byType[PAWN] = PAWN_SQUARES;
  byType[KNIGHT] = KNIGHT_SQUARES;
  byType[BISHOP] = BISHOP_SQUARES;
  byType[ROOK] = ROOK_SQUARES;
  byType[QUEEN] = QUEEN_SQUARES;
  byType[KING] = KING_SQUARES;
  for (let type = PAWN; type <= KING; type++) {
    for (let square = 0; square < 64; square++) {
      const row = (square >> 3) << 1;
      const file = Math.min(square & 7, 7 - (square & 7));
      const value = MATERIAL[type] + pack(byType[type][row][file], byType[type][row + 1][file]);
      table[type << 6 | square] = value;
      table[(8 | type) << 6 | (square ^ 56)] = value;
    }
  }
  return table;
}

/** What having the move is worth, centipawns, in every phase. */
export const TEMPO = 16;

// Phase.

/** Share of the middlegame, 0 … 256, by what is left: 1 for a minor piece, 2 for a rook, 4 for a queen, at most 24. */
export const PHASE: Int32Array = Int32Array.from(
  { length: 25 },
  (_, left) => Math.round(Math.max(0, Math.min(1, (left - 4) / 18)) * 256),
);

// Mobility: attacked squares outside own blocked or unmoved pawns, own king and queens and what enemy pawns attack.

/** Worth of a piece by its mobility, packed, `[type << 5 | squares]`. */
export const MOBILITY: Int32Array = mobility();

function mobility(): Int32Array {
  const table = new Int32Array(8 << 5);
  table.set(packAll([-48, -30, -11, -3, 3, 9, 15, 20, 24], [-55, -36, -18, -6, 2, 8, 12, 15, 17]), KNIGHT << 5);
  table.set(
    packAll(
      [-36, -17, -2, 6, 13, 19, 23, 26, 28, 30, 32, 34, 36, 38],
      [-46, -24, -8, 2, 10, 17, 23, 27, 31, 34, 36, 38, 40, 42],
    ),
    BISHOP << 5,
  );
  table.set(
    packAll(
      [-34, -18, -8, -4, 0, 3, 6, 9, 12, 14, 16, 18, 20, 22, 24],
      [-60, -32, -8, 4, 15, 25, 33, 40, 46, 51, 56, 60, 63, 65, 67],
    ),
    ROOK << 5,
  );
  // deno-fmt-ignore
  table.set(
    packAll(
      [-26, -16, -8, -5, -2, 0, 2, 4, 6, 7, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
      [-40, -28, -18, -10, -3, 3, 9, 14, 19, 24, 28, 32, 35, 38, 41, 43, 45, 47, 49, 51, 53, 55, 56, 57, 58, 59, 60, 61],
    ),
    QUEEN << 5,
  );
  return table;
}

// Pieces.

/** Two bishops. */
export const BISHOP_PAIR: number = pack(26, 52);
/** Each own pawn on the colour of the bishop. */
export const BISHOP_PAWN: number = pack(-2, -5);
/** A knight on an outpost: a square that an own pawn holds and no enemy pawn can ever attack. */
export const KNIGHT_OUTPOST: number = pack(34, 22);
/** Each outpost that a knight can move to. */
export const KNIGHT_REACHES_OUTPOST: number = pack(14, 8);
/** A bishop on an outpost. */
export const BISHOP_OUTPOST: number = pack(20, 8);
/** A minor piece with a pawn of either colour right before it. */
export const MINOR_BEHIND_PAWN: number = pack(9, 2);
/** Each king step between a minor piece and its king. */
export const MINOR_KING_DISTANCE: number = pack(-2, -2);
/** A rook by the pawns on its file, packed, `[has own pawns << 1 | has enemy pawns]`: an open file, a half-open one. */
export const ROOK_FILES: Int32Array = packAll([34, 14, 0, 0], [14, 8, 0, 0]);
/** A rook on the seventh rank while pawns stand there or the king is cut off behind it. */
export const ROOK_ON_SEVENTH: number = pack(10, 22);
/** A rook of small mobility shut in on its king's side of the board. */
export const ROOK_TRAPPED: number = pack(-32, -8);

// Pawn structure.

/** A pawn without own pawns on the neighbouring files. */
export const PAWN_ISOLATED: number = pack(-8, -12);
/** The same on a file without enemy pawns, so that rooks can attack it: added. */
export const PAWN_ISOLATED_OPEN: number = pack(-8, -6);
/** A pawn left behind by its neighbours whose next square is held by an enemy pawn. */
export const PAWN_BACKWARD: number = pack(-8, -11);
/** The same on a file without enemy pawns: added. */
export const PAWN_BACKWARD_OPEN: number = pack(-8, -6);
/** A pawn with an own pawn further up its file. */
export const PAWN_DOUBLED: number = pack(-6, -20);
/** The same without support of a neighbour: added. */
export const PAWN_DOUBLED_ISOLATED: number = pack(-6, -10);
/**
 * A pawn beside or held by another, packed, `[isOpposed << 3 | relative rank]`: an opposed one will hardly be passed.
 */
export const PAWN_CONNECTED: Int32Array = packAll(
  [0, 4, 7, 9, 22, 44, 70, 0, 0, 2, 3, 4, 11, 22, 35, 0],
  [0, 0, 2, 5, 16, 40, 60, 0, 0, 0, 1, 2, 8, 20, 30, 0],
);
/** Each own pawn that holds a connected pawn: added. */
export const PAWN_SUPPORT: number = pack(7, 5);
/** A passed pawn, packed, `[relative rank]`. */
export const PASSED: Int32Array = packAll([0, 2, 4, 4, 22, 58, 105, 0], [0, 10, 14, 26, 50, 96, 150, 0]);
/** Each file between a passed pawn and the edge of the board. */
export const PASSED_FILE: number = pack(-3, -5);
/** Least relative rank of a passed pawn whose way is looked at. */
export const PASSED_WAY_RANK = 3;
/** Endgame centipawns for each step (at most 5) of the enemy king from the pawn's next square, `[relative rank]`. */
export const PASSED_ENEMY_KING: Int32Array = new Int32Array([0, 0, 0, 4, 10, 18, 28, 0]);
/** Endgame centipawns for each step (at most 5) of the own king from the pawn's next square, `[relative rank]`. */
export const PASSED_OWN_KING: Int32Array = new Int32Array([0, 0, 0, -2, -5, -9, -14, 0]);
/** The next square is free, packed, `[relative rank]`. */
export const PASSED_STOP_FREE: Int32Array = packAll([0, 0, 0, 2, 5, 9, 14, 0], [0, 0, 0, 2, 5, 9, 14, 0]);
/** The next square is free and not attacked, packed, `[relative rank]`: added. */
export const PASSED_STOP_SAFE: Int32Array = packAll([0, 0, 0, 2, 5, 9, 14, 0], [0, 0, 0, 4, 10, 18, 28, 0]);
/** The next square is free and no enemy attacks any square of the way, packed, `[relative rank]`: added. */
export const PASSED_WAY_SAFE: Int32Array = packAll([0, 0, 0, 4, 10, 18, 28, 0], [0, 0, 0, 6, 15, 27, 42, 0]);
/** The next square is free and an own piece holds it, packed, `[relative rank]`: added. */
export const PASSED_STOP_HELD: Int32Array = packAll([0, 0, 0, 2, 5, 9, 14, 0], [0, 0, 0, 2, 5, 9, 14, 0]);
/** The enemy king can no longer catch the pawn and nothing else is left to stop it, endgame centipawns. */
export const PASSED_UNSTOPPABLE = 420;

// King.

/**
 * Nearest own pawn of a file at the king, middlegame centipawns, `[file's distance from the edge << 3 | its relative
 * rank]`.
 */
// deno-fmt-ignore
export const SHELTER: Int32Array = new Int32Array([
  // None, then on the second rank, on the third …
  -12,  22,  20,   4,  -2,  -6, -10, 0,
  -30,  30,  18,  -8, -12, -14, -18, 0,
  -16,  26,   8,  -6,  -8, -10, -14, 0,
  -18,  14,   4,  -8, -12, -14, -18, 0,
]);
/**
 * Nearest enemy pawn of a file at the king that can advance, middlegame centipawns, `[relative rank from the king's
 * side]`.
 */
export const STORM: Int32Array = new Int32Array([0, -8, -34, -24, -10, 0, 4, 0]);
/** The same where an own pawn blocks it. */
export const STORM_BLOCKED: Int32Array = new Int32Array([0, 0, -16, -6, 0, 2, 4, 0]);
/** A file at the king without any pawn, middlegame centipawns. */
export const OPEN_FILE_AT_KING: number = -16;
/** Each step from the king to the nearest pawn. */
export const KING_PAWN_DISTANCE: number = pack(0, -6);

// King danger: points, of which the square is taken; see `DANGER_SQUARE`.

/**
 * What a piece that attacks the king's zone adds to the pressure, `[type]`: 1 `<< 16`, and points that count by
 * pieces.
 */
export const ZONE_PRESSURE: Int32Array = Int32Array.from(
  [0, 0, 6, 4, 4, 3],
  (points) => points > 0 ? 1 << 16 | points : 0,
);
/** Points for each square of the zone that is attacked, and again if it is twice. */
export const ZONE_ATTACK = 3;
/** Points for each attacked square of the zone that is held by nothing but king or queen. */
export const ZONE_WEAK = 9;
/** Points for a check that cannot be answered by a capture at no cost, `[type]`. */
export const SAFE_CHECK: Int32Array = new Int32Array([0, 0, 44, 34, 56, 44, 0, 0]);
/** Points for each square from which a check could only be given at a loss. */
export const UNSAFE_CHECK = 5;
/** Points while the attacker has no queen. */
export const NO_QUEEN: number = -50;
/** Points for a knight of the defender that holds a square of the zone. */
export const KNIGHT_DEFENDS: number = -6;
/** A point less for so many centipawns of shelter. */
export const SHELTER_PER_POINT = 4;
/** Points that every zone starts with. */
export const DANGER_BASE = 4;
/** Most points. */
export const DANGER_MAX = 220;
/** Middlegame centipawns are the square of the points by this. */
export const DANGER_SQUARE = 64;
/** Endgame centipawns are the points by this. */
export const DANGER_LINEAR = 6;

// Threats.

/** A pawn attacks a piece. */
export const THREAT_BY_PAWN: number = pack(54, 38);
/** A pawn could move to where it safely attacks a piece. */
export const THREAT_BY_PUSH: number = pack(16, 12);
/** A minor piece attacks one that is not well defended. */
export const THREAT_MINOR_MINOR: number = pack(22, 22);
/** A minor piece attacks a rook or queen. */
export const THREAT_MINOR_MAJOR: number = pack(44, 52);
/** A rook attacks a minor piece that is not well defended, or a queen. */
export const THREAT_BY_ROOK: number = pack(22, 26);
/** A piece attacks a pawn that is not well defended. */
export const THREAT_PAWN: number = pack(2, 12);
/** The king attacks something undefended. */
export const THREAT_BY_KING: number = pack(10, 36);
/** A piece is attacked and not defended at all. */
export const THREAT_HANGING: number = pack(32, 18);

// Space.

/** A square of the centre files on the second to fourth rank that no enemy pawn attacks, middlegame centipawns. */
export const SPACE_SQUARE = 2;
/** Least phase, 0 … 256, in which space counts. */
export const SPACE_PHASE = 128;

// Endgames. Scale factors are in 1/64 of the endgame half.

/** Scale of a full endgame score. */
export const SCALE_FULL = 64;
/** Scale where the stronger side has pawns: a base, and an increment for each pawn. */
export const SCALE_PAWN_BASE = 46;
/** Scale added for each pawn of the stronger side. */
export const SCALE_PER_PAWN = 5;
/** Bishops of opposite colours and nothing else but pawns: a base, and an increment for each passed pawn. */
export const SCALE_OPPOSITE_BISHOPS = 22;
/** Scale added for each passed pawn of the stronger side with opposite bishops. */
export const SCALE_OPPOSITE_PASSED = 6;
/** Bishops of opposite colours among other pieces. */
export const SCALE_OPPOSITE_MIXED = 50;
/** No pawns and at most a minor piece ahead, while the weaker side has at most a minor piece. */
export const SCALE_NO_PAWNS_WEAK = 4;
/** No pawns and at most a minor piece ahead, with more on the board. */
export const SCALE_NO_PAWNS = 8;
/** Rooks alone, a pawn ahead, all pawns of the stronger side on one wing. */
export const SCALE_ROOKS = 44;
/** A lone king that can be mated: endgame centipawns, so that such endings beat every other advantage. */
export const MATE_BONUS = 500;
/**
 * Endgame centipawns for each step of the lone king from the centre (towards the mating corner with bishop and
 * knight).
 */
export const MATE_EDGE = 24;
/** Endgame centipawns for each step that the kings are closer. */
export const MATE_KINGS = 12;
