/**
 * The window for the settings.
 *
 * @module
 */

import { HASH_SIZES, type Language, LANGUAGES, type Settings } from "../state/settings.ts";
import { type Texts, textsOf } from "../text/texts.ts";
import { openDialog } from "./dialogs.ts";
import { element, select } from "./dom.ts";
import { type RunSpeedTest, speedSection } from "./speed_section.ts";

/** What the window reports. */
export interface SettingsEvents {
  /** The user sets something. */
  change(settings: Partial<Settings>): void;
  /** Tests the speed of the engine. */
  readonly testSpeed: RunSpeedTest;
  /** Why the speed cannot be tested, "" if it can. */
  readonly obstacle: string;
}

/** The keys of the page, folded up. */
function keyList({ keys }: Texts): HTMLElement {
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, keys.key),
    element("th", { scope: "col" }, keys.action),
  );
  const rows = keys.rows.map(([names, action]) =>
    element("tr", {}, element("th", { scope: "row" }, names), element("td", {}, action))
  );
  return element(
    "details",
    { class: "keys" },
    element("summary", {}, keys.title),
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
    element("p", { class: "quiet" }, keys.places),
  );
}

/**
 * Opens the window.
 *
 * @param version The version of the engine.
 */
export function openSettings(
  texts: Texts,
  settings: Settings,
  version: string,
  { change, testSpeed, obstacle }: SettingsEvents,
): void {
  const labels = texts.settings;
  const languages = LANGUAGES.map((name): [string, string] => [name, textsOf(name).language]);
  const themes = (["auto", "light", "dark"] as const).map((name): [string, string] => [name, labels.themes[name]]);
  const form = element(
    "div",
    { class: "form" },
    select(labels.language, languages, settings.language, (value) => change({ language: value as Language })),
    select(labels.theme, themes, settings.theme, (value) => change({ theme: value as Settings["theme"] })),
    select(
      labels.hash,
      HASH_SIZES.map((size): [string, string] => [`${size}`, `${size}`]),
      `${settings.hash}`,
      (value) => change({ hash: Number(value) }),
    ),
  );
  if (crossOriginIsolated) {
    const most = Math.min(64, navigator.hardwareConcurrency || 1);
    const counts = Array.from({ length: most }, (_, i): [string, string] => [`${i + 1}`, `${i + 1}`]);
    form.append(
      select(
        labels.threads,
        counts,
        `${Math.min(settings.threads, most)}`,
        (value) => change({ threads: Number(value) }),
      ),
    );
  } else {
    form.append(element("p", { class: "quiet" }, labels.oneThread));
  }
  const closed = new AbortController();
  const dialog = openDialog(
    labels.title,
    texts,
    form,
    speedSection(texts, testSpeed, obstacle, closed.signal),
    keyList(texts),
    element("p", { class: "quiet" }, labels.about(version)),
  );
  dialog.addEventListener("close", () => closed.abort());
}
