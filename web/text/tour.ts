/**
 * The steps of the guided tour.
 *
 * @module
 */

const ITALIAN = "e4 e5 Nf3 Nc6 Bc4 Bc5";
const SCOTCH = "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6";
const SPANISH = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7";
const TWO_KNIGHTS = "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5";
const KINGS_GAMBIT = "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5";
const CARO_KANN = "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5";
const NAJDORF = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";
const KINGS_INDIAN = "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5";
const VIENNA = "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4";
const PETROFF = "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5";
const PHILIDOR = "e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7";
const FRENCH = "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7";
const GRUENFELD = "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7";

/**
 * The steps with their positions: the eighteen systems of docs/histories.md by their numbers, then two further ones that
 * are worth much. The names are those of engine/view/systems.ts. The positions are from well-known openings. Whether a
 * search needs more nodes without the system differs from one to the next, and with every change of the search, so the
 * texts promise nothing of it.
 */
const POSITIONS = {
  butterfly: VIENNA,
  pieceTo: PHILIDOR,
  malus: KINGS_GAMBIT,
  capture: TWO_KNIGHTS,
  counterMove: FRENCH,
  continuation1: GRUENFELD,
  continuationPruning: NAJDORF,
  continuation2: PETROFF,
  continuation3: KINGS_INDIAN,
  continuation4: FRENCH,
  continuation6: SCOTCH,
  pawnCorrection: GRUENFELD,
  nonPawnCorrection: NAJDORF,
  majorCorrection: PETROFF,
  minorCorrection: NAJDORF,
  continuationCorrection: GRUENFELD,
  correctionGravity: CARO_KANN,
  correctionConditions: SPANISH,
  threats: ITALIAN,
  evaluationSwing: VIENNA,
} as const;

/** The name of a step, which is that of its system. */
export type TourStep = keyof typeof POSITIONS;

/** The steps in their order, with the moves to their positions. */
export const TOUR: readonly (readonly [step: TourStep, moves: string])[] = Object.entries(POSITIONS) as [
  TourStep,
  string,
][];
