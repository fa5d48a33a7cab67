/** Removes the special dashes and invisible characters that word processors insert into chess texts. @module */

/** Dashes of any kind, for a character class in a regular expression. */
export const DASHES = "\\u2010-\\u2015\\u2212";
/** Invisible characters, for a character class in a regular expression. */
export const UNSEEN = "\\u00ad\\u200b-\\u200f\\u2060\\ufe0e\\ufe0f\\ufeff";

/** Trims a text, replaces all dashes with hyphens, and removes invisible characters. */
export function plainText(text: string): string {
  return text.replace(new RegExp(`[${UNSEEN}]`, "g"), "").replace(new RegExp(`[${DASHES}]`, "g"), "-").trim();
}
