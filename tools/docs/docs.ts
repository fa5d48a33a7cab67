/** Writes the docs: the tables made from the code, the pictures, and the site. @module */

import { readOptions, refuseWords, wordsOf } from "../../terminal/command_line.ts";
import { addressOf, repositoryName } from "../repository.ts";
import { runTool } from "../usage.ts";
import { drawPictures } from "./pictures.ts";
import { writeSections } from "./reference.ts";
import { buildSite, SITE } from "./site.ts";

const USAGE = `Usage: deno task docs [--pictures]

Writes the tables of options, commands and tasks into the docs, and builds the site with the library's reference in
dist/docs/.

  --pictures          also redraw the pictures of what a search learns
  --help              print this`;

function readPictures(args: readonly string[]): boolean {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  return flags.pictures === true;
}

async function run(pictures: boolean): Promise<void> {
  await writeSections();
  if (pictures) await drawPictures();
  await buildSite(addressOf(repositoryName()));
  console.log(`Wrote ${SITE}/index.html`);
}

if (import.meta.main) await runTool(USAGE, readPictures, run);
