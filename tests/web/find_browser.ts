/** The browser that tests use, where systems and the runners of CI keep one. @module */

/** Whether Firefox is asked for: the one of playwright, which `npx playwright-core install firefox` brings. */
export const IS_FIREFOX: boolean = Deno.env.get("HINDSIGHT_BROWSER") === "firefox";

/** Names of Chromium and Chrome as programs. The first has no window, and a page costs it a third of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/** Where a browser may be, the likeliest first. */
function* places(): Generator<string> {
  const named = Deno.env.get("CHROME_BIN");
  if (named !== undefined) yield named;
  const isWindows = Deno.build.os === "windows";
  for (const folder of (Deno.env.get("PATH") ?? "").split(isWindows ? ";" : ":")) {
    for (const name of NAMES) yield `${folder}/${name}${isWindows ? ".exe" : ""}`;
  }
  yield "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  for (const variable of ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]) {
    const folder = Deno.env.get(variable);
    if (folder !== undefined) yield `${folder}/Google/Chrome/Application/chrome.exe`;
  }
}

/**
 * The path of Chromium or Chrome, `null` if there is none.
 *
 * @throws Error if there is none and `CI` is set: what is not tested there is tested nowhere.
 */
export function findBrowser(): string | null {
  for (const path of places()) {
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // It is not there.
    }
  }
  if (Deno.env.get("CI") !== undefined) {
    throw new Error("Expected Chromium or Chrome in the PATH or by CHROME_BIN, as CI is set, but found none");
  }
  console.log("There is no Chromium here: what needs a browser is not tested");
  return null;
}
