/** The page as an installed app: manifest, icons, service worker. @module */

import { assert, assertEquals, assertGreater, assertLess, assertNotEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { versionOf } from "../../tools/build/build_web.ts";
import { projectPath } from "../../tools/paths.ts";
import { onPage, openPage, testPage, visit, waitUntil } from "./browser.ts";
import { PageServer, webFolder } from "./page_server.ts";

/** The parts of a manifest that are read here. */
interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; purpose: string }[];
}

/** Computes a value from pictures of 64 × 64 pixels, each with red, green, blue and opacity in turn, in the browser. */
function fromPixels<T>(page: Page, addresses: readonly string[], formula: string): Promise<T> {
  return page.evaluate(`(async () => {
    const pixels = await Promise.all(${JSON.stringify(addresses)}.map(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const context = new OffscreenCanvas(64, 64).getContext("2d");
      context.drawImage(image, 0, 0, 64, 64);
      return context.getImageData(0, 0, 64, 64).data;
    }));
    return (${formula})(...pixels);
  })()`);
}

testPage({
  "the page can be installed with its icons, and a new build waits": onPage(async (page, { context, server }) => {
    await waitUntil(page, "navigator.serviceWorker.controller !== null");
    const client = await context.newCDPSession(page);
    const { errors } = await client.send("Page.getAppManifest");
    assertEquals(errors, []);
    const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
    // The profile of a test is like a private window, in which nothing can be installed.
    assertEquals(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
    const manifest: Manifest = JSON.parse(await Deno.readTextFile(`${webFolder}/manifest.webmanifest`));
    assertEquals([manifest.name, manifest.short_name], ["Hindsight", "Hindsight"]);
    assertEquals([manifest.start_url, manifest.scope, manifest.display], ["./", "./", "standalone"]);
    assertEquals(manifest.icons.map(({ sizes, type, purpose }) => `${sizes} ${type} ${purpose}`), [
      "any image/svg+xml any",
      "192x192 image/png any",
      "512x512 image/png any",
      "512x512 image/png maskable",
    ]);
    // A new build waits until no window shows the page any more.
    server.prefixes.set("/service_worker.js", "// Another build\n");
    await waitUntil(
      page,
      "navigator.serviceWorker.ready.then(async (own) => (await own.update(), own.waiting !== null))",
    );
  }, { isIsolated: false, serviceWorkers: "allow" }),

  "a page in a folder works offline and keeps off other pages' caches": onPage(async (page, { context, server }) => {
    await page.evaluate("caches.open('of another page').then(() => true)");
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const expected = `${server.url}folder/`;
    assertEquals(await page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)"), expected);
    await context.setOffline(true);
    await page.reload();
    await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
    // The page can also be opened by the name of its file.
    await page.goto(`${server.url}folder/index.html?from=elsewhere`);
    await page.locator("#board [data-cell=e4]").waitFor({ state: "attached" });
    const caches = await page.evaluate("caches.keys()") as string[];
    assertEquals(caches.length, 2, `${caches}`);
    assert(caches.includes("of another page"));
  }, { at: "folder/", isIsolated: false, serviceWorkers: "allow" }),

  "the files for offline use come from the server, not from the browser's cache": async (browser) => {
    await using server = new PageServer(false);
    server.cacheControl = "max-age=3600";
    // The first visit loads an older build, without a service worker.
    server.prefixes.set("/page.js", "// Older\n");
    server.prefixes.set("/service_worker.js", "throw new Error('Not yet');");
    await using session = await visit(browser, server.url, { serviceWorkers: "allow" });
    const { page } = session;
    server.prefixes.clear();
    // The page's own attempt, whose script throws, may still be running, and the browser may join the two attempts.
    await waitUntil(page, "navigator.serviceWorker.register('./service_worker.js').then(() => true, () => false)");
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const script = await page.evaluate("caches.match('./page.js').then((found) => found.text())") as string;
    assertEquals(script.startsWith("// Older"), false);
    // The stored script is the complete new one.
    assert(script.length > 1000);
  },

  "the service worker's version depends on all files that it keeps": async () => {
    const worker = await Deno.readTextFile(`${webFolder}/service_worker.js`);
    const [, list] = /\["\.\/",([^\]]*)\]/.exec(worker) ?? [];
    const names = ["index.html", ...JSON.parse(`[${list}]`) as string[], "./network.bin"];
    assertGreater(names.length, 9);
    const files = await Promise.all(names.map((name) => Deno.readFile(`${webFolder}/${name}`)));
    const version = await versionOf(files);
    assertStringIncludes(worker, `"${version}"`);
    // A missing file, or a changed byte in a file, gives another version.
    assertNotEquals(await versionOf(files.slice(1)), version);
    files[8] = files[8].with(0, files[8][0] ^ 1);
    assertNotEquals(await versionOf(files), version);
  },

  "the icons have the sizes of the manifest, and show the drawing": async (browser, server) => {
    await using session = await openPage(browser, `${server.url}LICENSES.txt`);
    const { page } = session;
    for (const side of [192, 512]) {
      const bytes = await Deno.readFile(projectPath(`web/icon-${side}.png`));
      const view = new DataView(bytes.buffer);
      assertEquals([view.getUint32(16), view.getUint32(20)], [side, side]);
      const difference = await fromPixels<number>(
        page,
        [`icon-${side}.png`, "icon.svg"],
        "(png, svg) => png.reduce((sum, value, i) => sum + Math.abs(value - svg[i]), 0) / png.length",
      );
      // Versions of a browser draw the edges differently.
      assertLess(difference, 3, `icon-${side}.png is not icon.svg`);
    }
    // Systems cut a maskable icon to their own shapes. So it fills its square, and its drawing is near the middle.
    const colours = await fromPixels<string[]>(
      page,
      ["icon-maskable.png"],
      "(pixels) => Array.from({ length: 4096 }, (_, i) => pixels.slice(4 * i, 4 * i + 4).join())",
    );
    assert(colours[0].endsWith(",255"));
    const distances = colours.map((colour, i) =>
      colour === colours[0] ? 0 : Math.hypot((i & 63) - 31.5, (i >> 6) - 31.5)
    );
    assertGreater(Math.max(...distances), 16);
    assertLess(Math.max(...distances), 0.4 * 64);
    assertEquals(session.faults, []);
  },
});
