/**
 * What the whole page reacts to: keys, files that are dropped, texts that are pasted.
 *
 * @module
 */

import { readText } from "../views/text_exchange.ts";

/** What happens. */
export interface PageEvents {
  /** A game or position came in from outside. */
  load(text: string): void;
  /** What the keys do, by their names. */
  readonly keys: Readonly<Record<string, () => void>>;
}

/** Elements that take keys and texts themselves. */
const INPUTS = "input, select, textarea";
/** Elements that take the arrow keys, Home and End themselves: they are scrolled, or what has the focus changes. */
const MOVED_BY_KEYS = ".scroller, .moves, [role=tablist] *, [role=grid] *";
/** Letters are keys while the focus is here or nowhere: in other places they would be pressed by mistake. */
const LETTER_PLACES = ".board-column";

/** Listens to the page. */
export function listen({ load, keys }: PageEvents): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    // A letter that is held would turn the board, or the analysis on and off, many times.
    if (event.repeat && event.key.length === 1) return;
    const action = keys[event.key];
    if (action === undefined || !isOfPage(event)) return;
    event.preventDefault();
    action();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    // A text that is dropped into a field is for the field. The browser would open a file in place of the page.
    if (file === undefined && isTaken(event)) return;
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined || text !== "") load(file === undefined ? text : await readText(file));
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "" && !isTaken(event)) load(text);
  });
}

/** Whether a key is one of the page where it was pressed. */
function isOfPage({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (key.length === 1) return target === document.body || target.closest(LETTER_PLACES) !== null;
  return !target.matches(MOVED_BY_KEYS);
}

/** Whether an event is one of a field, or of a window that is open: what is behind it waits. */
function isTaken({ target }: Event): boolean {
  return (target instanceof Element && target.closest(INPUTS) !== null) ||
    document.querySelector("dialog[open]") !== null;
}
