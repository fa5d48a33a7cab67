/**
 * The places of the page: head, board with its players and controls, tabs.
 *
 * @module
 */

import type { Tab } from "../state/address.ts";
import { TABS } from "../state/address.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, iconButton, setAttributes } from "./dom.ts";

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
  /** Where the moves go. */
  readonly moves: HTMLElement;
  /** Shows a panel. */
  select(tab: Tab): void;
}

/** Fills the page. */
export function createLayout(root: HTMLElement, texts: Texts, events: LayoutEvents): Layout {
  const { controls } = texts;
  const board = element("div", { class: "board", id: "board" });
  const beside = element("div", { class: "beside" });
  const top = element("div", { class: "strip-place" });
  const bottom = element("div", { class: "strip-place" });
  const moves = element("section", { class: "moves-place", "aria-label": texts.moves.label });
  const tools = element(
    "div",
    { class: "controls", role: "toolbar", "aria-label": controls.label },
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
  side.append(list, ...Object.values(panels), moves);
  root.replaceChildren(
    head,
    element(
      "main",
      {},
      element(
        "div",
        { class: "board-column" },
        top,
        element("div", { class: "board-row" }, beside, board),
        bottom,
        tools,
      ),
      side,
    ),
  );
  return { board, beside, top, bottom, panels, moves, select };
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

/** The tabs and their panels; the arrow keys go from tab to tab. */
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
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (tabs.findIndex((tab) => tab === document.activeElement) + step + tabs.length) % tabs.length;
    onSelect(TABS[next]);
    tabs[next].focus();
  });
  const select = (shown: Tab): void => {
    side.dataset.tab = shown;
    TABS.forEach((name, i) => {
      setAttributes(tabs[i], { "aria-selected": String(name === shown), tabindex: name === shown ? 0 : -1 });
      panels[name].hidden = name !== shown;
    });
  };
  return { list, panels, select };
}
