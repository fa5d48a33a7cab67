/** The page's theme: dark, light, or the system's. @module */

import type { Settings } from "../state/settings.ts";

/** The values of `--page` in the style sheet. */
const COLOURS = { light: "#f7f4ed", dark: "#171513" } as const;

export function showTheme(theme: Settings["theme"]): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    // The page has one such element for each of the system's themes.
    const system = meta.media.includes("dark") ? "dark" : "light";
    meta.content = COLOURS[theme === "auto" ? system : theme];
  }
}
