/**
 * What runs before the page is drawn for the first time: it sets the theme. Without it, a page that the user has set to
 * dark would be light until its script is loaded.
 *
 * @module
 */

import { readSettings } from "./state/settings.ts";
import { showTheme } from "./views/theme.ts";

try {
  showTheme(readSettings(localStorage).theme);
} catch {
  // A browser that keeps nothing has no settings, so the theme is the system's.
}
