/**
 * Writes PGN in the standard's export format: the seven tags of the roster first, a move number where one is needed,
 * lines of less than 80 columns.
 *
 * @module
 */

import { type FirstMove, numberOf, type PgnGame, type PgnLine } from "./pgn.ts";

/** Columns that a line of moves may have. */
const COLUMNS = 79;
/** Tags that come first, in this order, with the values that mean "unknown". */
const ROSTER: readonly (readonly [tag: string, unknown: string])[] = [
  ["Event", "?"],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Round", "?"],
  ["White", "?"],
  ["Black", "?"],
  ["Result", "*"],
];

/** The names that tags may have. */
const TAG_NAME = /^[A-Za-z0-9_]+$/;

/**
 * Writes a game. A tag is left out if PGN allows no such name.
 *
 * @param game The game.
 * @param first Where it starts.
 * @returns The tags, a blank line, the moves; without a line break at the end.
 */
export function writePgn(game: PgnGame, first: FirstMove): string {
  const tags = new Map(ROSTER.map(([tag, unknown]) => [tag, unknown]));
  for (const [tag, value] of game.tags) if (TAG_NAME.test(tag)) tags.set(tag, value);
  tags.set("Result", game.result);
  const head = Array.from(tags, ([tag, value]) => `[${tag} "${quotable(value)}"]`);
  return [...head, "", ...wrap([...wordsOf(game.main, first), game.result])].join("\n");
}

/** The value of a tag as it stands between quotes. A tag must not leave its line, so line breaks become spaces. */
function quotable(value: string): string {
  return value.replace(/\s+/g, (space) => /[\n\r\u2028\u2029]/.test(space) ? " " : space).replace(/[\\"]/g, "\\$&");
}

/** The words of a line of moves; a line may break between any two of them. */
function wordsOf(line: PgnLine, first: FirstMove): string[] {
  const words: string[] = line.comments.flatMap(wordsOfComment);
  let { fullmove, isWhite } = first;
  let needsNumber = true;
  for (const move of line.moves) {
    // A line that breaks between a number and its move would be allowed, but ugly.
    words.push(isWhite || needsNumber ? `${numberOf(fullmove, isWhite)} ${move.san}` : move.san);
    words.push(...move.nags.map((nag) => `$${nag}`));
    const bare = words.length;
    words.push(...move.comments.flatMap(wordsOfComment));
    for (const variation of move.variations) {
      const inner = wordsOf(variation, { fullmove, isWhite });
      if (inner.length === 0) continue;
      inner[0] = `(${inner[0]}`;
      inner[inner.length - 1] += ")";
      words.push(...inner);
    }
    needsNumber = words.length > bare;
    if (!isWhite) fullmove++;
    isWhite = !isWhite;
  }
  return words;
}

/**
 * A comment. Its commands, such as `[%clk 0:10:00]`, stay in one piece: readers look for them as they are. A percent
 * sign stays behind the word before it: readers leave out a line that begins with one.
 */
function wordsOfComment(comment: string): string[] {
  const words: string[] = [];
  for (const [word] of comment.replaceAll("}", ")").matchAll(/(?:\[%[^\]]*\]|\S)+/g)) {
    if (word.startsWith("%") && words.length > 0) words[words.length - 1] += ` ${word}`;
    else words.push(word);
  }
  if (words.length === 0) return [];
  words[0] = `{ ${words[0]}`;
  words[words.length - 1] += " }";
  return words;
}

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}
