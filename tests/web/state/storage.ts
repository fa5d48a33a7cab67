/** A browser's storage for tests. @module */

import type { SmallStorage } from "../../../web/state/settings.ts";

export function storageOf(values: Record<string, string> = {}): SmallStorage {
  return { getItem: (key) => values[key] ?? null, setItem: (key, value) => void (values[key] = value) };
}
