/** Saves pictures of the position, the game, a search, or the work that learning saves. @module */

import { graphChance } from "../../engine/games/evaluation.ts";
import { symbolOf } from "../../engine/games/judgement.ts";
import { Position } from "../../engine/games/position.ts";
import { drawBoard } from "../../engine/view/board_picture.ts";
import { svgText } from "../../engine/view/svg.ts";
import { copyText, saveFile, svgToGif, svgToPng } from "../state/files.ts";
import { placesOf } from "../state/game_line.ts";
import { labelOf } from "../state/numbering.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import { captionOf, pictureOf } from "./scene.ts";

/** Height of the text below the board, in squares. */
const FOOT = 2.05;
const MOVED = "#dfc26a";

export class PictureControl {
  constructor(private readonly store: Store) {}

  saveSvg(): void {
    saveFile(new Blob([drawBoard(pictureOf(this.store))], { type: "image/svg+xml" }), "position.svg");
  }

  async savePng(): Promise<void> {
    await this.save("position.png", () => svgToPng(drawBoard(pictureOf(this.store))));
  }

  async saveGame(): Promise<void> {
    const { game, review, isBlackBelow: isFlipped } = this.store;
    const pictures = placesOf(game.root).map((node) => {
      const { ply, san, uci } = node;
      const judgement = review?.moves[ply - 1]?.judgement ?? null;
      const evaluation = review?.evaluations[ply] ?? null;
      const move = ply === 0 ? "" : `${labelOf(game.offset + ply - 1)} ${san}${judgement ? symbolOf(judgement) : ""}`;
      return drawBoard({
        fen: new Position(node).fen,
        isFlipped,
        cells: (uci.match(/[a-h][1-8]/g) ?? []).map((square) => ({ square, colour: MOVED, text: "" })),
        arrows: [],
        circles: [],
        caption: captionOf(game, move),
        ...evaluation === null ? {} : { chance: graphChance(evaluation) },
      });
    });
    this.store.inform("Making the GIF …");
    await this.save("game.gif", () => svgToGif(pictures));
  }

  async saveSearch(): Promise<void> {
    const { store } = this;
    store.inform("Making the GIF …");
    await this.save("learning.gif", async () => {
      const { describeHistories } = await import("../engine/later.ts");
      return await svgToGif(
        store.snapshots.map(({ depth, inspection }) =>
          drawBoard(pictureOf(store, describeHistories(inspection, store.line), `: depth ${depth}`))
        ),
      );
    });
  }

  /** Saves a picture of the position and of the work that learning saves in it. Also copies a link to the position. */
  async saveSaving(factor: string): Promise<void> {
    const { store } = this;
    const link = store.linkTo(true);
    const picture = pictureOf(store);
    const [, legend = ""] = picture.caption.split("\n");
    const board = drawBoard({ ...picture, caption: "" }).replace(/width="\d+" height="\d+"/, 'width="8" height="8"');
    const height = 8 + FOOT;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="${height * 100}" viewBox="0 0 8 ${height}">`,
      `<path fill="#fbf8f2" d="M0 0h8v${height}H0z"/>${board}`,
      svgText(
        0.2,
        8.7,
        0.42,
        `Learning saves work here: ${factor}`,
        'font-weight="700" fill="#8a4b14" font-family="Georgia, serif"',
      ),
      ...[`Without learning, a search needs ${factor} the work.`, legend, link.replace(/[?#].*$/, "")].map((line, i) =>
        svgText(0.2, 9.15 + 0.35 * i, 0.26, line, 'fill="#5b5347"')
      ),
      "</svg>",
    ].join("");
    await this.save("learning.png", () => svgToPng(svg));
    if (await copyText(link)) store.inform("Picture saved. A link to the position was copied.");
  }

  private async save(name: string, make: () => Promise<Blob>): Promise<void> {
    try {
      saveFile(await make(), name);
    } catch (error) {
      this.store.fail(`The picture cannot be created. ${reasonOf(error)}`);
    }
  }
}
