/**
 * Writes PGN in the standard's export format: the seven tags of the roster first, moves in standard algebraic notation, a
 * move number where one is needed, lines of less than 80 columns.
 *
 * @module
 */

import type { GameNode } from "./game_node.ts";
import { type FirstMove, numberOf, type PgnGame } from "./pgn.ts";
import { resultOf } from "./pgn_tokens.ts";

/** Maximum columns of a line of moves according to the standard. */
const COLUMNS = 79;
/** Tags that come first, in this order; `?` means "unknown". */
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/** Marks, at its start, a word that must have its own line. */
const OWN_LINE = "\n";

/**
 * Writes a game with its comments, glyphs and variations. The result is written after the moves, and also in the tag
 * `Result` if the tag has none. There is no line break at the end.
 *
 * @param columns Maximum columns of a line of moves; a longer word has its own line.
 */
export function writePgn(
  { tags, root, result }: Pick<PgnGame, "tags" | "root" | "result">,
  columns: number = COLUMNS,
): string {
  const all = new Map(ROSTER.map((tag) => [tag, tag === "Date" ? "????.??.??" : "?"]));
  for (const [tag, value] of tags) all.set(tag, value);
  // A result in the tag stays, even if it contradicts the result after the moves.
  const written = all.get("Result") ?? "";
  const tag = resultOf(written);
  all.set("Result", tag !== "*" ? tag : ["", "?", "*"].includes(written) ? result : written);
  const head = Array.from(all, ([tag, value]) => `[${tag} "${quotable(value)}"]`);
  const first = { fullmove: root.fullmove, isWhite: root.colour === "white" };
  // After moves, readers would take 0-0 for castling.
  const end = result === "0-0" ? "*" : result;
  const words = [...wordsOfNotes(root), ...wordsOfRest(root), ...wordsOfLine(root.next, first), end];
  return [...head, "", ...wrap(words, columns)].join("\n");
}

/** The value of a tag for use between quotes. A tag must be on one line, so line breaks become spaces. */
function quotable(value: string): string {
  return value.replace(/\s+/g, (space) => /[\n\r\u2028\u2029]/.test(space) ? " " : space).replace(/[\\"]/g, "\\$&");
}

/**
 * Adds words to a list. A single `push` is impossible, because there may be more words than a call may have arguments.
 */
function append(words: string[], others: readonly string[]): void {
  for (const word of others) words.push(word);
}

/** The words of a line that begins with a node. The text may break between any two of them. */
function wordsOfLine(head: GameNode | null, first: FirstMove): string[] {
  const words: string[] = [];
  let { fullmove, isWhite } = first;
  let needsNumber = true;
  for (let node = head; node !== null; node = node.next) {
    const before = node.commentsBefore.flatMap(wordsOfComment);
    append(words, before);
    // The number and the move are one word, so that no line breaks between them.
    const hasNumber = isWhite || needsNumber || before.length > 0;
    words.push(hasNumber ? `${numberOf(fullmove, isWhite)} ${node.san}` : node.san);
    const bare = words.length + node.glyphs.length;
    append(words, wordsOfNotes(node));
    if (node.parent?.next === node) {
      for (const variation of node.parent.children.slice(1)) {
        append(words, inBrackets(wordsOfLine(variation, { fullmove, isWhite })));
      }
    }
    append(words, wordsOfRest(node));
    needsNumber = words.length > bare;
    if (!isWhite) fullmove++;
    isWhite = !isWhite;
  }
  return words;
}

/** The notes after a move: glyphs, comments. */
function wordsOfNotes({ glyphs, comments }: GameNode): string[] {
  return [...glyphs.map((glyph) => `$${glyph}`), ...comments.flatMap(wordsOfComment)];
}

/** Text that is not a legal move, unchanged. */
function wordsOfRest({ rest }: GameNode): string[] {
  // Comments to the end of the line, and lines that readers skip, need their own lines.
  const text = rest.replace(/^%/gm, " %").replace(/^\[/gm, "... [");
  if (/[;%[]/.test(text)) return text.split("\n").map((line) => OWN_LINE + line);
  return text === "" ? [] : text.split(/\s+/);
}

function inBrackets(words: string[]): string[] {
  if (words[0].startsWith(OWN_LINE)) words.unshift("(");
  else words[0] = `(${words[0]}`;
  if (words[words.length - 1].startsWith(OWN_LINE)) words.push(")");
  else words[words.length - 1] += ")";
  return words;
}

/**
 * A comment. Its commands, such as `[%clk 0:10:00]`, stay in one piece, so that readers find them. A percent sign stays
 * with the word before it, since readers skip a line that begins with one. A comment that contains a brace is written
 * after a semicolon, to the end of the line, since within braces this brace would end the comment or open a nested one.
 */
function wordsOfComment(comment: string): string[] {
  if (/[{}]/.test(comment)) return [`${OWN_LINE}; ${comment.replace(/\s+/g, " ").trim()}`];
  const words: string[] = [];
  // A line may break at a single space. Several spaces in a row are kept together.
  for (const [word] of comment.replace(/\s*\n\s*/g, " ").trim().matchAll(/(?:\[%[^\]]*\]|\S|\s{2,}|[^\S \n])+/g)) {
    if (word.startsWith("%") && words.length > 0) words[words.length - 1] += ` ${word}`;
    else words.push(word);
  }
  if (words.length === 0) return [];
  words[0] = `{ ${words[0]}`;
  words[words.length - 1] += " }";
  return words;
}

function wrap(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const isOwnLine = word.startsWith(OWN_LINE);
    if (line !== "" && (isOwnLine || line.length + 1 + word.length > columns)) {
      lines.push(line);
      line = "";
    }
    if (isOwnLine) lines.push(word.slice(OWN_LINE.length));
    else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}
