/** Reads moves as people type them, and explains why a move is not legal. @module */

import { legalMoves } from "../../core/movegen.ts";
import { formatSan, formatUci, parseSan, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { moveKind, NO_MOVE, PROMOTION } from "../../core/types.ts";
import { inEnglish, LANGUAGES } from "../../engine/games/pgn_tokens.ts";
import { castlingFault, castlingsIn } from "./castling_entry.ts";

const MAX_SUGGESTIONS = 6;

/** The beginning of a move such as `g1f3`. */
const COORDINATES = /^[a-h][1-8][a-h][1-8]/i;

interface NamedMove {
  readonly move: number;
  readonly san: string;
  readonly uci: string;
}

/**
 * Reads a move as people type it. Spaces do not matter. A piece letter may be in lower case (`nf3`), unless the text is
 * a legal pawn move. Castling may be `oo` or `castle`. Piece letters from other languages work if they mean nothing in
 * English.
 *
 * @returns `NO_MOVE` if the text does not look like a move.
 * @throws {RangeError} If the move is illegal or ambiguous. The message suggests moves.
 */
export function readMove(position: Position, text: string): number {
  const typed = text.replace(/\s+/g, "");
  const castlings = castlingsIn(typed.replace(/[!?]+$/, ""));
  if (castlings.length > 0) return readCastling(position, text, castlings);
  for (const candidate of spellings(typed)) {
    const move = tryMove(() => parseSan(position, candidate)) ??
      tryMove(() => parseUci(position, candidate.toLowerCase()));
    if (move !== undefined) return move;
  }
  const bare = typed.replace(/[!?]+$/, "");
  const [foreign, ...others] = foreignMoves(position, bare);
  if (others.length > 0) {
    const names = [foreign, ...others].map(({ move, language }) => `${formatSan(position, move)} (${language})`);
    throw new RangeError(`'${bare}' may be ${joinOr(names)}`);
  }
  if (foreign !== undefined) return foreign.move;
  const english = looksLikeMove(bare)
    ? bare
    : inLanguages(bare).find(([, translated]) => looksLikeMove(translated))?.[1];
  if (english === undefined) return NO_MOVE;
  throw new RangeError(explain(position, bare, english));
}

/** Finds the one legal move among these castling moves. Throws a RangeError if none or several are legal. */
function readCastling(position: Position, text: string, castlings: readonly string[]): number {
  const legal = namedMoves(position).filter(({ san }) => castlings.includes(san.replace(/[+#]$/, "")));
  if (legal.length === 1) return legal[0].move;
  if (legal.length > 1) throw new RangeError(`'${text}' may be ${joinOr(legal.map(({ san }) => san))}`);
  const faults = castlings.map((castling) => `${castling}: ${castlingFault(position, castling)}`);
  throw new RangeError(`'${text}' is not legal here. ${faults.join("; ")}`);
}

/** Translates a move's piece letters into English from each known language. */
function inLanguages(typed: string): [language: string, translated: string][] {
  const isPiece = /^(?![a-hnbrqkpNBRQKP])\p{L}/u.test(typed);
  if (!isPiece && !/[18][=/(]?(?![nbrqk])\p{L}\)?[+#]?$/iu.test(typed)) return [];
  const upper = isPiece ? typed[0].toUpperCase() + typed.slice(1) : typed;
  const written = upper.replace(/(?<=[a-h][18][=/(]?)\p{L}/u, (letter) => letter.toUpperCase());
  return LANGUAGES.map((language) => [language.language, inEnglish(written, language)]);
}

/** Reads a move in other languages. Returns each legal move that it can mean, with the first matching language. */
function foreignMoves(position: Position, typed: string): { readonly move: number; readonly language: string }[] {
  const moves = new Map<number, string>();
  for (const [language, translated] of inLanguages(typed)) {
    const move = tryMove(() => parseSan(position, translated));
    if (move !== undefined && !moves.has(move)) moves.set(move, language);
  }
  return Array.from(moves, ([move, language]) => ({ move, language }));
}

/** The legal moves, sorted; only those from `square` unless it is "". */
export function listMoves(position: Position, square = ""): string[] {
  return namedMoves(position).filter(({ uci }) => uci.startsWith(square)).map(({ san }) => san).sort();
}

function spellings(typed: string): string[] {
  if (COORDINATES.test(typed)) return [typed];
  // Try the typed text first, because bxc3 is a capture by a pawn, not by a bishop.
  return [typed, typed[0]?.toUpperCase() + typed.slice(1)];
}

function tryMove(parse: () => number): number | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function looksLikeMove(typed: string): boolean {
  return /^[a-h][1-8][a-h][1-8][a-z]?$/i.test(typed) ||
    /^[nbrqkp]?[a-h]?[1-8]?[x:-]?[a-h][1-9](=?[a-z])?[+#]?$/i.test(typed);
}

/** Explains why a move is not legal, and suggests moves. `shown` is the person's text; `typed` is its English form. */
function explain(position: Position, shown: string, typed: string): string {
  const moves = namedMoves(position);
  const target = /([a-h][1-8])(?:=?[a-z])?[+#]?$/i.exec(typed)?.[1].toLowerCase();
  const letter = /^[NBRQK]|^[nrqk](?=[a-h])/.exec(typed)?.[0].toUpperCase() ?? "";
  const meant = moves.filter(({ san, uci }) =>
    uci.slice(2, 4) === target && pieceLetter(san) === letter && !san.startsWith("O") &&
    (!/^[a-h][1-8][a-h]/i.test(typed) || uci.startsWith(typed.slice(0, 2).toLowerCase()))
  );
  if (meant.length > 1 && meant.every(({ move }) => moveKind(move) === PROMOTION)) {
    return `'${shown}' must name the piece that the pawn becomes: ${joinOr(meant.map(({ san }) => san))}`;
  }
  if (meant.length > 1 && !/^[NBRQK]?[a-h1-8]+x?[a-h][1-8]/.test(typed)) {
    return `'${shown}' may be ${joinOr(meant.map(({ san }) => san))}`;
  }
  const check = position.inCheck ? "You are in check, and " : "";
  const near = moves.map((each) => ({ ...each, distance: distanceOf(each, typed, target, letter) }))
    .filter(({ distance }) => distance < Infinity).sort((a, b) => a.distance - b.distance || (a.san < b.san ? -1 : 1));
  const suggestion = near.length === 0
    ? "'moves' lists the legal moves"
    : `similar legal moves: ${near.slice(0, MAX_SUGGESTIONS).map(({ san }) => san).join(", ")}`;
  return `${check}'${shown}' is not legal here; ${suggestion}`;
}

/** How different a legal move is from the typed one: 0 for the same piece and target, infinite if nothing matches. */
function distanceOf({ san, uci }: NamedMove, typed: string, target: string | undefined, letter: string): number {
  const isCoordinate = COORDINATES.test(typed);
  const sameTarget = uci.slice(2, 4) === target;
  const sameOrigin = isCoordinate && uci.slice(0, 2) === typed.slice(0, 2).toLowerCase();
  const samePiece = !isCoordinate && pieceLetter(san) === letter && !san.startsWith("O");
  if (sameOrigin || (sameTarget && samePiece)) return sameTarget ? 0 : 1;
  if (sameTarget) return 2;
  // Suggest a pawn move only if it starts on the typed file.
  return samePiece && (letter !== "" || san[0] === typed[0].toLowerCase()) ? 3 : Infinity;
}

/** The letter of the piece; "" for pawns and castling. */
function pieceLetter(san: string): string {
  return /^[NBRQK]/.exec(san)?.[0] ?? "";
}

function joinOr(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
}

function namedMoves(position: Position): NamedMove[] {
  return legalMoves(position).map((move) => ({
    move,
    san: formatSan(position, move),
    uci: formatUci(move, position.chess960),
  }));
}
