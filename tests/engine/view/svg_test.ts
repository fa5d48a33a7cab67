/**
 * Text in XML documents.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { escapeXml } from "../../../engine/view/svg.ts";

Deno.test("text is escaped", () => {
  assertEquals(escapeXml(`<a href="x">&'</a>`), "&lt;a href=&quot;x&quot;&gt;&amp;'&lt;/a&gt;");
});
