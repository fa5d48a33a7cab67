/**
 * Builds a small site from the Markdown files of the project, next to the library's reference from `deno doc`.
 *
 * @module
 */

import { Marked, type Tokens } from "marked";
import { escapeXml } from "../../engine/view/svg.ts";
import { outputOf, writeWithFolders } from "../output.ts";
import { projectPath } from "../paths.ts";

export const SITE = projectPath("dist/docs");
const FOLDERS = ["docs", "lab/docs", "lab/docs/networks"];
const TEXTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "lab/README.md"];
const HEAD: readonly (readonly [title: string, address: string])[] = [
  ["Play", "../index.html"],
  ["Hindsight", "index.html"],
  ["Terminal", "docs/shell.html"],
  ["Chess programs", "docs/uci.html"],
  ["Library", "docs/library.html"],
  ["Reference", "api/index.html"],
  ["How it learns", "docs/histories.html"],
  ["How it is built", "docs/ARCHITECTURE.html"],
  ["First change", "docs/first_change.html"],
];
const STYLE =
  `:root{color-scheme:light dark;--ink:#24211c;--soft:#6a6356;--line:#ddd6c8;--page:#fdfcf9;--code:#f3efe6;--link:#8a3b08}
@media(prefers-color-scheme:dark){:root{--ink:#e8e3d9;--soft:#a79f90;--line:#45403a;--page:#1d1b18;--code:#2a2723;--link:#f0a56b}}
body{margin:0 auto;max-width:52rem;padding:0 1rem 4rem;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:1rem 0;border-bottom:1px solid var(--line)}
a{color:var(--link)}h1,h2,h3{line-height:1.25;margin:2rem 0 .8rem}img{max-width:100%;height:auto;background:#fff}
table{display:block;overflow-x:auto;border-collapse:collapse}th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
code{background:var(--code);padding:.1em .3em;border-radius:3px;font-size:.92em}pre{background:var(--code);padding:.8rem;overflow-x:auto}pre code{padding:0}`;

/** Returns paths from the root of the project. */
export function textPaths(): string[] {
  const listed = FOLDERS.flatMap((folder) =>
    Array.from(Deno.readDirSync(projectPath(folder)), ({ name }) => `${folder}/${name}`)
  );
  return [...TEXTS, ...listed.filter((path) => path.endsWith(".md"))];
}

/** A README becomes its folder's index page. */
export function pageOf(path: string): string {
  return path.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

/**
 * The address for a link in the file `from`; `undefined` if the site lacks the target and the repository is unknown.
 */
export function linkOnSite(from: string, target: string, repository: string | null): string | undefined {
  if (/^([a-z]+:|#)/.test(target)) return target;
  const [file, anchor = ""] = target.split(/(?=#)/);
  if (target.startsWith("../../")) {
    const page = /^(?:\.\.\/){2}(releases|actions.*|issues.*)$/.exec(target)?.[1];
    if (page !== undefined) return repository === null ? undefined : `${repository}/${page}`;
  }
  if (file.endsWith(".md")) return pageOf(file) + anchor;
  if (/\.(svg|png)$/.test(file)) return file;
  return repository === null ? undefined : new URL(file, `${repository}/blob/main/${from}`).href + anchor;
}

/** Makes the anchor that GitHub gives to a heading. */
export function anchorOf(heading: string): string {
  const text = heading.toLowerCase().replace(/<[^>]*>|&\w+;/g, "");
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-");
}

export function renderPage(path: string, markdown: string, repository: string | null): string {
  const marked = new Marked({
    renderer: {
      heading(this: { parser: { parseInline(tokens: Tokens.Heading["tokens"]): string } }, { tokens, depth, text }) {
        return `<h${depth} id="${escapeXml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link(this: { parser: { parseInline(tokens: Tokens.Link["tokens"]): string } }, { href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = linkOnSite(path, href, repository);
        return to === undefined ? text : `<a href="${escapeXml(to)}">${text}</a>`;
      },
    },
  });
  // Remove linked pictures at the start of a line: the site must not load anything from other hosts.
  const body = marked.parse(markdown.replace(/^\[!\[.*\n/gm, ""), { async: false });
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? path;
  const up = "../".repeat(path.split("/").length - 1);
  const head = HEAD.map(([name, address]) => `<a href="${up}${address}">${name}</a>`).join("\n");
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title.replaceAll("`", ""))}</title>
<style>${STYLE}</style>
<nav>${head}</nav>
<main>
${body}</main>
</html>
`;
}

/** `repository` is `null` if its address is not known. */
export async function buildSite(repository: string | null): Promise<void> {
  await Deno.remove(SITE, { recursive: true }).catch(() => {});
  for (const path of textPaths()) {
    const page = renderPage(path, await Deno.readTextFile(projectPath(path)), repository);
    await writeWithFolders(`${SITE}/${pageOf(path)}`, page);
  }
  await Deno.mkdir(`${SITE}/docs/images`);
  for (const { name } of Deno.readDirSync(projectPath("docs/images"))) {
    await Deno.copyFile(projectPath(`docs/images/${name}`), `${SITE}/docs/images/${name}`);
  }
  const entries = ["engine/mod.ts", "engine/rules.ts", "engine/view/mod.ts"];
  const options = ["--html", "--name=Hindsight", `--output=${SITE}/api`];
  await outputOf(Deno.execPath(), ["doc", ...options, ...entries], projectPath());
}
