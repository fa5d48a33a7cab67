/** A strict reader of XML, for pictures. */

export type Element = { name: string; attributes: Map<string, string>; children: Element[]; text: string };

/** Reads an XML document without a document type. Throws a SyntaxError at the first violation of XML's rules. */
export function readXml(source: string): Element {
  const root: Element = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [root];
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>/.exec(source);
  let at = declaration?.[0].length ?? 0;
  const token = /<\/([A-Za-z][\w.-]*)\s*>|<([A-Za-z][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (at < source.length) {
    token.lastIndex = at;
    const match = token.exec(source);
    if (match === null) throw new SyntaxError(`Not XML: ${source.slice(at, at + 60)}`);
    at = token.lastIndex;
    const [, closing, opening, attributes, isEmpty, text] = match;
    if (text !== undefined) {
      readText(text);
      if (open.length === 1 && text.trim() !== "") throw new SyntaxError(`Text outside of the root: ${text}`);
      open[open.length - 1].text += text;
    } else if (closing !== undefined) {
      if (open.length === 1 || open.pop()!.name !== closing) throw new SyntaxError(`</${closing}> closes nothing`);
    } else {
      const element: Element = { name: opening, attributes: readAttributes(attributes), children: [], text: "" };
      open[open.length - 1].children.push(element);
      if (isEmpty === "") open.push(element);
    }
  }
  if (open.length !== 1) throw new SyntaxError(`<${open[open.length - 1].name}> is not closed`);
  if (root.children.length !== 1) throw new SyntaxError(`Expected one root, but got ${root.children.length}`);
  return root.children[0];
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value] of source.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new SyntaxError(`Attribute ${name} occurs twice`);
    readText(value);
    attributes.set(name, value);
  }
  return attributes;
}

function readText(text: string): void {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(text)) throw new SyntaxError(`A bare & in ${text}`);
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f]|\]\]>/.test(text)) throw new SyntaxError(`Not allowed in XML: ${text}`);
}

/** The element and all elements below it. */
export function descendants(element: Element): Element[] {
  return [element, ...element.children.flatMap(descendants)];
}

/** The elements with this name: the given element, and all elements below it. */
export function elementsOf(element: Element, name: string): Element[] {
  return descendants(element).filter((each) => each.name === name);
}

export function textsOf(picture: Element): string[] {
  return elementsOf(picture, "text").map(({ text }) => text);
}
