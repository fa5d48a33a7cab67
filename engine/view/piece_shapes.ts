/**
 * The outlines of the pieces for pictures: paths in a box of 100 × 100. Not every system has chess characters in its
 * fonts, and some draw them as coloured emoji.
 *
 * @module
 */

/** Path data, indexed by piece type, for the fill rule `evenodd`. The string at index 0 is empty. */
export const PIECE_SHAPES: readonly string[] = [
  "",
  // Pawn.
  "M50 20a14 14 0 0 1 9 24.7h6v7h-7c1 13 5 20 14 27v9H28v-9c9-7 13-14 14-27h-7v-7h6A14 14 0 0 1 50 20z",
  // Knight, facing left.
  "M30 88c0-20 17-24 18-39-5 5-11 5-15 8-4 4-7 10-12 9-6-1-9-7-7-12 5-9 9-13 11-23 2-7 6-10 11-13l2-11 9 9" +
  "c24 0 37 22 37 52v20zM38 33l-5 6 7-1z",
  // Bishop.
  "M50 9a6 6 0 0 1 4.5 10C66 27 71 37 71 46c0 8-4 14-10 18h4v7h-4c1 4 4 6 11 8v9H28v-9c7-2 10-4 11-8h-4v-7h4" +
  "c-6-4-10-10-10-18 0-9 5-19 16.5-27A6 6 0 0 1 50 9zM58 29l-11 15 4 3 11-15z",
  // Rook.
  "M26 18h12v9h7v-9h10v9h7v-9h12v22l-9 8v22l9 9v9H26v-9l9-9V48l-9-8z",
  // Queen.
  "M18 34L31 55l4-33 10 29 5-36 5 36 10-29 4 33L82 34 73 72v16H27V72zM13 29a5 5 0 1 0 10 0a5 5 0 1 0-10 0z" +
  "M30 17a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM45 11a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM60 17a5 5 0 1 0 10 0a5 5 0 1 0-10 0z" +
  "M77 29a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  // King.
  "M47 8h6v6h7v6h-7v9c5 1 4 4 1 8 7-8 27-6 27 9 0 9-8 16-10 26v16H29V72c-2-10-10-17-10-26 0-15 20-17 27-9-3-4-4-7 1-8" +
  "v-9h-7v-6h7z",
];
