/** What the user has set: kept in the browser from one visit to the next. @module */

/** How much time a game against the engine has, by name: `minutes+seconds`, or `none`. */
export const TIME_CONTROLS = ["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"] as const;

/** The strengths that are offered, in Elo; behind them comes full strength. */
export const STRENGTHS: readonly number[] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2250];

/** Sizes of the transposition table that are offered, MiB. */
export const HASH_SIZES: readonly number[] = [16, 64, 128, 256, 512];

/** Depths at which an analysis can end, plies; behind them comes one without end. */
export const DEPTHS: readonly number[] = [12, 16, 20, 24, 30];

/** What the user has set. */
export interface Settings {
  /** Dark or light; `auto` follows the system. */
  readonly theme: "auto" | "light" | "dark";
  /** How many lines an analysis shows, 1 to 5. */
  readonly lines: number;
  /** Plies at which the analysis ends, `null` if it goes on. */
  readonly depth: number | null;
  /** Whether the lines are drawn as arrows. */
  readonly arrows: boolean;
  /** Search threads; more than one only where memory can be shared. */
  readonly threads: number;
  /** Size of the transposition table in MiB. */
  readonly hash: number;
  /** Whether what the engine learns is kept on this device for the next visit. */
  readonly remember: boolean;
  /** Strength of the opponent in Elo, `null` for full strength. */
  readonly elo: number | null;
  /** Time of a game, one of `TIME_CONTROLS`. */
  readonly time: string;
  /** The colour that the user plays. */
  readonly colour: "white" | "black" | "random";
}

/** The part of the browser's storage that is used here. */
export type SmallStorage = Pick<Storage, "getItem" | "setItem">;

const KEY = "hindsight.settings";

/** The settings of a first visit. */
export const DEFAULT_SETTINGS: Settings = {
  theme: "auto",
  lines: 3,
  depth: null,
  arrows: true,
  threads: 1,
  hash: 64,
  remember: false,
  elo: 1200,
  time: "none",
  colour: "white",
};

/** The settings that were kept. A value that does not fit counts as missing: the storage may be older than the page. */
export function readSettings(storage: SmallStorage): Settings {
  let kept: unknown = null;
  try {
    kept = JSON.parse(storage.getItem(KEY) ?? "null");
  } catch {
    return DEFAULT_SETTINGS;
  }
  if (typeof kept !== "object" || kept === null) return DEFAULT_SETTINGS;
  const values = kept as Readonly<Record<string, unknown>>;
  const chosen: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const [name, fits] of Object.entries(CHECKS)) {
    if (name in values && fits(values[name])) chosen[name] = values[name];
  }
  return chosen as unknown as Settings;
}

/** Keeps the settings. */
export function writeSettings(storage: SmallStorage, settings: Settings): void {
  storage.setItem(KEY, JSON.stringify(settings));
}

const CHECKS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  theme: (value) => ["auto", "light", "dark"].some((name) => name === value),
  lines: (value) => isWhole(value, 1, 5),
  depth: (value) => value === null || DEPTHS.some((depth) => depth === value),
  arrows: (value) => typeof value === "boolean",
  threads: (value) => isWhole(value, 1, 64),
  hash: (value) => HASH_SIZES.some((size) => size === value),
  remember: (value) => typeof value === "boolean",
  elo: (value) => value === null || STRENGTHS.some((elo) => elo === value),
  time: (value) => TIME_CONTROLS.some((name) => name === value),
  colour: (value) => ["white", "black", "random"].some((name) => name === value),
};

function isWhole(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}
