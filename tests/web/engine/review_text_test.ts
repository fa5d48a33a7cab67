import { assertEquals, assertLess, assertRejects } from "@std/assert";
import { Engine } from "../../../engine/engine.ts";
import { analyse } from "../../../engine/games/analysis.ts";
import { puzzlesOf } from "../../../engine/games/puzzle.ts";
import { replayOf } from "../../../engine/games/replay.ts";
import { formatReview, pack, readReview, unpack } from "../../../web/engine/review_text.ts";
import { gamesFromPgn } from "../../../web/state/game_text.ts";

const GAMES = [
  "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#",
  "1. f3 e5 2. g4 d5 3. e3 Bc5 4. d4 exd4 5. exd4 Qe7+ 6. Kf2 Bxd4+ 7. Qxd4 Qe5 8. Qxe5+",
  '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5"]\n\n5... Kd7 6. e4 Ke6',
  '[FEN "8/8/8/8/5k2/8/6r1/7K w - - 0 1"]\n\n1. Kxg2',
];

Deno.test("a review is read from its text unchanged, with the same errors and puzzles", async () => {
  await using engine = await Engine.start({ hash: 16 });
  for (const pgn of GAMES) {
    const { root } = gamesFromPgn(pgn).games[0].line;
    const replay = replayOf(root);
    const found = await analyse(replay, engine, { nodes: 3000 }, new AbortController().signal, () => {});
    const text = formatReview(found);
    const packed = await pack(text);
    assertEquals(await unpack(packed), text);
    assertEquals(encodeURIComponent(packed), packed);
    assertLess(packed.length, 60 + 40 * replay.record.moves.length);
    const read = await readReview(root, text);
    const plain = (analysis: typeof found) => ({
      ...analysis,
      // The depth of the search is not kept, and a reason may be based on more moves than are kept.
      moves: analysis.moves.map((move) => move && { ...move, depth: 0, nodes: 0, reason: "" }),
    });
    assertEquals(plain(read), plain(found), pgn);
    const expected = puzzlesOf(replay, found).map(({ bestUci }) => bestUci);
    assertEquals(puzzlesOf(replay, read).map(({ bestUci }) => bestUci), expected);
  }
});

Deno.test("text that is not a review of the game is refused", async () => {
  const { root } = gamesFromPgn("1. e4 e5").games[0].line;
  for (const text of ["", "0.3|0.2", "0.3 e5|0.2|0.3", "x|0.2|0.3", "0.3|0.2|0.3|0.1"]) {
    await assertRejects(() => readReview(root, text), Error, undefined, text);
  }
  await assertRejects(() => unpack("%%%"));
});
