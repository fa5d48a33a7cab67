/** Pictures of what the board shows, as files: one, one for each depth of the search, or one with what the learning saves. @module */

import { drawBoard } from "../../engine/view/board_picture.ts";
import { svgText } from "../../engine/view/svg.ts";
import { copyText, saveFile, svgToGif, svgToPng } from "../state/files.ts";
import type { Store } from "../store.ts";
import { reasonOf } from "./failure.ts";
import { pictureOf } from "./scene.ts";

/** Height of what stands below the board in a picture of what is saved, squares. */
const FOOT = 1.7;

export class PictureControl {
  constructor(private readonly store: Store) {}

  saveSvg(): void {
    saveFile(new Blob([drawBoard(pictureOf(this.store))], { type: "image/svg+xml" }), "position.svg");
  }

  async savePng(): Promise<void> {
    await this.save("position.png", () => svgToPng(drawBoard(pictureOf(this.store))));
  }

  /** Saves what was learned depth by depth, as a GIF. */
  async saveGif(): Promise<void> {
    const { store } = this;
    await this.save("learning.gif", async () => {
      const { describeHistories } = await import("../engine/later.ts");
      return await svgToGif(
        store.snapshots.map(({ depth, inspection }) =>
          drawBoard(pictureOf(store, describeHistories(inspection, store.line), `learned by depth ${depth}`))
        ),
      );
    });
  }

  /** Saves a picture of the position with what the learning saves there, and copies a link that opens both. */
  async saveSaving(factor: string): Promise<void> {
    const { store } = this;
    const link = store.linkTo(true);
    const board = drawBoard({ ...pictureOf(store), caption: "" }).replace(
      /width="\d+" height="\d+"/,
      'width="8" height="8"',
    );
    const height = 8 + FOOT;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="${height * 100}" viewBox="0 0 8 ${height}">`,
      `<path fill="#fbf8f2" d="M0 0h8v${height}H0z"/>${board}`,
      svgText(
        0.2,
        8.7,
        0.42,
        `Learning saves ${factor} on this position`,
        'font-weight="700" fill="#8a4b14" font-family="Georgia, serif"',
      ),
      svgText(0.2, 9.15, 0.26, `Without it a search needs ${factor} the work.`, 'fill="#5b5347"'),
      svgText(0.2, 9.5, 0.26, link.replace(/[?#].*$/, ""), 'fill="#5b5347"'),
      "</svg>",
    ].join("");
    await this.save("learning.png", () => svgToPng(svg));
    if (await copyText(link)) store.inform("The picture is saved, and a link to the position is copied.");
  }

  private async save(name: string, make: () => Promise<Blob>): Promise<void> {
    try {
      saveFile(await make(), name);
    } catch (error) {
      this.store.fail(`The picture cannot be made. ${reasonOf(error)}`);
    }
  }
}
