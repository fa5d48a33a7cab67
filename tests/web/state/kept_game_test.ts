import { assertEquals } from "@std/assert";
import { keep, type KeptGame, readKept } from "../../../web/state/kept_game.ts";
import { storageOf } from "./storage.ts";

const GAME: KeptGame = {
  address: "moves=e2e4",
  hash: "",
  tags: [["White", "Anna"]],
  notes: [{ line: 0, ply: 1, comments: ["Best by test"], nags: [1] }],
  match: {
    human: "white",
    elo: null,
    time: { base: 60_000, increment: 1000 },
    left: { white: 50_000, black: 60_000 },
    outcome: { result: "1-0", reason: "White wins by checkmate", isFinal: true },
  },
};

Deno.test("a kept game is read with all its parts, and a game in another form is not read", () => {
  const storage = storageOf();
  assertEquals(readKept(storage, "hindsight.game"), null);
  keep(storage, "hindsight.game", GAME);
  assertEquals(readKept(storage, "hindsight.game"), GAME);
  // Games that early versions of the page kept have no version number.
  assertEquals(readKept(storageOf({ "hindsight.game": JSON.stringify(GAME) }), "hindsight.game"), GAME);
  for (const broken of ["", "{", "null", "{}", "3", JSON.stringify({ ...GAME, form: 0 })]) {
    assertEquals(readKept(storageOf({ "hindsight.game": broken }), "hindsight.game"), null, broken);
  }
});
