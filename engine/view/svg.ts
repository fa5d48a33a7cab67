/** Code that all pictures of this program share: text, fonts and escaping in SVG documents. @module */

/** Fonts of the pictures' text, as the value of `font-family` between double quotes. */
export const SVG_FONTS = "'Helvetica Neue', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/**
 * Escapes text for XML content and for attributes in double quotes. Characters that XML does not allow, which the tags
 * of a game may contain, become spaces.
 */
export function escapeXml(text: string): string {
  // deno-lint-ignore no-control-regex -- this pattern is meant to match them
  const allowed = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, " ");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/**
 * A text element; nothing for empty text. All lengths are pixels.
 *
 * @param x The start of the text, or another point of it if `attributes` has a `text-anchor`.
 * @param y The base line.
 * @param content The text, not yet escaped.
 */
export function svgText(x: number, y: number, size: number, content: string, attributes = ""): string {
  if (content === "") return "";
  const more = attributes === "" ? "" : ` ${attributes}`;
  return `<text x="${x}" y="${y}" font-size="${size}"${more}>${escapeXml(content)}</text>`;
}
