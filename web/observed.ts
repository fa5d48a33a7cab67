/**
 * Objects that know who reads them: a field becomes a signal of `@preact/signals`. What reads it while it is drawn is drawn
 * again when the field is set, and nothing else is.
 *
 * A text, a number or a truth value that is set to itself changes nothing. An object may have changed inside: it counts as
 * another one whenever it is set.
 *
 * @module
 */

import { signal } from "@preact/signals";

/** Makes fields of an object signals. Returns what reports that the object in a field has changed inside. */
export function observe<T extends object>(object: T, ...names: (keyof T & string)[]): (name: keyof T & string) => void {
  const signals = new Map(names.map((name) => [name, signal({ value: object[name] })]));
  for (const [name, kept] of signals) {
    Object.defineProperty(object, name, {
      enumerable: true,
      get: () => kept.value.value,
      set: (value: T[typeof name]) => {
        if (value === kept.peek().value && (typeof value !== "object" || value === null)) return;
        kept.value = { value };
      },
    });
  }
  return (name) => {
    const kept = signals.get(name);
    if (kept !== undefined) kept.value = { ...kept.peek() };
  };
}
