/**
 * Text in XML documents, such as the pictures of this program.
 *
 * @module
 */

/** Text as XML wants it, in content and in attributes between double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
