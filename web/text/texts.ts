/**
 * The texts of the page in the user's language.
 *
 * @module
 */

import type { Language } from "../state/settings.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** Every text of the page: what there is in English. */
export type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** The texts of a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}
