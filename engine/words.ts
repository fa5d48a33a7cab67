/** Helpers for text that people read. @module */

/** A number with its noun: `1 game`, `2 games`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** The text with a capital first letter. */
export function capitalize(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
