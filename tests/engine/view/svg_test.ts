/** Text in XML documents. */

import { assertEquals } from "@std/assert";
import { escapeXml, svgText } from "../../../engine/view/svg.ts";

Deno.test("text is escaped", () => {
  assertEquals(escapeXml(`<a href="x">&'</a>`), "&lt;a href=&quot;x&quot;&gt;&amp;'&lt;/a&gt;");
});

Deno.test("`escapeXml()` leaves no character that XML does not allow", () => {
  assertEquals(escapeXml("a\u0000b\u001b[31mc\uffffd\te\nf"), "a b [31mc d\te\nf");
});

Deno.test("`svgText()` writes an element, and nothing for an empty text", () => {
  assertEquals(svgText(1, 2, 12, "a < b", 'fill="red"'), '<text x="1" y="2" font-size="12" fill="red">a &lt; b</text>');
  assertEquals(svgText(1, 2, 12, ""), "");
});
