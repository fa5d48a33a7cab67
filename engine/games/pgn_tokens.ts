/**
 * Patterns for the words of PGN: tags, moves, results and symbols, in the standard form and in common variants.
 *
 * The patterns are sticky: they match only at a given index. Repetitions are bounded, so the time for a line is
 * proportional to its length.
 *
 * @module
 */

import { DASHES, plainText, UNSEEN } from "../../core/plain_text.ts";

/** Makes a pattern. Its parts are joined in a function, so that bundlers can drop unused patterns. */
function pattern(source: () => string, flags: string): RegExp {
  return new RegExp(source(), flags);
}

const dash = (): string => `[-${DASHES}]`;
/** Matches a mark of check or mate. The `+` in `+-` or `+/=` is not such a mark, but the first `+` in `+-+` is. */
const check = (): string => `(?:[#†‡]|\\+(?!/?[-${DASHES}=](?!/?\\+)))`;
/** A letter of any language or a chess symbol. */
const LETTER = `[\\p{L}\\u2654-\\u265f]`;
const letters = (): string => `[\\p{L}\\d\\u2654-\\u265f${UNSEEN}]`;
const HALF = `(?:1\\s?/\\s?2|½|0[.,]5)`;

/** A move number in the usual form. It is tried first, to save time. */
export const USUAL_NUMBER = /\d{1,3}\.(?:\.\.)?(?=\s|[KQRBNOa-h])/y;
/** A move in the usual form. It is tried first, to save time. */
export const USUAL_MOVE = /(?:[KQRBN]?[a-h1-8]{0,2}x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?(?=[\s)!?]|$)/y;
/** White space, and invisible characters. */
export const SPACE: RegExp = /* @__PURE__ */ pattern(() => `[\\s${UNSEEN}]*`, "y");
/** A brace. This pattern is not sticky. */
export const BRACES = /[{}]/g;
/** A tag pair. */
export const TAG = /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^"\\])*)"[ \t]*\]/y;
/** A tag that determines the start position, in any capitalisation and form. */
export const START_TAG = /\[[ \t]*(FEN|Variant)\b([^\]]{0,200})\]?/iy;
/** A line in brackets that is not a tag. */
export const NO_TAG = /\[[^\]]*(?:\]|$)/y;
/** A tag pair with unescaped quotes in its value. */
export const LOOSE_TAG = /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"(.*?)"[ \t]*\](?=[ \t]*(?:\[|$))/y;
/** Words in brackets that are not a tag. */
export const BRACKETS = /\[[^[\]]{0,400}\]/y;
/** A numeric glyph. A move may follow without a space. */
export const NAG = /\$(\d{1,3})(?=[^\p{L}\d]|$|[^\s(){}]{0,8}[a-h][1-8])/uy;
/** A result. */
export const RESULT: RegExp = /* @__PURE__ */ pattern(
  () => `(?:${HALF}\\s?(?:${dash()}|:)\\s?${HALF}|${HALF}|[01]\\s?(?:${dash()}|:)\\s?[01]|\\*)(?![\\w½/]|${dash()})`,
  "y",
);
/** Castling, with letters or zeros. */
export const CASTLING: RegExp = /* @__PURE__ */ pattern(
  () =>
    `[0OoОо][${UNSEEN}]?${dash()}[${UNSEEN}]?[0OoОо](?:[${UNSEEN}]?${dash()}[${UNSEEN}]?[0OoОо])?(?!${letters()})${check()}?`,
  "yu",
);
/** A null move. */
export const NULL_MOVE: RegExp = /* @__PURE__ */ pattern(
  () => `(?:${dash()}${dash()}|Z0|null|pass|@@@@|0000|<>)(?![\\w-])`,
  "yi",
);
/** A move written in digits (core/notation.ts). */
export const NUMERIC_MOVE = /[1-8]{4}[1-4]?(?=[\s(){}!?$;]|$)/y;
/** A move number with dots. If digits follow, they must be a move. */
export const NUMBER = /\d{1,9}(?:\s*\.+|…)(?=\D|$|0[-\u2010-\u2015\u2212]0|0000|[1-8]{4}[1-4]?(?:[\s(){}!?$;]|$))/y;
/** A number without dots. */
export const BARE_NUMBER = /\d{1,9}(?=[\s(){}]|$)/y;
/** An evaluation, a number of moves to mate, a depth or a time. */
export const MEASURE = /[-+\u2212]?(?:[#Mm][-+\u2212]?)?\d{1,9}(?:[.,:/]\d{1,9}){0,4}[\p{L}%'"]{0,3}(?=[\s(){};]|$)/yu;
/** Dots instead of White's move. */
export const DOTS = /[.…]+/y;
/** A mark of check or mate that is separated from its move. */
export const IDLE = /[+#†‡]+(?=[\s(){}]|$)/y;
/** The words "en passant" after a move. */
export const PASSANT = /e\.?p\.?(?=[\s(){}$]|$)/y;
/** Unknown signs: before a move, in angle brackets, or at the beginning of a word. */
export const OTHER_SIGNS =
  /[\p{S}\p{Pi}\p{Pf}⟪⟫]{1,40}(?=[^\s(){}]{0,8}[a-h][1-8])|<[^<>]{0,400}>|[\p{S}\p{Pi}\p{Pf}⟪⟫][^\s(){}]{0,400}/yu;
/** A move, or a word that stands where a move is expected. */
export const MOVE: RegExp = /* @__PURE__ */ pattern(
  () =>
    `${LETTER}${letters()}{0,40}(?:(?:${dash()}|[x×:=/])${letters()}{1,20}){0,6}(?:\\(${LETTER}\\))?${check()}{0,4}`,
  "yu",
);
/** Anything else. */
export const WORD = /[^\s{}()[\]]{1,40}|./yu;

/** The results of games. The last one means that both players lost, perhaps because neither appeared. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0"];

/** A result in the standard form, or `0-0`; `*` for anything else. */
export function resultOf(text: string | undefined): string {
  const plain = plainText(text ?? "").replace(/\s/g, "").replace(":", "-").replace(/½|0[.,]5/g, "1/2");
  if (plain === "1/2") return "1/2-1/2";
  return RESULTS.includes(plain) ? plain : "*";
}

/** The letters for king, queen, rook, bishop and knight in a language. */
export type PieceLetters = { readonly language: string; readonly letters: readonly string[] };

/** Languages to try after English. */
export const LANGUAGES: readonly PieceLetters[] = /* @__PURE__ */ [
  ["German", "K D T L S"],
  ["Dutch", "K D T L P"],
  ["French", "R D T F C"],
  ["Spanish or Italian", "R D T A C"],
  ["Portuguese", "R D T B C"],
  ["Polish", "K H W G S"],
  ["Czech", "K D V S J"],
  ["Hungarian", "K V B F H"],
  ["Finnish", "K D T L R"],
  ["Russian", "Кр Ф Л С К"],
].map(([language, letters]) => ({ language, letters: letters.split(" ") }));

/** A move with English piece letters; "" if its first letter does not stand for a piece in this language. */
export function inEnglish(move: string, { letters }: PieceLetters): string {
  const english = (letter: string): string => "KQRBN"[letters.indexOf(letter)] ?? letter;
  const piece = letters.find((letter) => move.startsWith(letter));
  if (piece === undefined && /^\p{Lu}/u.test(move) && !/^[OО]/.test(move)) return "";
  const translated = piece === undefined ? move : english(piece) + move.slice(piece.length);
  // Translate the piece to which a pawn promotes.
  return translated.replace(/(?<=[a-h][18][=/(]?)\p{L}/u, english);
}
