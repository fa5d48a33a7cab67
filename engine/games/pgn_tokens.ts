/**
 * The words of PGN: patterns of tags, moves, results and symbols, in the standard form and in common deviations.
 *
 * All patterns are sticky: they are matched at one place of a line. Their repetitions are bounded, so that the time for
 * a line is proportional to its length.
 *
 * @module
 */

import { DASHES, plainText, UNSEEN } from "../../core/plain_text.ts";

/** A pattern made of parts. Bundlers drop it if nothing uses it, because its parts are joined in a function. */
function pattern(source: () => string, flags: string): RegExp {
  return new RegExp(source(), flags);
}

/** Dashes of any kind. This is a function for the same reason. */
const dash = (): string => `[-${DASHES}]`;
/**
 * The mark of a check or a mate. A `+` that begins `+-`, `+/=` or the like is not such a mark, but the first `+` of
 * `+-+` is.
 */
const check = (): string => `(?:[#†‡]|\\+(?!/?[-${DASHES}=](?!/?\\+)))`;
/** The characters of pieces and squares: letters of any language, digits, chess symbols (♞). */
const LETTER = `[\\p{L}\\u2654-\\u265f]`;
const letters = (): string => `[\\p{L}\\d\\u2654-\\u265f${UNSEEN}]`;
/** Half a point. */
const HALF = `(?:1\\s?/\\s?2|½|0[.,]5)`;

/** A move number in the usual form; this pattern is tried first. */
export const USUAL_NUMBER = /\d{1,3}\.(?:\.\.)?(?=\s|[KQRBNOa-h])/y;
/** A move in the standard form; this pattern is tried first. */
export const USUAL_MOVE = /(?:[KQRBN]?[a-h1-8]{0,2}x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?(?=[\s)!?]|$)/y;
/** White space, and invisible characters. */
export const SPACE: RegExp = /* @__PURE__ */ pattern(() => `[\\s${UNSEEN}]*`, "y");
/** The beginnings and ends of comments. This pattern is not sticky. */
export const BRACES = /[{}]/g;
/** A tag pair. */
export const TAG = /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^"\\])*)"[ \t]*\]/y;
/** The name of a tag that decides the start of the game, in any capitalisation, and the text after it. */
export const START_TAG = /\[[ \t]*(FEN|Variant)\b([^\]]{0,200})\]?/iy;
/** A line in brackets that is not a tag. */
export const NO_TAG = /\[[^\]]*(?:\]|$)/y;
/** A tag pair with unescaped quotes within quotes. */
export const LOOSE_TAG = /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"(.*?)"[ \t]*\](?=[ \t]*(?:\[|$))/y;
/** Words in brackets that are not a tag. */
export const BRACKETS = /\[[^[\]]{0,400}\]/y;
/** A glyph as a number of at most three digits (`MAX_GLYPH`). A move may follow. */
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
/** A move as digits (core/notation.ts). */
export const NUMERIC_MOVE = /[1-8]{4}[1-4]?(?=[\s(){}!?$;]|$)/y;
/** A move number with its dots. Digits after them make it another number, unless they are a move. */
export const NUMBER = /\d{1,9}(?:\s*\.+|…)(?=\D|$|0[-\u2010-\u2015\u2212]0|0000|[1-8]{4}[1-4]?(?:[\s(){}!?$;]|$))/y;
/** A number without a move, which may be a move number. */
export const BARE_NUMBER = /\d{1,9}(?=[\s(){}]|$)/y;
/** A number about a move: an evaluation, moves to mate, a depth, a time. */
export const MEASURE = /[-+\u2212]?(?:[#Mm][-+\u2212]?)?\d{1,9}(?:[.,:/]\d{1,9}){0,4}[\p{L}%'"]{0,3}(?=[\s(){};]|$)/yu;
/** Dots, in place of White's move. */
export const DOTS = /[.…]+/y;
/** Check marks that are separated from their move; they are ignored. */
export const IDLE = /[+#†‡]+(?=[\s(){}]|$)/y;
/** The words for a capture en passant, after the move. */
export const PASSANT = /e\.?p\.?(?=[\s(){}$]|$)/y;
/** Signs without a glyph number: before a move, in angle brackets, or at the beginning of a word. */
export const OTHER_SIGNS =
  /[\p{S}\p{Pi}\p{Pf}⟪⟫]{1,40}(?=[^\s(){}]{0,8}[a-h][1-8])|<[^<>]{0,400}>|[\p{S}\p{Pi}\p{Pf}⟪⟫][^\s(){}]{0,400}/yu;
/** A move, or the text that a file has in place of a move. */
export const MOVE: RegExp = /* @__PURE__ */ pattern(
  () =>
    `${LETTER}${letters()}{0,40}(?:(?:${dash()}|[x×:=/])${letters()}{1,20}){0,6}(?:\\(${LETTER}\\))?${check()}{0,4}`,
  "yu",
);
/** Anything else. */
export const WORD = /[^\s{}()[\]]{1,40}|./yu;

/** The results of games. The last one means that both players have lost, for example because they did not appear. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0"];

/** A result in the standard form, `0-0` if both players lost; `*` for anything else. */
export function resultOf(text: string | undefined): string {
  const plain = plainText(text ?? "").replace(/\s/g, "").replace(":", "-").replace(/½|0[.,]5/g, "1/2");
  if (plain === "1/2") return "1/2-1/2";
  return RESULTS.includes(plain) ? plain : "*";
}

/** Letters of the pieces in a language. */
export interface PieceLetters {
  /** The name of the language. */
  readonly language: string;
  /** Its letters for king, queen, rook, bishop, knight. */
  readonly letters: readonly string[];
}

/** The languages that are tried if a game cannot be read in English. */
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

/** A move with English letters instead of the letters of a language. */
export function inEnglish(move: string, { letters }: PieceLetters): string {
  const english = (letter: string): string => "KQRBN"[letters.indexOf(letter)] ?? letter;
  const piece = letters.find((letter) => move.startsWith(letter));
  // The move begins with a letter that is no piece in this language.
  if (piece === undefined && /^\p{Lu}/u.test(move) && !/^[OО]/.test(move)) return "";
  const translated = piece === undefined ? move : english(piece) + move.slice(piece.length);
  // The piece to which a pawn promotes.
  return translated.replace(/(?<=[a-h][18][=/(]?)\p{L}/u, english);
}
