/**
 * Characters that programs which format text insert into chess texts: some replace other characters, some are
 * invisible.
 * @module
 */

/** Dashes of any kind, for a pattern's class. */
export const DASHES = "\\u2010-\\u2015\\u2212";
/** Characters that are not seen, for a pattern's class. */
export const UNSEEN = "\\u00ad\\u200b-\\u200f\\u2060\\ufe0e\\ufe0f\\ufeff";

/** A text without invisible characters, with hyphens for all dashes. */
export function plainText(text: string): string {
  return text.replace(new RegExp(`[${UNSEEN}]`, "g"), "").replace(new RegExp(`[${DASHES}]`, "g"), "-").trim();
}
