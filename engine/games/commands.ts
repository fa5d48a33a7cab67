/** Commands in PGN comments, such as clocks `[%clk 0:10:00]` and arrows `[%cal Ge2e4]`. @module */

import { expect, number } from "../arguments.ts";

/** The colour of an arrow or a square. */
export type MarkColour = "green" | "red" | "yellow" | "blue";

const COLOURS: readonly MarkColour[] = ["green", "red", "yellow", "blue"];

/** An arrow on the board. */
export interface Arrow {
  /** The square where the arrow starts. */
  readonly from: string;
  /** The square that the arrow points to. */
  readonly to: string;
  /** The colour. */
  readonly colour: MarkColour;
}

/** A coloured square. */
export interface ColouredSquare {
  /** The name of the square. */
  readonly square: string;
  /** The colour. */
  readonly colour: MarkColour;
}

/** Matches any command. */
export const COMMAND = /\[%[^\]]*\]/g;

/** A command in a comment. */
export interface Command {
  /** Its name: `clk`. */
  readonly name: string;
  /** Its value: `0:10:00`. */
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

function valuesOf(comments: readonly string[], name: string): string[] {
  const pattern = new RegExp(`\\[%${name}(?:\\s+([^\\]]*))?\\]`, "g");
  return comments.flatMap((comment) => Array.from(comment.matchAll(pattern), ([, value = ""]) => value.trim()));
}

/** The value of the first command with this name; `null` for none. */
export function readCommand(comments: readonly string[], name: string): string | null {
  return valuesOf(comments, name)[0] ?? null;
}

/**
 * Sets a command in comments; `null` removes it. A new command goes into the first comment without text or, if there is
 * none, into a new comment before the others.
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

/** Converts a time such as `1:02:03.4` to seconds; returns `null` if the text is not a time. */
export function parseSeconds(text: string | null): number | null {
  if (text === null || !/^(\d+:){0,2}\d+(\.\d+)?$/.test(text)) return null;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Formats seconds as `1:02:03`, with decimals if there are any. Throws a TypeError or RangeError for a wrong value. */
export function formatSeconds(seconds: number | null): string | null {
  if (seconds === null) return null;
  expect(seconds, number(0));
  const rounded = Math.round(seconds * 1000) / 1000;
  const whole = Math.floor(rounded);
  const rest = String(rounded).replace(/^\d+/, "");
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${rest}`;
}

/** The marks in all commands with this name. Each mark is a colour and `count` squares. */
export function readMarks(
  comments: readonly string[],
  name: string,
  count: number,
): [colour: MarkColour, ...squares: string[]][] {
  return parseMarks(valuesOf(comments, name).join(), count);
}

/** The marks in a list such as `Gd2d4,Rg1f3`. */
export function parseMarks(list: string, count: number): [colour: MarkColour, ...squares: string[]][] {
  return list.split(",").flatMap((mark): [MarkColour, ...string[]][] => {
    const [, letter, squares] = /^([GRYB])((?:[a-h][1-8])+)$/.exec(mark.trim()) ?? [];
    const colour = COLOURS.find((name) => letterOf(name) === letter);
    return colour === undefined || squares.length !== 2 * count ? [] : [[colour, ...squares.match(/../g) ?? []]];
  });
}

/** Marks as the value of a command; `null` for none. Throws a TypeError for an unknown square or colour. */
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
