/**
 * The accuracy of both players by phase of the game, as a table.
 *
 * @module
 */

import type { Analysis } from "../../engine/games/analysis.ts";
import { PHASES } from "../../engine/games/phases.ts";
import type { Texts } from "../text/texts.ts";
import { element } from "./dom.ts";

/** The table of an analysis, with a column for each phase that the game had. */
export function phaseTable({ phases }: Analysis, { analysis, play, number }: Texts): HTMLElement {
  const sides = ["white", "black"] as const;
  const reached = PHASES.filter((phase) => sides.some((side) => phases[side][phase].moves > 0));
  const head = element("tr", {}, element("td"));
  for (const phase of reached) head.append(element("th", { scope: "col" }, analysis.phases[phase]));
  const rows = sides.map((side) => {
    const row = element("tr", {}, element("th", { scope: "row" }, play.colours[side]));
    for (const phase of reached) {
      const { accuracy } = phases[side][phase];
      row.append(element("td", {}, accuracy === null ? "–" : `${number(accuracy, 1)} %`));
    }
    return row;
  });
  return element(
    "table",
    { class: "summary phases" },
    element("caption", {}, analysis.byPhase),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
