/** The user's settings, which the browser keeps between visits. @module */

/** Time controls for a game against the engine: `minutes+seconds`. */
export const TIME_CONTROLS = ["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"] as const;

/** In Elo. The page also offers full strength. */
export const STRENGTHS: readonly number[] = [600, 800, 1000, 1200, 1500, 1800, 2100, 2400, 2800];

/** In MiB. */
export const HASH_SIZES: readonly number[] = [16, 64, 128, 256, 512];

export const LINES: readonly number[] = [1, 2, 3, 4, 5];

export const MAX_THREADS = 64;

/** In plies. The page also offers no limit. */
export const DEPTHS: readonly number[] = [12, 16, 20, 24, 30];

/** The allowed values of each setting, the default first. */
const VALUES = {
  /** `auto` follows the system. */
  theme: ["auto", "light", "dark"],
  lines: [3, ...LINES],
  /** `null` for no limit. */
  depth: [null, ...DEPTHS],
  arrows: [true, false],
  pieces: ["classic", "blocks", "discs"],
  sounds: [false, true],
  /** Using more than one thread requires shared memory. */
  threads: Array.from({ length: MAX_THREADS }, (_, i) => i + 1),
  hash: [64, ...HASH_SIZES],
  /** Whether this device keeps a learning file for the next visit. */
  remember: [false, true],
  /** In Elo; `null` for full strength. */
  elo: [1200, null, ...STRENGTHS],
  time: TIME_CONTROLS,
  colour: ["white", "black", "random"],
} as const;

export type Settings = { readonly [Name in keyof typeof VALUES]: typeof VALUES[Name][number] };

export type SmallStorage = Pick<Storage, "getItem" | "setItem">;

const KEY = "hindsight.settings";

/** Replaces invalid values, which an older version may have saved, with defaults. */
export function readSettings(storage: SmallStorage): Settings {
  const kept = readFields(storage, KEY);
  const entries = Object.entries<readonly unknown[]>(VALUES).map(([name, values]) =>
    [name, values.includes(kept[name]) ? kept[name] : values[0]] as const
  );
  return Object.fromEntries(entries) as Settings;
}

export function writeSettings(storage: SmallStorage, settings: Settings): void {
  storage.setItem(KEY, JSON.stringify(settings));
}

/** Reads the fields of an object that was saved as JSON. Returns no fields if they cannot be read. */
export function readFields(storage: SmallStorage, key: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return typeof kept === "object" && kept !== null ? kept as Record<string, unknown> : {};
  } catch {
    return {};
  }
}
