/** The parts of the page that are not shown at first: loaded when the board is there. @module */

export { DialogWindow } from "./dialogs.tsx";
export { LearnedPanel } from "./learned_panel.tsx";
export { PuzzlePanel } from "./puzzle_panel.tsx";
export { Teaser } from "./teaser.tsx";
