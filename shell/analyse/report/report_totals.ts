/** The beginning of a report about several games: each player's results, by colour and opening. @module */

import { ERRORS } from "../../../engine/games/judgement.ts";
import { escapeXml } from "../../../engine/view/svg.ts";
import { describeSum, type PlayerTotal, type Totals } from "../totals.ts";

const SHOWN_ROWS = 20;
const SHOWN_OPENINGS = 5;

/** The totals as HTML elements; empty for a single game. */
export function formatTotals(totals: Totals): string[] {
  if (totals.count < 2) return [];
  const { players } = totals;
  const rows = players.slice(0, SHOWN_ROWS);
  const more = players.length - rows.length;
  return [
    // The totals are collapsed initially, because readers look for a game first.
    '<details class="totals">',
    `<summary>All ${totals.count} games</summary>`,
    '<table><thead><tr><th scope="col">Games</th><th scope="col">Points</th><th scope="col">Accuracy</th>' +
    '<th scope="col">Errors</th></tr></thead>',
    ...rows.map(formatPlayer),
    "</table>",
    ...(more > 0 ? [`<p class="facts">and ${more} more</p>`] : []),
    "</details>",
  ];
}

/** A player's results with one colour. To fit on phones, the name and the openings are on separate lines. */
function formatPlayer(total: PlayerTotal): string {
  const { player, colour, games, points, decided, accuracy, errors, openings } = total;
  const counts = ERRORS.toReversed().map(({ name, symbol }) => `${errors[name]} ${symbol}`).join(", ");
  const cells = [
    games,
    decided === 0 ? "–" : `${points} of ${decided}`,
    accuracy === null ? "–" : `${accuracy.toFixed(1)} %`,
  ];
  const list = openings.slice(0, SHOWN_OPENINGS).map(([name, sum]) =>
    `<li>${escapeXml(`${name}: ${describeSum(sum)}`)}</li>`
  );
  return `<tbody><tr><th scope="rowgroup" colspan="4">${escapeXml(player)}, ${colour}</th></tr>` +
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}<td>${escapeXml(counts)}</td></tr>` +
    `<tr><td colspan="4"><ul class="facts">${list.join("")}</ul></td></tr></tbody>`;
}
