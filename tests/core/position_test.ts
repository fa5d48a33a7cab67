import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { parseUci } from "../../core/notation.ts";
import { majorKey, minorKey, nonPawnKey, pawnKey } from "../../core/part_keys.ts";
import type { Position } from "../../core/position.ts";
import { isThreefold } from "../../core/draws.ts";
import { BISHOP, BLACK, EMPTY, KING, KNIGHT, makeMove, makePiece, NO_MOVE, NO_SQUARE, PAWN } from "../../core/types.ts";
import { QUEEN, ROOK } from "../../core/types.ts";
import { CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, SIDE_KEY } from "../../core/zobrist.ts";
import { playBothKinds, randomIntegers } from "./random_games.ts";
import { tries } from "../effort.ts";

/** The exclusive or of the keys (their low or high halves) of all pieces that `counts` accepts. */
function keyOf({ mailbox }: Position, counts: (type: number, colour: number) => boolean, half = 0): number {
  return mailbox.reduce((key, piece, square) => {
    return piece !== 0 && counts(piece & 7, piece >> 3) ? key ^ PIECE_KEYS[(piece << 6 | square) << 1 | half] : key;
  }, 0);
}

/** One half of the full key, from its definition. */
function fullKey(position: Position, half: number): number {
  return keyOf(position, () => true, half) ^ CASTLING_KEYS[position.rights << 1 | half] ^
    EN_PASSANT_KEYS[position.enPassant << 1 | half] ^ (position.sideToMove === 1 ? SIDE_KEY[half] : 0);
}

function assertKey(found: number, expected: number, name: string): void {
  if (found !== expected) throw new Error(`The key of ${name} is wrong`);
}

/** Fails if anything that moves update differs from the value computed from the mailbox. */
function assertConsistent(position: Position): void {
  const bits = new Int32Array(32);
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square];
    if (piece === 0) continue;
    bits[piece << 1 | square >> 5] |= 1 << square;
    bits[(piece & 8) << 1 | square >> 5] |= 1 << square;
    if ((piece & 7) === KING && position.kings[piece >> 3] !== square) throw new Error("The square of a king is wrong");
  }
  for (let i = 0; i < 32; i++) if (bits[i] !== position.bits[i]) throw new Error(`Bitboard half ${i} is wrong`);
  assertKey(position.keyLo, fullKey(position, 0), "low");
  assertKey(position.keyHi, fullKey(position, 1), "high");
  assertKey(pawnKey(position), keyOf(position, (type) => type === PAWN), "pawns");
  for (const own of [0, 1]) {
    assertKey(nonPawnKey(position, own), keyOf(position, (type, colour) => type !== PAWN && colour === own), "pieces");
  }
  assertKey(minorKey(position), keyOf(position, (type) => [KING, KNIGHT, BISHOP].includes(type)), "minors");
  assertKey(majorKey(position), keyOf(position, (type) => [KING, QUEEN, ROOK].includes(type)), "majors");
}

/** Everything that can be read from a position, as text to compare. */
function snapshot(position: Position): string {
  const { keyLo, keyHi, parts, bits, kings, top, gamePly } = position;
  return [formatFen(position), keyLo, keyHi, ...parts, ...bits, ...kings, top, gamePly].join(" ");
}

Deno.test("keys and bitboards are right after each of many random plies and its undo", () => {
  let plies = 0;
  playBothKinds({ games: tries(30, 200), plies: 300, seed: 2026 }, (position, moves, count) => {
    assertConsistent(position);
    if (count === 0) return;
    const { keyLo } = position;
    position.make(moves[plies++ % count]);
    assertConsistent(position);
    position.undo();
    assertConsistent(position);
    assertEquals(position.keyLo, keyLo);
  });
  assert(plies > tries(10_000, 70_000));
});

Deno.test("`undo()` restores everything, back to the start of a game, even after a thousand plies and more", () => {
  const random = randomIntegers(5);
  const back = [makeMove(6, 21), makeMove(62, 45), makeMove(21, 6), makeMove(45, 62)];
  const position = parseFen(START_FEN);
  const before = snapshot(position);
  for (let ply = 0; ply < 600; ply++) position.make(back[ply & 3]);
  assert(isThreefold(position));
  assertEquals(formatFen(position), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 600 301");
  const snapshots: string[] = [];
  for (let ply = 0; ply < 600; ply++) {
    const moves = legalMoves(position);
    if (moves.length === 0) break;
    snapshots.push(snapshot(position));
    position.make(moves[random(moves.length)]);
  }
  assert(snapshots.length > 100);
  while (snapshots.length > 0) {
    position.undo();
    assertEquals(snapshot(position), snapshots.pop());
  }
  for (let ply = 0; ply < 600; ply++) position.undo();
  assertEquals(snapshot(position), before);
});

Deno.test("`makeNull()` passes the turn, drops the en-passant square, and is undone completely", () => {
  const position = parseFen("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9");
  const before = snapshot(position);
  position.makeNull();
  assertEquals(formatFen(position), "4k3/8/8/3pP3/8/8/8/4K2R b K - 1 9");
  assertConsistent(position);
  position.undoNull();
  assertEquals(snapshot(position), before);
});

Deno.test("only captures and pawn moves reset the halfmove clock; a capture or a promotion is noisy", () => {
  const position = parseFen("1r2k2r/P7/8/3pP3/8/8/7p/R3K2R w KQk d6 7 30");
  const clockAfter = (move: string): number => {
    position.make(parseUci(position, move));
    const { halfmoves } = position;
    position.undo();
    assertEquals(position.halfmoves, 7, move);
    return halfmoves;
  };
  assertEquals(["h1h2", "a7b8n", "a7a8q", "e5d6", "e5e6"].map(clockAfter), [0, 0, 0, 0, 0]);
  assertEquals(["e1c1", "e1e2", "a1a6"].map(clockAfter), [8, 8, 8]);
  // First the moves that count as captures, then those that count as noisy.
  const codes = ["h1h2", "e5d6", "a7b8q", "a7a8n", "e1c1", "a1a6"].map((text) => parseUci(position, text));
  assertEquals(codes.map((move) => position.isCapture(move)), [true, true, true, false, false, false]);
  assertEquals(codes.map((move) => position.isNoisy(move)), [true, true, true, true, false, false]);
});

Deno.test("`lastMove` and `captured` belong to the move that led to the position; before the first move and after a null move, there are none", () => {
  const position = parseFen("1r2k2r/P7/8/3pP3/8/8/7p/R3K2R w KQk d6 7 30");
  const last = () => [position.lastMove, position.captured];
  assertEquals(last(), [NO_MOVE, EMPTY]);
  for (const [text, captured] of [["e5d6", PAWN], ["a7b8n", ROOK], ["h1h2", PAWN], ["e1c1", 0], ["a1a6", 0]] as const) {
    const move = parseUci(position, text);
    position.make(move);
    assertEquals(last(), [move, captured === 0 ? EMPTY : makePiece(BLACK, captured)], text);
    position.makeNull();
    assertEquals(last(), [NO_MOVE, EMPTY], text);
    position.undoNull();
    position.undo();
  }
  assertEquals(last(), [NO_MOVE, EMPTY]);
});

Deno.test("a double push leaves an en-passant square only if a capture is legal", () => {
  const expected: [fen: string, move: string, square: number][] = [
    ["4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", 20],
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", NO_SQUARE],
    ["4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4", NO_SQUARE],
    // The capturing pawn is pinned, or both pawns would leave the king's rank.
    ["3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", NO_SQUARE],
    ["8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", NO_SQUARE],
    // If the pushed pawn gives check, capturing it answers the check. A discovered check remains.
    ["8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1", "e2e4", 20],
    ["4k3/8/8/8/3p4/8/4P3/4R1K1 w - - 0 1", "e2e4", 20],
    ["8/8/5k2/8/2p5/8/1P6/B5K1 w - - 0 1", "b2b4", NO_SQUARE],
  ];
  for (const [fen, move, square] of expected) {
    const position = parseFen(fen);
    position.make(parseUci(position, move));
    assertEquals(position.enPassant, square, fen);
    assertConsistent(position);
  }
});

Deno.test("`hasNonPawns()` looks for pieces besides king and pawns on either half of the board", () => {
  const found = (board: string) => [0, 1].map((colour) => parseFen(`${board} w - - 0 1`).hasNonPawns(colour));
  assertEquals(found("4k3/pppppppp/8/8/n7/8/PPPPPPPP/4K3"), [false, true]);
  assertEquals(found("4k3/1Q6/8/8/8/8/PPPPPPPP/4K3"), [true, false]);
});
