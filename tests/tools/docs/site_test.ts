import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { anchorOf, linkOnSite, pageOf, renderPage, textPaths } from "../../../tools/docs/site.ts";
import { projectPath } from "../../../tools/paths.ts";

const SOURCES = "https://example.org/o/n";

Deno.test("every link of the site to a page or a part of a page has a target", async () => {
  const pages = new Map<string, string>();
  for (const path of textPaths()) {
    pages.set(pageOf(path), renderPage(path, await Deno.readTextFile(projectPath(path)), SOURCES));
  }
  for (const [page, html] of pages) {
    for (const [, link] of html.matchAll(/<a href="([^"]*)"/g)) {
      if (/^https?:/.test(link)) continue;
      const { href, hash } = new URL(link, `https://site/site/${page}`);
      const target = href.slice("https://site/site/".length).split("#")[0];
      // `pages` has neither the engine's page nor the pages that `deno doc` writes.
      if (link.endsWith("../index.html") || target.startsWith("api/")) continue;
      const found = pages.get(target);
      assert(found !== undefined, `${page} links to ${link}`);
      if (hash !== "") assertStringIncludes(found, ` id="${decodeURIComponent(hash.slice(1))}"`, `${page}: ${link}`);
    }
  }
});

Deno.test("links to Markdown files become links to pages, and links to other files lead to the sources", () => {
  const link = (from: string, target: string) => linkOnSite(from, target, SOURCES);
  assertEquals(link("README.md", "docs/uci.md#options"), "docs/uci.html#options");
  assertEquals(link("docs/uci.md", "../README.md#download"), "../index.html#download");
  assertEquals(link("docs/uci.md", "#options"), "#options");
  assertEquals(link("docs/uci.md", "images/game.svg"), "images/game.svg");
  assertEquals(link("docs/histories.md", "../learning/lessons.ts"), `${SOURCES}/blob/main/learning/lessons.ts`);
  assertEquals(link("README.md", "../../releases"), `${SOURCES}/releases`);
  assertEquals(linkOnSite("docs/histories.md", "../learning/lessons.ts", null), undefined);
});

Deno.test("headings have the same anchors as on GitHub", () => {
  assertEquals(anchorOf("See what it learned"), "see-what-it-learned");
  assertEquals(anchorOf("A server: `EnginePool`"), "a-server-enginepool");
  assertEquals(anchorOf("What is learned, and when"), "what-is-learned-and-when");
});

Deno.test("a page has no badges, and text that looks like HTML is shown as text", () => {
  const page = renderPage("docs/a.md", "# A & B\n\n[![CI](../../x.svg)](../../actions)\n\n`<b>`\n", null);
  assertStringIncludes(page, "<title>A &amp; B</title>");
  assertStringIncludes(page, "<code>&lt;b&gt;</code>");
  assert(!page.includes("x.svg"));
});

Deno.test("the animated picture shows each depth in turn, or only the last depth if animations are off", async () => {
  const picture = await Deno.readTextFile(projectPath("docs/images/learning.svg"));
  const groups = Array.from(picture.matchAll(/<g class="f f(\d+)">/g), ([, number]) => Number(number));
  assertEquals(groups, groups.map((_, i) => i));
  assert(groups.length > 5);
  for (const i of groups) assertStringIncludes(picture, `.f${i}{animation:k${i} `);
  assertStringIncludes(picture, `<style>.f{visibility:hidden}.f${groups.length - 1}{visibility:visible}@media`);
  assert(!picture.includes("<script"));
});
