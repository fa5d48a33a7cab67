/**
 * The texts of the page in the user's language.
 *
 * @module
 */

import type { Language } from "../state/settings.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import type { Texts } from "./text_types.ts";

export type { Texts } from "./text_types.ts";

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** The texts of a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}
