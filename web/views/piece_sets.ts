/** More piece sets, drawn for this page. Each shape has a 100 × 100 box and the fill rule `evenodd`. @module */

const DISC = "M50 12a38 38 0 1 0 .01 0z";

/** From pawn to king. */
export const PIECE_SETS: Readonly<Record<string, readonly string[]>> = {
  blocks: [
    "M50 30a12 12 0 1 0 .01 0zM38 58h24l8 30H30z",
    "M34 88V62l-6-2-4-14 20-24V12l12 10c14 6 20 20 20 40v26zM42 36h6v6h-6z",
    "M50 10l20 34-10 24H40L30 44zM32 72h36l4 16H28zM47 30h6v20h-6z",
    "M28 18h12v10h6V18h8v10h6V18h12v22H28zM34 44h32v28H34zM28 76h44v12H28z",
    "M20 24l15 20 15-30 15 30 15-20-8 44H28zM28 72h44v16H28z",
    "M45 8h10v8h8v10h-8v8H45v-8h-8V16h8zM24 38h52l-9 30H33zM28 72h44v16H28z",
  ],
  discs: [
    `${DISC}M50 38a12 12 0 1 0 .01 0z`,
    `${DISC}M38 68V52l-8-4 14-16v-6l9 6c10 3 14 12 14 22v14z`,
    `${DISC}M50 24l15 26-15 26-15-26z`,
    `${DISC}M33 30h9v6h4v-6h8v6h4v-6h9v15h-5v23H38V45h-5z`,
    `${DISC}M29 34l11 12 10-18 10 18 11-12-6 34H35z`,
    `${DISC}M45 27h10v10h10v10H55v24H45V47H35V37h10z`,
  ],
};
