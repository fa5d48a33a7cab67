/**
 * The guided tour: its steps, and which texts it needs.
 *
 * @module
 */

/** The names of the steps, which are those of the systems (engine/view/systems.ts), in their order. */
export type TourStep =
  | "butterfly"
  | "threats"
  | "malus"
  | "continuation"
  | "evaluationSwing"
  | "capture"
  | "correction"
  | "correctionConditions";

/** The texts of the tour. */
export interface TourTexts {
  readonly start: string;
  readonly next: string;
  readonly back: string;
  readonly end: string;
  readonly place: (step: number, steps: number) => string;
  readonly steps: Readonly<Record<TourStep, { readonly title: string; readonly text: string }>>;
}

const ITALIAN = "e4 e5 Nf3 Nc6 Bc4 Bc5";
const CARO_KANN = "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5";
const FRENCH = "e4 e6 d4 d5 e5 c5 c3 Nc6";
const NAJDORF = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";

/**
 * The steps with their positions. Each is the one of nine openings in which a search to depth 12 takes the most
 * additional nodes, or nearly so, without the system that the step is about.
 */
export const TOUR: readonly (readonly [step: TourStep, moves: string])[] = [
  ["butterfly", CARO_KANN],
  ["threats", ITALIAN],
  ["malus", ITALIAN],
  ["continuation", ITALIAN],
  ["evaluationSwing", CARO_KANN],
  ["capture", ITALIAN],
  ["correction", FRENCH],
  ["correctionConditions", NAJDORF],
];
