/** Events of the whole page: keys, dropped files, pasted text. @module */

import type { ExchangeControl } from "./exchange_control.ts";

/** Elements that handle keys and pasted text themselves. */
const INPUTS = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea";
/** Elements that use the arrow keys, Home and End themselves, unless their focus came from a click. */
const MOVED_BY_KEYS = ".scroller, .moves, [role=tablist] *, [role=grid] *, [type=radio]";

/** Whether the focus came from a click. If so, keys act on the board. */
export function isFocusByPointer(): boolean {
  return document.documentElement.dataset.focus === "pointer";
}

function watchFocus(): void {
  const { dataset } = document.documentElement;
  let isPressed = false;
  addEventListener("pointerdown", () => {
    isPressed = true;
    // A click on the focused element does not move the focus, so record it here.
    dataset.focus = "pointer";
  }, { capture: true });
  addEventListener("click", () => setTimeout(() => isPressed = false), { capture: true });
  addEventListener("keydown", () => isPressed = false, { capture: true });
  addEventListener("focusin", () => dataset.focus = isPressed ? "pointer" : "other");
}

/**
 * Moves the focus if the focused element is removed, hidden or disabled. Finds the nearest visible ancestor with the
 * attribute `data-focus`, and focuses the element that the attribute selects.
 */
function keepFocus(): void {
  /** For the last element focused outside a dialog: its ancestors with `data-focus`, innermost first. */
  let parts: HTMLElement[] = [];
  const partsAround = (element: Element | null): HTMLElement[] => {
    const part = element?.closest<HTMLElement>("[data-focus]") ?? null;
    return part === null ? [] : [part, ...partsAround(part.parentElement)];
  };
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest("dialog") === null) parts = partsAround(target);
  });
  addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !document.activeElement?.contains(target)) parts = [];
  }, { capture: true });
  new MutationObserver(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.matches("[hidden] *, :disabled") === true;
    if (!isLost || document.querySelector("dialog[open]") !== null) return;
    const part = parts.find((known) => known.isConnected && !known.matches("[hidden], [hidden] *"));
    const next = part?.querySelector<HTMLElement>(part.dataset.focus ?? "");
    next?.focus({ preventScroll: true });
    // Scroll to a button, but not to a whole part of the page.
    if (next?.matches("button")) next.scrollIntoView({ block: "nearest" });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "disabled"] });
}

/** Handles the page's events. `loader` receives files and text; `keys` has an action for each key. */
export function listen(
  loader: Pick<ExchangeControl, "loadOrReport"> | null,
  keys: Readonly<Record<string, () => unknown>>,
): void {
  watchFocus();
  keepFocus();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    // Ignore repeated events while a letter key is held down.
    if (event.repeat && event.key.length === 1) return;
    const action = keys[event.key];
    if (action === undefined || !isOfPage(event)) return;
    event.preventDefault();
    action();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    // Text dropped into a field belongs to that field. A file must be handled here, or the browser would open it.
    if (file === undefined && isTaken(event)) return;
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined) void loader?.loadOrReport(file);
    else if (text !== "") void loader?.loadOrReport(text);
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const [file] = event.clipboardData?.files ?? [];
    if (isTaken(event)) return;
    if (text !== "") void loader?.loadOrReport(text);
    else if (file !== undefined) void loader?.loadOrReport(file);
  });
}

function isOfPage({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  // After a click on a slider, the arrow keys move the slider.
  if (target.matches("[type=range]")) return key.length === 1;
  if (isFocusByPointer()) return true;
  return key.length === 1 || !target.matches(MOVED_BY_KEYS);
}

/** Whether an event belongs to a field, or a dialog is open. */
function isTaken({ target }: Event): boolean {
  return (target instanceof Element && target.closest(INPUTS) !== null) ||
    document.querySelector("dialog[open]") !== null;
}
