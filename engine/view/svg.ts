/** Text, fonts and escaping for SVG documents. @module */

/** A value for the attribute `font-family`, to be put between double quotes. */
export const SVG_FONTS = "'Helvetica Neue', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/** Escapes text for XML and its attributes. Characters that XML does not allow become spaces. */
export function escapeXml(text: string): string {
  // deno-lint-ignore no-control-regex -- this pattern is meant to match them
  const allowed = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, " ");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/**
 * Makes a text element, or "" if there is no text. The text starts at x, unless `attributes` contains a `text-anchor`;
 * y is its baseline.
 */
export function svgText(x: number, y: number, size: number, content: string, attributes = ""): string {
  if (content === "") return "";
  const more = attributes === "" ? "" : ` ${attributes}`;
  return `<text x="${x}" y="${y}" font-size="${size}"${more}>${escapeXml(content)}</text>`;
}
