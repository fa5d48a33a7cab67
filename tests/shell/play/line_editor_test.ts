/**
 * The line that a person edits.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type EditedLine, LineEditor } from "../../../shell/play/line_editor.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const RIGHT = "\x1b[C";
const LEFT = "\x1b[D";

/** A terminal of one row that remembers what it shows. */
class Row {
  cells: string[] = [];
  cursor = 0;
  width: number;

  constructor(width = 80) {
    this.width = width;
  }

  write(text: string): void {
    for (const character of text) {
      if (character === "\r") this.cursor = 0;
      else if (character === "\b") this.cursor--;
      else if (character === "\n") [this.cells, this.cursor] = [[], 0];
      else this.cells[this.cursor++] = character;
    }
    // A character in the last column could make the row wrap.
    if (this.cells.length >= this.width || this.cursor < 0) throw new Error(`The row is ${this.cells.join("")}`);
  }

  columns(): number {
    return this.width;
  }

  get shown(): string {
    return this.cells.join("").trimEnd();
  }
}

/** The lines that come of what is typed, and the row at the end. */
function type(...pieces: string[]): [lines: EditedLine[], row: Row] {
  const row = new Row();
  const editor = new LineEditor(row);
  const lines: EditedLine[] = [];
  editor.begin("> ");
  for (const piece of pieces) {
    editor.push(piece);
    for (let line = editor.next(); line !== null; line = editor.next()) {
      lines.push(line);
      editor.begin("> ");
    }
  }
  return [lines, row];
}

Deno.test("what is typed is shown behind the prompt, and ends with Enter", () => {
  const [lines, row] = type("e", "4\rNf", "3\r\nd5");
  assertEquals(lines, [{ text: "e4" }, { text: "Nf3" }]);
  assertEquals([row.shown, row.cursor], ["> d5", 4]);
});

Deno.test("the arrow keys move the cursor, and nothing of them gets into the line", () => {
  const [lines, row] = type(`f3${LEFT}${LEFT}N${RIGHT}${RIGHT}${RIGHT}+`, LEFT);
  assertEquals([lines, row.shown, row.cursor], [[], "> Nf3+", 5]);
  // A sequence may arrive in pieces; a key that means nothing here does nothing.
  assertEquals(type("e4\x1b", "[", "D", "\x1b[15~\x1b[1;5C\x1bx\t", "\r")[0], [{ text: "e4" }]);
  assertEquals(type("\x1bOD\x1bOCe4\x1bOH1. \x1bOF!\r")[0], [{ text: "1. e4!" }]);
});

Deno.test("an escape character that begins no sequence is dropped, and the line goes on", () => {
  for (const sequence of ["\x1bO-O", "\x1b[\x7fO-O", "\x1b[<\b\bO-O", `e\x1b${LEFT}\x1b[3~O-O`]) {
    assertEquals(type(`${sequence}\r`, "e4\r")[0], [{ text: "O-O" }, { text: "e4" }], JSON.stringify(sequence));
    assertEquals(type(...sequence, "\r")[0], [{ text: "O-O" }], `${JSON.stringify(sequence)} in pieces`);
  }
  assertEquals(type("\x1b[\r")[0], [{ text: "[" }]);
});

Deno.test("characters are removed before the cursor, under it, and to both ends of the line", () => {
  const cases: [typed: string, line: string][] = [
    ["e5\x7f4", "e4"],
    ["\b\x7fe4", "e4"],
    [`xe4${LEFT}${LEFT}${LEFT}\x1b[3~`, "e4"],
    [`e4x${LEFT}\x04\x04`, "e4"],
    ["hint\x15e4", "e4"],
    [`e4 hint${LEFT.repeat(5)}\x0b`, "e4"],
    ["x4\x01\x1b[3~e\x05!", "e4!"],
  ];
  for (const [typed, line] of cases) assertEquals(type(`${typed}\r`)[0], [{ text: line }], JSON.stringify(typed));
  const [, row] = type("hint", "\x7f\x7f");
  assertEquals([row.shown, row.cursor], ["> hi", 4]);
});

Deno.test("lines that were typed come back with the arrow keys, and so does the one that was not finished", () => {
  const typed = `e4\rd4\rd4\r\rN${UP}${UP}`;
  assertEquals(type(typed)[1].shown, "> e4");
  assertEquals(type(typed, UP)[1].shown, "> e4");
  assertEquals(type(typed, DOWN)[1].shown, "> d4");
  assertEquals(type(typed, DOWN, DOWN, DOWN)[1].shown, "> N");
  assertEquals(type(typed, "\x7f5\r")[0].at(-1), { text: "e5" });
});

Deno.test("Ctrl-D on an empty line is the wish to leave, and so is Ctrl-C where it is not a signal", () => {
  assertEquals(type("\x04")[0], ["end"]);
  assertEquals(type("e4\x04\r\x03")[0], [{ text: "e4" }, "end"]);
});

Deno.test("of a line that is longer than the row, the part with the cursor is shown", () => {
  const row = new Row(20);
  const editor = new LineEditor(row);
  editor.begin("White> ");
  editor.push("abcdefghijklmnopqrstuvwxyz");
  assertEquals(editor.next(), null);
  assertEquals([row.shown, row.cursor], ["White> opqrstuvwxyz", 19]);
  editor.push(LEFT.repeat(20));
  editor.next();
  assertEquals([row.shown, row.cursor], ["White> abcdefghijkl", 13]);
});
