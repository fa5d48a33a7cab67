/**
 * Commands for programs in PGN comments: clocks `[%clk 0:10:00]`, evaluations `[%eval 0.3]`, arrows `[%cal Ge2e4]`,
 * coloured squares `[%csl Rd5]`.
 *
 * @module
 */

import { expect, number } from "../arguments.ts";

/** A colour of an arrow or a square. */
export type MarkColour = "green" | "red" | "yellow" | "blue";

/** The colours. Commands use their first letters. */
const COLOURS: readonly MarkColour[] = ["green", "red", "yellow", "blue"];

/** An arrow on the board. */
export interface Arrow {
  /** The square where it begins. */
  readonly from: string;
  /** The square that it points to. */
  readonly to: string;
  /** Its colour. */
  readonly colour: MarkColour;
}

/** A coloured square. */
export interface ColouredSquare {
  /** Its name. */
  readonly square: string;
  /** Its colour. */
  readonly colour: MarkColour;
}

/** Any command. */
export const COMMAND = /\[%[^\]]*\]/g;

/** A command in a file, with or without a meaning here. */
export interface Command {
  /** The word after the percent sign: `clk`. */
  readonly name: string;
  /** The rest: `0:10:00`. */
  readonly value: string;
}

/** All commands in comments. */
export function commandsIn(comments: readonly string[]): Command[] {
  return comments.flatMap((comment) =>
    Array.from(
      comment.matchAll(/\[%(\S+?)(?:\s+([^\]]*))?\]/g),
      ([, name, value = ""]) => ({ name, value: value.trim() }),
    )
  );
}

/** The values of all commands with this name, in their order. */
function valuesOf(comments: readonly string[], name: string): string[] {
  const pattern = new RegExp(`\\[%${name}(?:\\s+([^\\]]*))?\\]`, "g");
  return comments.flatMap((comment) => Array.from(comment.matchAll(pattern), ([, value = ""]) => value.trim()));
}

/** The value of the first command with this name; `null` if no comment has it. */
export function readCommand(comments: readonly string[], name: string): string | null {
  return valuesOf(comments, name)[0] ?? null;
}

/**
 * Comments with a command, which replaces an earlier command with this name. If the value is `null`, the earlier
 * command is only removed. A new command goes into the first comment that has only commands, or before all comments, so
 * the text of other comments does not change.
 */
export function withCommand(comments: readonly string[], name: string, value: string | null): string[] {
  const written = value === null ? "" : `[%${name}${value === "" ? "" : ` ${value}`}]`;
  const pattern = new RegExp(`\\s*\\[%${name}(?:\\s[^\\]]*)?\\]`, "g");
  let isWritten = written === "";
  const changed = comments.map((comment) => {
    const replaced = comment.replace(pattern, () => {
      if (isWritten) return "";
      isWritten = true;
      return ` ${written}`;
    });
    return replaced === comment ? comment : replaced.trim();
  }).filter((comment) => comment !== "");
  if (isWritten) return changed;
  const place = changed.findIndex((comment) => textOf([comment]) === "");
  if (place < 0) return [written, ...changed];
  changed[place] = `${written} ${changed[place]}`;
  return changed;
}

/** Comments without their commands, as one text. */
export function textOf(comments: readonly string[]): string {
  return comments.map((comment) => comment.replace(COMMAND, " ").replace(/\s+/g, " ").trim())
    .filter((comment) => comment !== "").join(" ");
}

/** A time such as `1:02:03.4` in seconds, `null` if the text is not a time. */
export function parseSeconds(text: string | null): number | null {
  if (text === null || !/^(\d+:){0,2}\d+(\.\d+)?$/.test(text)) return null;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * Seconds in the form of a clock: `1:02:03`, with a decimal if there is one. Throws a RangeError or a TypeError if
 * `seconds` is not a time.
 */
export function formatSeconds(seconds: number | null): string | null {
  if (seconds === null) return null;
  expect(seconds, number(0));
  const rounded = Math.round(seconds * 1000) / 1000;
  const whole = Math.floor(rounded);
  const rest = String(rounded).replace(/^\d+/, "");
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${rest}`;
}

/** The marks of all commands of a name, each as its colour and its `count` squares: one, or two for an arrow. */
export function readMarks(
  comments: readonly string[],
  name: string,
  count: number,
): [colour: MarkColour, ...squares: string[]][] {
  return parseMarks(valuesOf(comments, name).join(), count);
}

/** The marks of a list such as `Gd2d4,Rg1f3`; other parts are ignored. */
export function parseMarks(list: string, count: number): [colour: MarkColour, ...squares: string[]][] {
  return list.split(",").flatMap((mark): [MarkColour, ...string[]][] => {
    const [, letter, squares] = /^([GRYB])((?:[a-h][1-8])+)$/.exec(mark.trim()) ?? [];
    const colour = COLOURS.find((name) => letterOf(name) === letter);
    return colour === undefined || squares.length !== 2 * count ? [] : [[colour, ...squares.match(/../g) ?? []]];
  });
}

/** Marks in the form of a command, `null` for none. Throws a TypeError if a mark has an unknown square or colour. */
export function formatMarks(marks: readonly [colour: MarkColour, ...squares: string[]][]): string | null {
  const texts = marks.map(([colour, ...squares]) => {
    if (!COLOURS.includes(colour) || !squares.every((square) => /^[a-h][1-8]$/.test(square))) {
      throw new TypeError(
        `Expected squares and one of the colours ${COLOURS.join(", ")}, but got ${[colour, ...squares]}`,
      );
    }
    return letterOf(colour) + squares.join("");
  });
  return texts.join(",") || null;
}

function letterOf(colour: MarkColour): string {
  return colour[0].toUpperCase();
}
