import { assertEquals, assertThrows } from "@std/assert";
import { withFolder } from "../folder.ts";
import { findBrowser } from "./find_browser.ts";

/** Calls `run` with only these environment variables that affect the search for a browser. */
function withVariables(variables: Readonly<Record<string, string>>, run: () => void): void {
  const names = ["CHROME_BIN", "PATH", "CI", "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"];
  const before = names.map((name) => [name, Deno.env.get(name)] as const);
  for (const name of names) Deno.env.delete(name);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    run();
  } finally {
    for (const [name, value] of before) value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  }
}

Deno.test("the browser is the program that CHROME_BIN names, or one in the PATH", async () => {
  await withFolder(async (folder) => {
    const name = Deno.build.os === "windows" ? "chrome.exe" : "google-chrome";
    await Deno.writeTextFile(`${folder}/${name}`, "");
    await Deno.writeTextFile(`${folder}/other`, "");
    withVariables({ PATH: folder }, () => assertEquals(findBrowser(), `${folder}/${name}`));
    withVariables(
      { PATH: folder, CHROME_BIN: `${folder}/other` },
      () => assertEquals(findBrowser(), `${folder}/other`),
    );
    withVariables({ PATH: folder, CHROME_BIN: `${folder}/no` }, () => assertEquals(findBrowser(), `${folder}/${name}`));
  });
});

Deno.test("without a browser tests are skipped, but fail if CI is set", { ignore: Deno.build.os === "darwin" }, () => {
  withVariables({}, () => assertEquals(findBrowser(), null));
  withVariables({ CI: "true" }, () => assertThrows(findBrowser, Error, "but found none"));
});
