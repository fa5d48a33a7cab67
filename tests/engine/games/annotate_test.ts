/** The notes that an analysis writes into a game or keeps. Each analysis is invented to show one case. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import { annotate } from "../../../engine/games/annotate.ts";
import type { Evaluation } from "../../../engine/games/evaluation.ts";
import { judge, type Judgement } from "../../../engine/games/judgement.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { analysisOf, inventMove } from "./analyses.ts";

/** The invented facts about a move: the evaluation after it; for an error, its kind, the better move and the reason. */
type Invented = readonly [evaluation: number | null, error?: Judgement, best?: string, reason?: string];

function invent(sans: readonly string[], found: readonly Invented[]): Analysis {
  const evaluations: (Evaluation | null)[] = [{ cp: 30, mate: null }];
  const moves = found.map(([cp, judgement = null, best = "a3", reason = ""], i): AnalysedMove | null => {
    const evaluation = cp === null ? null : { cp, mate: null };
    evaluations.push(evaluation);
    const before = evaluations[i];
    if (evaluation === null || before === null) return null;
    const isWhite = i % 2 === 0;
    const judged = { ...judge(before, evaluation, isWhite, true), judgement };
    const move = { fullmove: 1 + (i >> 1), isWhite, san: sans[i], best: best.split(" "), reason };
    return inventMove(judged, move, evaluation);
  });
  return analysisOf(evaluations, moves);
}

/** The moves of a game after annotation, on one line. */
function annotated(text: string, found: readonly Invented[], fresh = false): string {
  const [game] = readPgn(text);
  annotate(game, invent(game.root.line.map(({ san }) => san), found), { fresh, annotator: "Tester" });
  const written = writePgn(game);
  assertMatch(written, /^\[Annotator "Tester"\]$/m);
  return written.slice(written.indexOf("\n\n")).trim().replaceAll("\n", " ");
}

/** `text` without the checksums in its marks. */
function plain(text: string): string {
  return text.replace(/\[%hs [\w,]+/g, "[%hs");
}

const CASES: readonly (readonly [name: string, text: string, found: Invented[], expected: string, fresh?: boolean])[] =
  [
    [
      "every move gets its evaluation, and an error also gets its glyph, its word and a better line",
      "1. e4 e5 2. Ke2 Nf6 *",
      [[20], [25], [-90, "mistake", "Nf3 Nc6 Bb5"], [-95]],
      "1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.25] } 2. Ke2 $2 { [%eval -0.9] } { [%hs 2] Mistake. Nf3 was best. } " +
      "(2. Nf3 Nc6 3. Bb5) 2... Nf6 { [%eval -0.95] } *",
    ],
    [
      "each of several errors has its glyph",
      "1. f3 e6 2. g4 *",
      [[-60, "inaccuracy", "e4"], [0], [-400, "blunder", "d4"]],
      "1. f3 $6 { [%eval -0.6] } { [%hs 6] Inaccuracy. e4 was best. } (1. e4) 1... e6 { [%eval 0.0] } " +
      "2. g4 $4 { [%eval -4.0] } { [%hs 4] Blunder. d4 was best. } (2. d4) *",
    ],
    [
      "notes of people stay, text of engines stays separate, and old evaluations are replaced",
      "{ start } 1. e4! { [%eval 9.99] [%clk 0:10:00] good } (1. d4 { also }) 1... e5 $14 { one } { two } 2. Nf3?? *",
      [[20], [25], [30]],
      "{ start } 1. e4 $1 { [%eval 0.2] [%clk 0:10:00] good } (1. d4 { also }) " +
      "1... e5 $14 { [%eval 0.25] } { one } { two } 2. Nf3 $4 { [%eval 0.3] } *",
    ],
    [
      "`fresh` drops the notes, except the notes that programs need",
      "{ start } 1. e4! { [%eval 9.99] [%clk 0:10:00] good } (1. d4) e5 { ok } *",
      [[20], [25]],
      "1. e4 { [%eval 0.2] [%clk 0:10:00] } 1... e5 { [%eval 0.25] } *",
      true,
    ],
    [
      "moves that were not analysed do not change",
      "1. e4! { x } e5 { [%eval 0.5] } 2. Nf3 *",
      [[null], [null], [30]],
      "1. e4 $1 { x } 1... e5 { [%eval 0.5] } 2. Nf3 *",
    ],
    [
      "a glyph that a server wrote with its evaluation is replaced, and a person's glyph with words is not",
      "1. e4 $2 { [%eval -0.9] } 1... e5 $6 { [%eval 0.25] } 2. Ke2 $2 { [%eval -1.0] oh } *",
      [[-400, "blunder", "c4"], [-390], [-800, "blunder", "Nf3"]],
      "1. e4 $4 { [%eval -4.0] } { [%hs 4] Blunder. c4 was best. } (1. c4) 1... e5 $6 { [%eval -3.9] } " +
      "2. Ke2 $2 { [%eval -8.0] oh } { [%hs] Blunder. Nf3 was best. } (2. Nf3) *",
    ],
  ];

for (const [name, text, found, expected, fresh] of CASES) {
  Deno.test(name, () => assertEquals(plain(annotated(text, found, fresh)), expected));
}

Deno.test("a game without moves does not change", () => {
  for (const text of ["{ what now? } *", '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*', '[Annotator "A"]\n\n1-0']) {
    const [game] = readPgn(text.startsWith("[") ? text : `[White "A"]\n\n${text}`);
    const before = writePgn(game);
    annotate(game, invent([], []), { fresh: true, annotator: "Tester" });
    assertEquals(writePgn(game), before);
  }
});

Deno.test("no glyph is added that would contradict a person's glyph, and a person's lines and glyphs survive another analysis", () => {
  const once = annotated("1. e4! $13 (1. d4) *", [[-200, "blunder", "c4 e5"]]);
  assertEquals(plain(once), "1. e4 $1 $13 { [%eval -2.0] } { [%hs] Blunder. c4 was best. } (1. c4 e5) (1. d4) *");
  assertEquals(annotated(once, [[20]]), "1. e4 $1 $13 { [%eval 0.2] } (1. d4) *");
  const same = annotated("1. e4? *", [[-90, "mistake", "c4"]]);
  assertEquals(plain(same), "1. e4 $2 { [%eval -0.9] } { [%hs] Mistake. c4 was best. } (1. c4) *");
  assertEquals(annotated(same, [[20]]), "1. e4 $2 { [%eval 0.2] } *");
});

Deno.test("a better line that begins like a person's variation is not added, and the person's variation stays", () => {
  const text = "1. e4 (1. d4 d5 2. c4) *";
  const found: Invented[] = [[-150, "mistake", "d4 d5 c4"]];
  const once = annotated(text, found);
  assertEquals(plain(once), "1. e4 $2 { [%eval -1.5] } { [%hs 2] Mistake. d4 was best. } (1. d4 d5 2. c4) *");
  assertEquals(annotated(once, found), once);
  assertEquals(annotated(once, [[20]]), "1. e4 { [%eval 0.2] } (1. d4 d5 2. c4) *");
});

Deno.test("the notes of an earlier analysis are replaced", () => {
  const found: Invented[] = [[-60, "inaccuracy", "e4 e5"], [0], [-400, "blunder", "d4"]];
  const once = annotated("1. f3 e6 (1... d5) 2. g4 { ugh } *", found);
  const again = annotated(once, [[-20], [0], [-150, "mistake", "c4"]]);
  assertEquals(
    plain(again),
    "1. f3 { [%eval -0.2] } 1... e6 { [%eval 0.0] } (1... d5) " +
      "2. g4 $2 { [%eval -1.5] } { ugh } { [%hs 2] Mistake. c4 was best. } (2. c4) *",
  );
  assertEquals(annotated(annotated(again, found), found), once);
});

Deno.test("the reason is written once, after the better move, and a person's changes to it stay", () => {
  const text = "1. f3 e6 *";
  const found: Invented[] = [[-60, "inaccuracy", "e4 e5", "Allows Qh4+, which wins a pawn."], [0]];
  const once = annotated(text, found);
  assertEquals(
    plain(once),
    "1. f3 $6 { [%eval -0.6] } { [%hs 6] Inaccuracy. e4 was best. Allows Qh4+, which wins a pawn. } " +
      "(1. e4 e5) 1... e6 { [%eval 0.0] } *",
  );
  assertEquals(annotated(once, found), once);
  assertEquals(annotated(once, [[20], [0]]), "1. f3 { [%eval 0.2] } 1... e6 { [%eval 0.0] } *");
  assertStringIncludes(annotated(once.replace("a pawn.", "two pawns!"), [[20], [0]]), "two pawns!");
});

Deno.test("only notes that this program wrote and nobody changed are replaced", () => {
  const once = annotated("1. f3 *", [[-60, "inaccuracy", "e4 e5"]]);
  // If the line has another move, a comment, a glyph or a variation, a person has changed it.
  for (const line of ["(1. e4 e5 2. d4)", "(1. e4 { yes } 1... e5)", "(1. e4 e5 $1)", "(1. e4 e5 (1... c5))"]) {
    const changed = once.replace("(1. e4 e5)", line);
    assertEquals(annotated(changed, [[20]]), `1. f3 { [%eval 0.2] } ${line} *`);
  }
  const found = annotated(once.replace("Inaccuracy. e4 was best.", "e4 was best, says Anna."), [[20]]);
  assertMatch(found, /^1\. f3 \$6 \{ \[%eval 0\.2\] \} \{ .*e4 was best, says Anna\. \} \(1\. e4 e5\) \*$/);
});

Deno.test("a person's words that look like an engine's words stay, with glyph and variations", () => {
  const text = "1. e4 e5 2. Qh5 $6 { Inaccuracy. Nf3 was best. } (2. Nf3 { our main line } 2... Nc6 " +
    "(2... Nf6 3. Nxe5 { seen last week }) 3. Bb5 $14) 2... Nc6 *";
  const found = annotated(text, [[20], [20], [20], [20]]).replace(/ \{ \[%eval 0\.2\] \}/g, "");
  assertEquals(found, text.replace("1. e4 e5", "1. e4 1... e5"));
});

Deno.test("a server's words, their glyph and their line are all replaced, or all stay", () => {
  const text = (line: string): string =>
    "1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.25] } 2. Qh5?! { (0.25 → -0.35) Inaccuracy. Nf3 was " +
    `best. } { [%eval -0.35] [%clk 0:02:58] } ${line} 2... Nc6 3. Bc4 Nf6?? { (-0.30 → Mate in 1) Checkmate is now ` +
    "unavoidable. g6 was best. } { [%eval #1] } (3... g6 4. Qf3) *";
  const found: Invented[] = [[20], [20], [20], [20], [20], [20]];
  assertEquals(
    annotated(text("(2. Nf3 Nc6 3. Bb5)"), found),
    "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { [%eval 0.2] } 2. Qh5 { [%eval 0.2] [%clk 0:02:58] } " +
      "2... Nc6 { [%eval 0.2] } 3. Bc4 { [%eval 0.2] } 3... Nf6 { [%eval 0.2] } *",
  );
  const kept = annotated(text("(2. Nf3 { as always } 2... Nc6)"), found);
  assertStringIncludes(kept, "2. Qh5 $6 { (0.25 → -0.35) Inaccuracy. Nf3 was best. }");
  assertStringIncludes(kept, "(2. Nf3 { as always } 2... Nc6)");
  const lost = "1. e4 ?? { (Mate in 3 → 0.50) Lost forced checkmate sequence. d4 was best. } (1. d4) *";
  assertEquals(annotated(lost, [[20]]), "1. e4 { [%eval 0.2] } *");
});

Deno.test("an earlier version's words, which have no mark, are replaced if the game names this program as annotator", () => {
  const text = "1. f3 $6 { [%eval -0.6] Inaccuracy. e4 was best. } (1. e4 e5) *";
  const [game] = readPgn(`[Annotator "Hindsight 0.1.0"]\n\n${text}`);
  annotate(game, invent(["f3"], [[20]]), { fresh: false, annotator: "Hindsight 9" });
  assertMatch(writePgn(game), /\n1\. f3 \{ \[%eval 0\.2\] \} \*$/);
});

/** The tags of a game with one or two moves after its analysis. */
function tagsOf(text: string, names: string[], found: Invented[] = [[30]], fresh = false): (string | undefined)[] {
  const [game] = readPgn(text);
  const opening = { eco: "B00", name: "King's Pawn Game", plies: 1 };
  annotate(game, { ...invent(["e4", "e5"], found), opening }, { fresh, annotator: "Hindsight 9" });
  return names.map((name) => game.tags.get(name));
}

Deno.test("each player's accuracy becomes a tag, which is removed if only a part of the game is analysed", () => {
  const names = ["WhiteAccuracy", "BlackAccuracy"];
  assertEquals(tagsOf("1. e4 e5 *", names, [[30], [30]]), ["100.0", "100.0"]);
  const earlier = '[WhiteAccuracy "12.3"]\n[BlackAccuracy "45.6"]\n\n1. e4 e5 *';
  assertEquals(tagsOf(earlier, names, [[null], [30]]), [undefined, undefined]);
});

Deno.test("the program writes its name as annotator, and the opening, if these tags are missing", () => {
  const annotators: [tags: string, annotator: string, fresh?: boolean][] = [
    ["", "Hindsight 9"],
    ['[Annotator "?"]', "Hindsight 9"],
    ['[Annotator "Hindsight 0.1.0"]', "Hindsight 9"],
    ['[Annotator "Anna"]', "Anna"],
    ['[Annotator "Anna"]', "Hindsight 9", true],
  ];
  for (const [tags, annotator, fresh] of annotators) {
    assertEquals(tagsOf(`${tags}\n\n1. e4 *`, ["Annotator"], [[30]], fresh), [annotator], tags);
  }
  const openings: [tags: string, eco: string, opening: string][] = [
    ["", "B00", "King's Pawn Game"],
    ['[ECO "B01"]', "B01", "King's Pawn Game"],
    ['[ECO "B01"]\n[Opening "Other"]', "B01", "Other"],
  ];
  for (const [tags, ...named] of openings) assertEquals(tagsOf(`${tags}\n\n1. e4 *`, ["ECO", "Opening"]), named);
});

Deno.test("praise is a comment with a glyph; the next analysis replaces it, unless a person has changed it", () => {
  const praise = "The only good move: the next best is c5 (+2.00).";
  const [game] = readPgn("1. e4 e5 { solid } *");
  const write = (praised: string): string => {
    const found = invent(["e4", "e5"], [[20], [25]]);
    const moves = found.moves.map((move, i) => move === null ? null : { ...move, praise: i === 1 ? praised : "" });
    annotate(game, { ...found, moves }, { fresh: false, annotator: "Tester" });
    return plain(writePgn(game)).split("\n\n")[1].replaceAll("\n", " ").trim();
  };
  const bare = "1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.25] } { solid } *";
  const praised = `1. e4 { [%eval 0.2] } 1... e5 $1 { [%eval 0.25] } { solid } { [%hs 1] ${praise} } *`;
  assertEquals([write(praise), write(praise), write("")], [praised, praised, bare]);
  write(praise);
  const [, move] = game.root.line;
  move.comments = move.comments.map((comment) => comment.replace("only good", "only really good"));
  assertStringIncludes(write(""), "The only really good move");
});
