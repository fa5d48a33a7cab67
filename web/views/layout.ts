/**
 * The places of the page: head, board with its players and controls, tabs.
 *
 * @module
 */

import type { Tab } from "../state/address.ts";
import { TABS } from "../state/address.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, iconButton, setAttributes, show } from "./dom.ts";

/** What the controls report. */
export interface LayoutEvents {
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  flip(): void;
  position(): void;
  share(): void;
  settings(): void;
  selectTab(tab: Tab): void;
  /** A move was typed; returns whether it could be played. */
  typeMove(text: string): boolean;
}

/** The places of the page. */
export interface Layout {
  /** Where the board goes. */
  readonly board: HTMLElement;
  /** Left of the board. */
  readonly beside: HTMLElement;
  /** Above and below the board. */
  readonly top: HTMLElement;
  readonly bottom: HTMLElement;
  /** The panels by tab. */
  readonly panels: Readonly<Record<Tab, HTMLElement>>;
  /** Where the moves go: below the tabs, or where the window has no room for that, between board and tabs. */
  readonly moves: HTMLElement;
  /** Shows a panel. */
  select(tab: Tab): void;
}

/** Windows in which all is in one column, or beside a board as high as the window; the style sheets ask the same. */
const SMALL_WINDOW = "(orientation: portrait), (max-width: 820px), (max-height: 520px)";
/** Tabs that show no moves: the learning has no room for them, and they would give the puzzles' answers. */
const TABS_WITHOUT_MOVES: readonly Tab[] = ["learned", "puzzle"];
/** Tabs that show whether the analysis is on. Its key works in them alone: in a puzzle it would help. */
export const TABS_WITH_ANALYSIS: readonly Tab[] = ["analysis", "learned"];

/**
 * Fills the page.
 *
 * @param root What is filled.
 * @param errors Where errors are shown.
 */
export function createLayout(root: HTMLElement, texts: Texts, errors: HTMLElement, events: LayoutEvents): Layout {
  const { controls } = texts;
  const board = element("div", { class: "board", id: "board" });
  const beside = element("div", { class: "beside" });
  const top = element("div", { class: "strip-place" });
  const bottom = element("div", { class: "strip-place" });
  const moves = element("section", { class: "moves-place", "aria-label": texts.moves.label });
  const tools = element(
    "div",
    { class: "controls", role: "group", "aria-label": controls.label },
    iconButton("first", controls.first, () => events.first()),
    iconButton("previous", controls.previous, () => events.previous()),
    iconButton("next", controls.next, () => events.next()),
    iconButton("last", controls.last, () => events.last()),
    iconButton("flip", controls.flip, () => events.flip()),
    moveField(texts, events),
    iconButton("share", controls.share, () => events.share()),
    iconButton("position", controls.position, () => events.position()),
  );
  const head = element(
    "header",
    {},
    element("h1", {}, "Hindsight"),
    element("p", { class: "tagline" }, texts.tagline),
    iconButton("settings", controls.settings, () => events.settings()),
  );
  const side = element("div", { class: "side-column" });
  const { list, panels, select } = createTabs(texts, side, (tab) => events.selectTab(tab));
  side.append(list, ...Object.values(panels));
  const column = element(
    "div",
    { class: "board-column" },
    top,
    element("div", { class: "board-row" }, beside, board),
    bottom,
    tools,
  );
  root.replaceChildren(head, errors, element("main", {}, column, side));
  placeMoves(moves, column, side);
  const selectTab = (tab: Tab): void => {
    show(moves, !TABS_WITHOUT_MOVES.includes(tab));
    select(tab);
  };
  return { board, beside, top, bottom, panels, moves, select: selectTab };
}

/** Puts the moves where the window has room for them. The order of the focus is that on the screen. */
function placeMoves(moves: HTMLElement, column: HTMLElement, side: HTMLElement): void {
  const small = matchMedia(SMALL_WINDOW);
  const place = (): void => {
    (small.matches ? column : side).append(moves);
    moves.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  small.addEventListener("change", place);
  place();
}

/** A field for moves. */
function moveField(texts: Texts, events: LayoutEvents): HTMLElement {
  const field = element("input", {
    class: "move-field",
    "aria-label": texts.board.typeMove,
    placeholder: texts.board.typeMove,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || field.value.trim() === "") return;
    const isPlayed = events.typeMove(field.value.trim());
    setAttributes(field, { "aria-invalid": isPlayed ? false : "true" });
    if (isPlayed) field.value = "";
    else field.select();
  });
  field.addEventListener("input", () => setAttributes(field, { "aria-invalid": false }));
  // A refused text is about the position in which it was typed.
  field.addEventListener("blur", () => {
    if (field.getAttribute("aria-invalid") !== "true") return;
    field.value = "";
    setAttributes(field, { "aria-invalid": false });
  });
  return field;
}

/** The tabs and their panels; the arrow keys go from tab to tab, Home and End to the first and the last. */
function createTabs(
  texts: Texts,
  side: HTMLElement,
  onSelect: (tab: Tab) => void,
): { list: HTMLElement; panels: Record<Tab, HTMLElement>; select: (tab: Tab) => void } {
  const list = element("div", { class: "tabs", role: "tablist", "aria-label": texts.tabs.label });
  const tabs = TABS.map((name) => {
    const attributes = { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` };
    return button(texts.tabs[name], () => onSelect(name), attributes);
  });
  list.append(...tabs);
  const panels = Object.fromEntries(TABS.map((name) => {
    const attributes = { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: "panel" };
    return [name, element("section", attributes)];
  })) as Record<Tab, HTMLElement>;
  list.addEventListener("keydown", (event) => {
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    if (!(event.key in goals)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = goals[event.key] % tabs.length;
    onSelect(TABS[next]);
    tabs[next].focus();
  });
  const select = (shown: Tab): void => {
    side.dataset.tab = shown;
    // A panel that is hidden would take the focus with it.
    const isLosingFocus = TABS.some((name) => name !== shown && panels[name].contains(document.activeElement));
    TABS.forEach((name, i) => {
      setAttributes(tabs[i], { "aria-selected": String(name === shown), tabindex: name === shown ? 0 : -1 });
      panels[name].hidden = name !== shown;
    });
    if (isLosingFocus) tabs[TABS.indexOf(shown)].focus();
  };
  return { list, panels, select };
}
