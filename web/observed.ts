/**
 * Turns an object's fields into signals of `@preact/signals`: a view that has read a field is drawn again when it is
 * set. An object in a field may have been modified in place, so setting it always counts as a change.
 * @module
 */

import { signal } from "@preact/signals";

/** Turns fields into signals. After modifying an object in place, call the returned function with its field's name. */
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
