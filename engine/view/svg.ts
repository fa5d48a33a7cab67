/** Text, fonts and escaping for SVG documents. @module */

/** A value of `font-family`, for double quotes. */
export const SVG_FONTS = "'Helvetica Neue', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/** Escapes text for XML and its attributes. Characters that XML does not allow become spaces. */
export function escapeXml(text: string): string {
  // deno-lint-ignore no-control-regex -- this pattern is meant to match them
  const allowed = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, " ");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A text element with its start, or the point of its `text-anchor`, at x and its base line at y; "" for no text. */
export function svgText(x: number, y: number, size: number, content: string, attributes = ""): string {
  if (content === "") return "";
  const more = attributes === "" ? "" : ` ${attributes}`;
  return `<text x="${x}" y="${y}" font-size="${size}"${more}>${escapeXml(content)}</text>`;
}
