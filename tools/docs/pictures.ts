/** Draws the pictures of what a search learned. The animation has no script, since GitHub allows none. @module */

import { Engine, Game, type Line } from "../../engine/mod.ts";
import { drawBoard, type PictureArrow } from "../../engine/view/board_picture.ts";
import { HEAT_FULL, heatColour } from "../../engine/view/heat_colour.ts";
import { describeHistories, drawHeatMap, type HistoriesReport } from "../../engine/view/mod.ts";
import { projectPath } from "../paths.ts";

const MOVES = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
/** Depths of the animation's frames. The last is also the depth of the heat map. */
const DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16];
const SECONDS = 1.4;
/** The last frame stays visible for as long as this many other frames. */
const LAST = 3;
const ARROWS = 4;

type Look = { readonly report: HistoriesReport; readonly line: Line };

export async function drawPictures(): Promise<void> {
  const game = new Game();
  for (const move of MOVES) game.move(move);
  const engine = await Engine.start();
  const looks: Look[] = [];
  for (const depth of DEPTHS) {
    const { lines } = await engine.analyse(game, { depth }).result;
    looks.push({ report: describeHistories(await engine.inspect(game), game.position), line: lines[0] });
  }
  const { butterfly } = await engine.inspect(game);
  engine.close();
  const depth = DEPTHS[DEPTHS.length - 1];
  const [bestMove] = looks[looks.length - 1].line.san;
  const heatMap = drawHeatMap({ position: game.position, butterfly, depth, bestMove });
  await Deno.writeTextFile(projectPath("docs/images/learned.svg"), `${heatMap}\n`);
  await Deno.writeTextFile(projectPath("docs/images/learning.svg"), `${drawMoving(game.fen, looks)}\n`);
}

function drawMoving(fen: string, looks: readonly Look[]): string {
  const frames = looks.map((look) => drawFrame(fen, look).split("\n"));
  const isCommon = (line: string): boolean => frames.every((frame) => frame.includes(line));
  const own = frames.map((frame) => frame.filter((line) => !isCommon(line) && !line.startsWith("<title>")).join("\n"));
  const [head, ...rest] = frames[0].filter(isCommon);
  return [
    head,
    "<title>What Hindsight learns about the moves of the Italian Game, depth by depth</title>",
    style(frames.length),
    ...rest.slice(0, -1),
    ...own.map((lines, i) => `<g class="f f${i}">\n${lines}\n</g>`),
    "</svg>",
  ].join("\n");
}

function style(count: number): string {
  const slots = count - 1 + LAST;
  const share = (slot: number): string => `${(100 * slot / slots).toFixed(3)}%`;
  const rules = Array.from({ length: count }, (_, i) => {
    const [from, to] = [share(i), i === count - 1 ? "100%" : share(i + 1)];
    const before = i === 0 ? "" : "0%{visibility:hidden}";
    const after = i === count - 1 ? "" : `${to}{visibility:hidden}`;
    return `@keyframes k${i}{${before}${from}{visibility:visible}${after}}` +
      `.f${i}{animation:k${i} ${(slots * SECONDS).toFixed(1)}s step-end infinite}`;
  });
  const still = `.f{visibility:hidden}.f${count - 1}{visibility:visible}`;
  return `<style>${still}@media(prefers-reduced-motion:no-preference){${rules.join("")}}</style>`;
}

function drawFrame(fen: string, { report, line }: Look): string {
  const learned = report.quiets.map(({ move, score }) => ({ move, score }));
  const largest = Math.max(1, ...learned.map(({ score }) => Math.abs(score)));
  const shown = learned.toSorted((a, b) => a.score - b.score)
    .filter(({ score }, i, { length }) => (i < ARROWS && score < 0) || (i >= length - ARROWS && score > 0));
  const arrows: PictureArrow[] = shown.map(({ move, score }) => ({
    from: move.slice(0, 2),
    to: move.slice(2, 4),
    colour: heatColour(score / largest * HEAT_FULL * 0.7),
    weight: Math.abs(score) / largest,
  }));
  const { depth, nodes, san } = line;
  const caption = `After ${nodes.toLocaleString("en")} positions, depth ${depth}: ${san[0]} is best`;
  return drawBoard({ fen, isFlipped: false, cells: [], arrows, circles: [], caption });
}
