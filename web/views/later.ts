/** The views that are not visible at first. They load after the board is drawn. @module */

export { DialogWindow } from "./dialogs.tsx";
export { LearnedPanel } from "./learned_panel.tsx";
export { PuzzlePanel } from "./puzzle_panel.tsx";
export { Teaser } from "./teaser.tsx";
