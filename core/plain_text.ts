/** Characters that text processors insert into chess texts: some replace others, some are invisible. @module */

/** Dashes of any kind, for a character class in a regular expression. */
export const DASHES = "\\u2010-\\u2015\\u2212";
/** Invisible characters, for a character class in a regular expression. */
export const UNSEEN = "\\u00ad\\u200b-\\u200f\\u2060\\ufe0e\\ufe0f\\ufeff";

/** A text without invisible characters, with hyphens for all dashes. */
export function plainText(text: string): string {
  return text.replace(new RegExp(`[${UNSEEN}]`, "g"), "").replace(new RegExp(`[${DASHES}]`, "g"), "-").trim();
}
