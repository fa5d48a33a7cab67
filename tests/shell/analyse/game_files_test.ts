import { assertEquals } from "@std/assert";
import { streamGames } from "../../../shell/analyse/game_files.ts";
import { testInFolder as test } from "../../folder.ts";

/** The text of a file with this many games. The event of each game is its number. */
function games(count: number): string {
  return Array.from({ length: count }, (_, i) => `[Event "${i + 1}"]\n\n1. e4 *\n\n`).join("");
}

test("`streamGames()` reads only the wanted games of each file, and closes the files", async (folder) => {
  const files = [`${folder}/long.pgn`, `${folder}/short.pgn`];
  await Deno.writeTextFile(files[0], games(20000));
  await Deno.writeTextFile(files[1], games(1));
  const read = await Array.fromAsync(streamGames(files, (message) => assertEquals(message, ""), 2));
  const origins = read.map(({ file, game }) => `${file === files[0]} ${game.tags.get("Event")}`);
  assertEquals(origins, ["true 1", "true 2", "false 1"]);
});
