/** The parts of the library that are loaded after the board is drawn. @module */

export { Engine } from "../../engine/engine.ts";
export { compactLearned } from "../../engine/learning_store.ts";
export { analyse } from "../../engine/games/analysis.ts";
export { describeOpening, openingMove, openingOf } from "../../engine/games/openings.ts";
export { isAtLeast, judgeAnswer, puzzlesOf } from "../../engine/games/puzzle.ts";
export { chess960Start } from "../../engine/rules.ts";
export { describeHistories } from "../../engine/view/histories_view.ts";
export { defaultSetting, SYSTEMS } from "../../engine/view/systems.ts";
export { annotated, formatReview, pack, readReview, unpack } from "./review_text.ts";
