/** The theme of the page: dark, light, or as the system. @module */

import type { Settings } from "../state/settings.ts";

/** What the browser draws around the page; the same as `--page` of the style sheet. */
const COLOURS = { light: "#f7f4ed", dark: "#171513" } as const;

/** Shows a theme: in the page, and in what the browser draws around it. */
export function showTheme(theme: Settings["theme"]): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    // The page has one such element for each theme of the system.
    const system = meta.media.includes("dark") ? "dark" : "light";
    meta.content = COLOURS[theme === "auto" ? system : theme];
  }
}
