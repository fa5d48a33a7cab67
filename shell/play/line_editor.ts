/**
 * Edits the line that a person types on a terminal: arrow keys, history, the usual control characters.
 *
 * In its usual mode a terminal shows an arrow key as `^[[A` and puts it into the line. So `play` switches that mode
 * off, and this editor draws the line. It gets the characters that the terminal sends and knows nothing of the terminal
 * itself. The escape sequences are those of the VT100, which all common terminals understand.
 *
 * @module
 */

/** A line that is complete, or the wish to leave (Ctrl-D on an empty line, Ctrl-C where it is not a signal). */
export type EditedLine = { readonly text: string } | "end";

/** What is drawn on: a terminal. */
export interface LineScreen {
  /** Writes text as it is. */
  write(text: string): void;
  /** Characters of a row. */
  columns(): number;
}

/** A complete escape sequence at the beginning of a text. */
// deno-lint-ignore no-control-regex -- the escape character is what is looked for
const SEQUENCE = /^\x1b(?:\[[0-9;?]*[@-~]|O[@-~]|[^[O\x1b])/;
/** A text that is the beginning of one. */
// deno-lint-ignore no-control-regex -- the same
const BEGINNING = /^\x1b(?:\[[0-9;?]*|O)?$/;
/** Fewest characters of a line that are shown on a narrow terminal. */
const LEAST_SHOWN = 8;

/** What the keys do, by the characters that they send. */
const KEYS: Readonly<Record<string, (editor: LineEditor) => void>> = {
  "\x1b[A": (editor) => editor.recall(-1),
  "\x1bOA": (editor) => editor.recall(-1),
  "\x1b[B": (editor) => editor.recall(1),
  "\x1bOB": (editor) => editor.recall(1),
  "\x1b[C": (editor) => editor.moveTo(editor.cursor + 1),
  "\x1bOC": (editor) => editor.moveTo(editor.cursor + 1),
  "\x1b[D": (editor) => editor.moveTo(editor.cursor - 1),
  "\x1bOD": (editor) => editor.moveTo(editor.cursor - 1),
  "\x1b[H": (editor) => editor.moveTo(0),
  "\x1bOH": (editor) => editor.moveTo(0),
  "\x1b[1~": (editor) => editor.moveTo(0),
  "\x01": (editor) => editor.moveTo(0),
  "\x1b[F": (editor) => editor.moveTo(Infinity),
  "\x1bOF": (editor) => editor.moveTo(Infinity),
  "\x1b[4~": (editor) => editor.moveTo(Infinity),
  "\x05": (editor) => editor.moveTo(Infinity),
  "\x1b[3~": (editor) => editor.remove(editor.cursor, editor.cursor + 1),
  "\x04": (editor) => editor.remove(editor.cursor, editor.cursor + 1),
  "\x7f": (editor) => editor.remove(editor.cursor - 1, editor.cursor),
  "\b": (editor) => editor.remove(editor.cursor - 1, editor.cursor),
  "\x15": (editor) => editor.remove(0, editor.cursor),
  "\x0b": (editor) => editor.remove(editor.cursor, Infinity),
};

/** An editor for one line after the other. */
export class LineEditor {
  private readonly screen: LineScreen;
  private prompt = "";
  /** The characters of the line. */
  private line: string[] = [];
  private place = 0;
  /** How many characters of the line are on the screen. */
  private drawn = 0;
  /** What was sent and not yet worked off. */
  private input = "";
  /** The previous lines, and the one being typed last; `recalled` is the index of the one that is shown. */
  private readonly history: string[] = [""];
  private recalled = 0;

  /** An editor that shows nothing yet. */
  constructor(screen: LineScreen) {
    this.screen = screen;
  }

  /** Where the next character goes, counted from the start of the line. */
  get cursor(): number {
    return this.place;
  }

  /** Begins a new line behind a prompt. */
  begin(prompt: string): void {
    this.prompt = prompt;
    this.line = [];
    this.place = 0;
    this.drawn = 0;
    this.recalled = this.history.length - 1;
    this.draw();
  }

  /** Takes what the terminal sent. */
  push(input: string): void {
    this.input += input;
  }

  /** Works off what was sent up to the end of a line; `null` if the line goes on. */
  next(): EditedLine | null {
    while (this.input !== "") {
      // The rest of an escape sequence has yet to arrive.
      if (BEGINNING.test(this.input)) return null;
      // An escape character that begins none is a key that means nothing here.
      const [key] = SEQUENCE.exec(this.input) ?? Array.from(this.input.slice(0, 2));
      this.input = this.input.slice(key.length);
      if (key === "\r" || key === "\n") return this.finish(key);
      if (key === "\x03" || (key === "\x04" && this.line.length === 0)) return "end";
      if (Object.hasOwn(KEYS, key)) KEYS[key](this);
      else if (key >= " ") this.insert(key);
      this.draw();
    }
    return null;
  }

  /** Shows an earlier line (-1) or a later one (1). */
  recall(step: number): void {
    const index = this.recalled + step;
    if (index < 0 || index >= this.history.length) return;
    if (this.recalled === this.history.length - 1) this.history[this.recalled] = this.line.join("");
    this.recalled = index;
    this.line = Array.from(this.history[index]);
    this.place = this.line.length;
  }

  /** Puts the cursor before the character of that index, as far as the line goes. */
  moveTo(index: number): void {
    this.place = Math.max(0, Math.min(this.line.length, index));
  }

  /** Removes the characters from one index up to another. */
  remove(start: number, end: number): void {
    const first = Math.max(0, start);
    this.line.splice(first, end - first);
    this.moveTo(first);
  }

  private insert(character: string): void {
    this.line.splice(this.place, 0, character);
    this.place++;
  }

  private finish(key: string): EditedLine {
    // Where a program sends the lines, both characters may come.
    if (key === "\r" && this.input.startsWith("\n")) this.input = this.input.slice(1);
    const text = this.line.join("");
    this.history.pop();
    if (text !== "" && text !== this.history.at(-1)) this.history.push(text);
    this.history.push("");
    this.screen.write("\n");
    return { text };
  }

  /** Draws prompt and line; of a line that is too long, a part with the cursor. */
  private draw(): void {
    const room = Math.max(LEAST_SHOWN, this.screen.columns() - this.prompt.length - 1);
    const start = Math.max(0, this.place - room);
    const shown = this.line.slice(start, start + room);
    const back = shown.length - (this.place - start);
    const gap = Math.max(0, this.drawn - shown.length);
    this.drawn = shown.length;
    // Spaces and backspaces work on every terminal.
    this.screen.write(`\r${this.prompt}${shown.join("")}${" ".repeat(gap)}${"\b".repeat(gap + back)}`);
  }
}
