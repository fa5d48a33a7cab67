/**
 * Turns an object's fields into signals of `@preact/signals`: setting a field redraws the views that have read it.
 * Setting a field to an object always counts as a change, because the object may have been modified in place.
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
