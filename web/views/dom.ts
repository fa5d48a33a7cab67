/**
 * Small helpers for the elements of the page.
 *
 * @module
 */

/** The namespace of SVG elements. */
export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Attributes of an element; `false` leaves one out, `true` sets it empty. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What an element can contain. */
export type Child = Node | string;

/**
 * Makes an HTML element.
 *
 * @param tag Its name.
 * @param attributes Its attributes.
 * @param children What it contains; text is escaped.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Makes an SVG element. */
export function svgElement(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  const made = document.createElementNS(SVG_NAMESPACE, tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Sets attributes, or removes those that are `false`. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Makes a button with a text that calls `onClick`. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** Makes a button that shows a symbol from the page's sprite; `label` is its name for screen readers and the tooltip. */
export function iconButton(
  icon: string,
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", {
    type: "button",
    class: "icon-button",
    "aria-label": label,
    title: label,
    ...attributes,
  });
  made.append(iconOf(icon));
  made.addEventListener("click", onClick);
  return made;
}

/** A symbol from the page's sprite; it says nothing to screen readers. */
export function iconOf(icon: string): SVGElement {
  return svgElement(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svgElement("use", { href: `#icon-${icon}` }),
  );
}

/** A choice among values with a label before it. */
export function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLLabelElement {
  const box = element("select");
  for (const [key, text] of options) box.append(element("option", { value: key, selected: key === value }, text));
  box.value = value;
  box.addEventListener("change", () => onChange(box.value));
  return element("label", { class: "field" }, element("span", {}, label), box);
}

/** Chooses a value in a field that `select` has made. */
export function choose(field: HTMLElement, value: string): void {
  const box = field.querySelector("select");
  if (box !== null && box.value !== value) box.value = value;
}

/** A check box with a label behind it. */
export function checkBox(label: string, checked: boolean, onChange: (checked: boolean) => void): HTMLLabelElement {
  const box = element("input", { type: "checkbox" });
  box.checked = checked;
  box.addEventListener("change", () => onChange(box.checked));
  return element("label", { class: "check" }, box, element("span", {}, label));
}

/** Sets the text of an element, if it changes: a live region then speaks only of news. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** What has the focus in a part of the page, `null` if nothing there has it. */
export function focusIn(part: HTMLElement): Element | null {
  const { activeElement } = document;
  return activeElement !== null && part.contains(activeElement) ? activeElement : null;
}

/**
 * Moves the focus if what had it was hidden or turned off: it would be lost.
 *
 * @param held What had it before anything changed (`focusIn`): some browsers take it away at once.
 * @param next What gets the focus.
 */
export function keepFocus(held: Element | null, next: HTMLElement): void {
  if (held?.matches("[hidden], [hidden] *, :disabled")) next.focus();
}

/** Shows or hides an element. */
export function show(target: HTMLElement, isShown: boolean): void {
  if (target.hidden === isShown) target.hidden = !isShown;
}
