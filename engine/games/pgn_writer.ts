/** Writes PGN in the export format of the standard. @module */

import type { GameNode } from "./game_node.ts";
import { type FirstMove, numberOf, type PgnGame } from "./pgn.ts";
import { resultOf } from "./pgn_tokens.ts";

const COLUMNS = 79;
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/** The first character of a word that must have a line of its own. */
const OWN_LINE = "\n";

/**
 * Writes a game with its comments, glyphs and variations, without a final line break. The result is also written into
 * its tag, unless the tag already has one. Lines with moves are at most `columns` wide, unless a single word is longer.
 */
export function writePgn(
  { tags, root, result }: Pick<PgnGame, "tags" | "root" | "result">,
  columns: number = COLUMNS,
): string {
  const all = new Map(ROSTER.map((tag) => [tag, tag === "Date" ? "????.??.??" : "?"]));
  for (const [tag, value] of tags) all.set(tag, value);
  // Keep a result in the tag, even if it contradicts the result after the moves.
  const written = all.get("Result") ?? "";
  const tag = resultOf(written);
  all.set("Result", tag !== "*" ? tag : ["", "?", "*"].includes(written) ? result : written);
  const head = Array.from(all, ([tag, value]) => `[${tag} "${quotable(value)}"]`);
  const first = { fullmove: root.fullmove, isWhite: root.colour === "white" };
  // Programs would read 0-0 after the moves as castling.
  const end = result === "0-0" ? "*" : result;
  const words = [...wordsOfNotes(root), ...wordsOfRest(root), ...wordsOfLine(root.next, first), end];
  return [...head, "", ...wrap(words, columns)].join("\n");
}

/** Escapes the value of a tag, and puts it on one line. */
function quotable(value: string): string {
  return value.replace(/\s+/g, (space) => /[\n\r\u2028\u2029]/.test(space) ? " " : space).replace(/[\\"]/g, "\\$&");
}

/** Adds words to a list one by one, because `push` takes only a limited number of arguments. */
function append(words: string[], others: readonly string[]): void {
  for (const word of others) words.push(word);
}

/** The words for a line of moves. The text may be wrapped after each word. */
function wordsOfLine(head: GameNode | null, first: FirstMove): string[] {
  const words: string[] = [];
  let { fullmove, isWhite } = first;
  let needsNumber = true;
  for (let node = head; node !== null; node = node.next) {
    const before = node.commentsBefore.flatMap(wordsOfComment);
    append(words, before);
    // The number and the move form one word, so that they stay on the same line.
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

function wordsOfNotes({ glyphs, comments }: GameNode): string[] {
  return [...glyphs.map((glyph) => `$${glyph}`), ...comments.flatMap(wordsOfComment)];
}

function wordsOfRest({ rest }: GameNode): string[] {
  // Comments that run to the end of a line, and lines for other programs, need their own lines.
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
 * The words of a comment. A command, such as `[%clk 0:10:00]`, is one word. A percent sign is joined to the previous
 * word, because readers skip lines that begin with one. A comment that contains a brace is written after a `;`, on a
 * line of its own.
 */
function wordsOfComment(comment: string): string[] {
  if (/[{}]/.test(comment)) return [`${OWN_LINE}; ${comment.replace(/\s+/g, " ").trim()}`];
  const words: string[] = [];
  // A line may end only at a single space.
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
