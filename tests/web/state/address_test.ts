import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { chess960Start } from "../../../core/fen.ts";
import { type Address, formatAddress, parseAddress } from "../../../web/state/address.ts";
import { drawingsOf } from "../../../web/state/comments.ts";
import { GameLine, linesOf } from "../../../web/state/game_line.ts";

/** The contents of an address, as plain data. */
function plain({ line, tab, isFlipped }: Omit<Address, "look" | "isAnalysing">): unknown {
  const lines = linesOf(line.root).map(({ parent, from, nodes }) =>
    [parent, from, ...nodes.map(({ uci }) => uci)].join(" ")
  );
  const { fen, chess960 } = line.root;
  return [fen, chess960, lines, line.history(), tab, isFlipped];
}

/** The values that the tests do not choose. */
const REST: Pick<Address, "look" | "isAnalysing"> = {
  look: { mode: "piece", side: "mover", square: null },
  isAnalysing: false,
};

function assertRoundTrip(line: GameLine, text: string, tab: Address["tab"] = "play", isFlipped: boolean = false): void {
  assertEquals(formatAddress({ ...REST, line, tab, isFlipped }), text);
  assertEquals(plain(parseAddress(`#${text}`)), plain({ line, tab, isFlipped }));
}

Deno.test("an address holds the game, the position that is shown, the tab and the side at the bottom", () => {
  const line = new GameLine();
  assertRoundTrip(line, "");
  for (const move of ["e4", "e5", "Nf3"]) line.move(move);
  assertRoundTrip(line, "moves=e2e4,e7e5,g1f3&tab=analysis&view=black", "analysis", true);
  line.goToPly(1);
  assertRoundTrip(line, "moves=e2e4,e7e5,g1f3&ply=1");
  line.addLine(2, ["d4", "exd4"]);
  assertRoundTrip(line, "moves=e2e4,e7e5,g1f3&side=2:d2d4,e5d4&ply=1.3&tab=learned", "learned");
  // A variation of the game, and a variation of that variation.
  line.move("d5");
  line.addLine(0, ["c4"]);
  line.step(-1);
  assertRoundTrip(line, "moves=e2e4,e7e5,g1f3&side=0:c2c4&side=2:d2d4,e5d4&side=2.3:d7d5&ply=0");
});

Deno.test("an address holds its own start position, including one of Chess960", () => {
  const fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR_w_KQkq_-_0_1";
  assertRoundTrip(new GameLine({ fen: chess960Start(0), chess960: true }), `fen=${fen}&rules=chess960`);
});

Deno.test("an address holds comments without commands, and can omit them", () => {
  const line = new GameLine();
  line.setComment("A short: game & more_or=less");
  for (const move of ["e4", "e5"]) line.move(move);
  line.setComment("Grüße\ud800");
  line.goToPly(1);
  line.setComments(["[%clk 0:10:00]"]);
  line.addLine(1, ["c5"]);
  line.setComment("Sicilian");
  const address: Address = { ...REST, line, tab: "analysis", isFlipped: false };
  const text = formatAddress(address);
  const notes = [
    "note=0:A%20short%3A%20game%20%26%20more_or%3Dless",
    "note=2:Gr%C3%BC%C3%9Fe%EF%BF%BD",
    "note=1.2:Sicilian",
  ].join("&");
  assertEquals(text, `moves=e2e4,e7e5&side=1:c7c5&${notes}&ply=1.2&tab=analysis`);
  assertEquals(parseAddress(text).line.notes, [
    { line: 0, ply: 0, comments: ["A short: game & more_or=less"], nags: [] },
    { line: 0, ply: 2, comments: ["Grüße\ufffd"], nags: [] },
    { line: 1, ply: 2, comments: ["Sicilian"], nags: [] },
  ]);
  assertEquals(parseAddress(text).line.current.san, "c5");
  assertEquals(formatAddress(address, false), "moves=e2e4,e7e5&side=1:c7c5&ply=1.2&tab=analysis");
  // A comment on a place that does not exist is omitted.
  assertEquals(parseAddress("#moves=e2e4&note=7:nowhere&note=&note=x:y").line.notes, []);
});

Deno.test("an address with escapes is read, and a strange address is read as far as it makes sense", () => {
  assertEquals(parseAddress("#moves=e2e4%2Ce7e5").line.mainLine.length, 2);
  assertEquals(parseAddress("#moves=e2e4&ply=99").line.ply, 1);
  assertEquals(parseAddress("#moves=e2e4&tab=nothing&what").tab, "play");
  // A link from an older version of the page.
  const old = parseAddress("#moves=e2e4,e7e5&side=1:c7c5,g1f3&ply=s2").line;
  assertEquals([old.current.uci, old.onBranch], ["c7c5", true]);
  // A line or a place that does not exist is ignored.
  for (const odd of ["side=7.1:e2e4", "side=9:e7e5", "side=nothing", "ply=4.1", "ply=x"]) {
    assertEquals(plain(parseAddress(`#moves=e2e4&${odd}`)), plain(parseAddress("#moves=e2e4")), odd);
  }
});

Deno.test("an address with a broken position or move is refused", () => {
  for (const broken of ["fen=8/8/8/8", "moves=e2e5", "moves=%E0%A4%A"]) assertThrows(() => parseAddress(broken));
});

Deno.test("an address holds names, the result, glyphs, arrows and circles, the board's view of the learning, and whether the engine searches", () => {
  const line = new GameLine();
  line.tags.set("White", "Anna & Co");
  line.tags.set("Black", "?");
  line.move("e4");
  line.tags.set("Result", "1/2-1/2");
  line.current.glyphs = [1, 14];
  line.setComments(["[%cal Gd2d4,Rg1f3] Best [%csl Ye5]"]);
  const look = { mode: "from", side: "opponent", square: "g8" } as const;
  const address: Address = { line, tab: "learned", isFlipped: false, look, isAnalysing: true };
  const text = "moves=e2e4&note=1:Best&draw=1:Gd2d4,Rg1f3,Ye5&mark=1:1,14&white=Anna%20%26%20Co&result=1/2-1/2" +
    "&tab=learned&look=from-:g8&on=1";
  assertEquals(formatAddress(address), text);
  const read = parseAddress(text);
  assertEquals([read.look, read.isAnalysing, read.line.tags.get("White")], [address.look, true, "Anna & Co"]);
  assertEquals(drawingsOf(read.line.current.comments), ["Gd2d4", "Rg1f3", "Ye5"]);
  assertEquals(read.line.current.text, "Best");
  assertEquals([read.line.current.glyphs, read.line.tags.get("Result")], [[1, 14], "1/2-1/2"]);
  // Others see "Player" where the user sees "You", even in an older link.
  line.tags.set("White", "You");
  line.tags.set("Black", "Hindsight (600)");
  const shared = formatAddress({ ...address, line });
  assertMatch(shared, /&white=Player&black=Hindsight%20\(600\)&/);
  assertEquals(line.tags.get("White"), "You");
  for (const link of [shared, "white=You&black=Hindsight%20(600)"]) {
    const { tags } = parseAddress(link).line;
    assertEquals([tags.get("White"), tags.get("Black")], ["Player", "Hindsight (600)"]);
  }
  for (const odd of ["look=piece:z9", "look=what:e4", "look", "draw=1:Zz", "draw=9:Ge4"]) {
    assertEquals(parseAddress(`moves=e2e4&${odd}`).look, REST.look, odd);
    assertEquals(drawingsOf(parseAddress(`moves=e2e4&${odd}`).line.current.comments), [], odd);
  }
  for (const odd of ["mark=1:0,x,256,-1,1.5,", "mark=9:1", "result=2-0", "result=*"]) {
    const { current, tags } = parseAddress(`moves=e2e4&${odd}`).line;
    assertEquals([current.glyphs, tags.get("Result")], [[], undefined], odd);
  }
});
