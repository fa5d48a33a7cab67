/**
 * Objects that record their readers: each field becomes a signal of `@preact/signals`. A view that reads a field is
 * drawn again when that field is set. An object may have been modified in place, so setting it always counts as a
 * change.
 * @module
 */

import { signal } from "@preact/signals";

/** Turns fields into signals. Returns a function to call after the object in a field was modified in place. */
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
