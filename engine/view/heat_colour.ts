/** The colours of learned values: orange for moves that worked, blue for those that failed. @module */

import { HISTORIES } from "../../learning/histories.ts";

type Colour = readonly [red: number, green: number, blue: number];
/** Colours of moves that worked (orange) or failed (blue), for entries of 0, half the bound, and the bound. */
const ORANGES: readonly Colour[] = [[253, 232, 214], [232, 138, 78], [152, 52, 10]];
const BLUES: readonly Colour[] = [[226, 237, 249], [108, 160, 214], [18, 52, 126]];

/** Entries of at least this size have the strongest colour. */
export const HEAT_FULL: number = HISTORIES.butterfly.bound;

/** Colour of an entry as `#rrggbb`. */
export function heatColour(value: number): string {
  const stops = value < 0 ? BLUES : ORANGES;
  const place = Math.min(1, Math.abs(value) / HEAT_FULL) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const mixed = stops[below].map((start, i) => Math.round(start + (stops[below + 1][i] - start) * (place - below)));
  return "#" + mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("");
}
