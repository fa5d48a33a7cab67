/** Finds the browser that tests use, in the places where systems and CI runners have one. @module */

/** Whether Firefox is requested: playwright's own Firefox, which `npx playwright-core install firefox` installs. */
export const IS_FIREFOX: boolean = Deno.env.get("HINDSIGHT_BROWSER") === "firefox";

/** The program names of Chromium and Chrome. The first has no window, and needs a third of the time for a page. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/** The places in which a browser may be, the most likely first. */
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
 * The path of Chromium or Chrome; `null` if there is none.
 *
 * @throws Error if there is none and `CI` is set, because tests that CI skips would never run.
 */
export function findBrowser(): string | null {
  for (const path of places()) {
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // There is no browser at this path.
    }
  }
  if (Deno.env.get("CI") !== undefined) {
    throw new Error("Expected Chromium or Chrome in the PATH or at CHROME_BIN, because CI is set, but found none");
  }
  console.log("There is no Chromium here: tests that need a browser are skipped");
  return null;
}
