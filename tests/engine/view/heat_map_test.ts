/** The picture of the butterfly table: well-formed, true to the numbers, readable. */

import { assert, assertEquals, assertGreater, assertLess, assertMatch, assertThrows } from "@std/assert";
import { drawHeatMap, heatColour } from "../../../engine/view/heat_map.ts";
import { descendants, type Element, elementsOf, readXml, textsOf } from "./xml.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

function tableOf(entries: Readonly<Record<string, number>>): Int16Array {
  const table = new Int16Array(4096);
  for (const [squares, value] of Object.entries(entries)) {
    const [fromFile, fromRank, toFile, toRank] = Array.from(squares, (letter) => letter.charCodeAt(0));
    table[((toRank - 49) << 3 | (toFile - 97)) << 6 | (fromRank - 49) << 3 | (fromFile - 97)] = value;
  }
  return table;
}

function draw(entries: Readonly<Record<string, number>>, fen = KIWIPETE, best = ""): Element {
  return readXml(drawHeatMap({ position: fen, butterfly: tableOf(entries), depth: 16, bestMove: best || null }));
}

/** The cells with an entry, keyed by the title that appears under a pointer. */
function cellsOf(picture: Element): Map<string, Element> {
  const cells = descendants(picture).filter(({ name, children }) => name === "path" && children[0]?.name === "title");
  return new Map(cells.map((cell) => [cell.children[0].text, cell]));
}

/** Where an element of a small board is: its group's offset plus its own. */
function placeOf(picture: Element, element: Element): [x: number, y: number] {
  const group = picture.children.find((child) => child.children.includes(element));
  const shift = /^translate\((\S+) (\S+)\)$/.exec(group?.attributes.get("transform") ?? "");
  const own = /^M(\S+) ([\d.]+)h/.exec(element.attributes.get("d") ?? "") ??
    ["", element.attributes.get("x"), element.attributes.get("y")];
  assert(shift !== null);
  return [Number(shift[1]) + Number(own[1]), Number(shift[2]) + Number(own[2])];
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Luminance of a colour as the eye weighs it, 0 … 255. */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

Deno.test("the XML checker accepts XML and nothing else", () => {
  assertEquals(readXml('<?xml version="1.0" encoding="UTF-8"?>\n<a b="1"><c/>x &amp; y</a>\n').children.length, 1);
  const tags = ["", "x<a/>", "<a>", "<a></b>", "</a>", "<a/><a/>", "<a><!-- comments are not needed --></a>"];
  const contents = ['<a b="1" b="2"/>', "<a b=1/>", '<a b="<"/>', "<a>x & y</a>", "<a>\u0001</a>", "<a>x < y</a>"];
  for (const source of [...tags, ...contents]) assertThrows(() => readXml(source), SyntaxError, "", source);
});

Deno.test("the picture is well-formed and of the stated size, and every reference in it has a target", () => {
  const full = new Int16Array(4096).map((_, i) => (i * 7919) % 16385 - 8192);
  for (const butterfly of [full, new Int16Array(4096)]) {
    const source = drawHeatMap({ position: KIWIPETE, butterfly, depth: 16, bestMove: "e1g1" });
    const picture = readXml(source);
    assertEquals(picture.name, "svg");
    assertEquals(picture.attributes.get("xmlns"), "http://www.w3.org/2000/svg");
    const [, , width, height] = picture.attributes.get("viewBox")!.split(" ").map(Number);
    assertEquals([picture.attributes.get("width"), picture.attributes.get("height")], [String(width), String(height)]);
    const elements = descendants(picture);
    const ids = elements.map(({ attributes }) => attributes.get("id")).filter((id) => id !== undefined);
    assertEquals(new Set(ids).size, ids.length);
    for (const [, id] of source.matchAll(/#([a-z][\w-]+)\)/g)) assert(ids.includes(id), id);
    assertEquals(elements.some(({ name }) => ["script", "style", "image", "use"].includes(name)), false);
    assertEquals(/NaN|undefined|null|Infinity/.test(source), false);
  }
});

Deno.test("each entry is one cell, whose colour and title give its value", () => {
  const cells = cellsOf(draw({ e2e4: 8192, g1f3: 1234, a1a8: -8192, h7h8: -1, b1c3: 0 }));
  assertEquals(Array.from(cells.keys()).sort(), ["a1a8 −8192", "e2e4 +8192", "g1f3 +1234", "h7h8 −1"]);
  for (const [title, cell] of cells) {
    assertEquals(cell.attributes.get("fill"), heatColour(Number(title.split(" ")[1].replace("−", "-"))), title);
  }
});

Deno.test("a cell is in the small board of its origin, at its target, with White below", () => {
  const picture = draw({ a1a1: 1, a1b1: 1, a1a2: 1, b1a1: 1, a2a1: 1, h8h8: 1 });
  const cells = cellsOf(picture);
  const place = (squares: string) => placeOf(picture, cells.get(`${squares} +1`)!);
  const [x, y] = place("a1a1");
  const [, cellStep] = [place("a1b1")[0] - x, y - place("a1a2")[1]];
  const boardStep = place("b1a1")[0] - x;
  assertEquals(place("a1b1"), [x + cellStep, y]);
  assertEquals(place("a1a2"), [x, y - cellStep]);
  assertEquals(place("b1a1"), [x + boardStep, y]);
  assertEquals(place("a2a1"), [x, y - boardStep]);
  assertEquals(place("h8h8"), [x + 7 * (boardStep + cellStep), y - 7 * (boardStep + cellStep)]);
  assertGreater(boardStep, 8 * cellStep);
  assertLess(place("h8h8")[0] + cellStep, Number(picture.attributes.get("width")));
});

Deno.test("the scale runs from dark blue over light colours to dark red, with even steps of brightness", () => {
  const values = [-8192, -6000, -4096, -2000, -1];
  for (let i = 1; i < values.length; i++) {
    assertGreater(luminance(heatColour(values[i])), luminance(heatColour(values[i - 1])));
    assertGreater(luminance(heatColour(-values[i])), luminance(heatColour(-values[i - 1])));
  }
  const [blue, red] = [-8192, 8192].map((value) => channelsOf(heatColour(value)));
  assertGreater(blue[2] - blue[0], 80);
  assertGreater(red[0] - red[2], 80);
  assertEquals(heatColour(20000), heatColour(8192));
  for (const value of [-1, 1]) assertGreater(luminance(heatColour(value)), 220);
});

Deno.test("the best move's cell and board are outlined, with its name and entry below", () => {
  const outlined = (picture: Element) =>
    descendants(picture).filter(({ attributes }) => attributes.get("stroke-width") === "2.5");
  const picture = draw({ c3b5: 321 }, KIWIPETE, "c3b5");
  const [board, cell, sample] = outlined(picture);
  assertEquals(outlined(picture).length, 3);
  const [x, y] = placeOf(picture, cellsOf(picture).get("c3b5 +321")!);
  assertEquals(placeOf(picture, cell), [x - 0.5, y - 0.5]);
  assertEquals(Number(board.attributes.get("width")), 8 * Number(cell.attributes.get("width")));
  assertEquals(sample.attributes.get("width"), cell.attributes.get("width"));
  assert(textsOf(picture).includes("the best move, Nb5: +321"));
  assert(textsOf(draw({}, KIWIPETE, "c3b5")).includes("the best move, Nb5: no entry"));
  assert(textsOf(draw({ e2a6: 5 }, KIWIPETE, "e2a6")).includes("the best move, Bxa6: captures have their own table"));
  assertEquals(outlined(draw({ c3b5: 321 })).length, 0);
});

Deno.test("title and legend name the side, the depth, the position and the scale, in dark letters on a light background", () => {
  const fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const picture = draw({}, fen);
  assertMatch(picture.children[0].text, /Black's quiet moves at depth 16$/);
  const words = textsOf(picture);
  assert(words.includes(fen));
  assert(words.some((text) => text.includes("every quiet move of Black, after a search to depth 16")));
  for (const number of ["−8192", "−4096", "0", "+4096", "+8192"]) assert(words.includes(number), number);
  const inherited = picture.attributes.get("fill")!;
  for (const { attributes, text } of elementsOf(picture, "text")) {
    assertLess(luminance(attributes.get("fill") ?? inherited), 100, text);
  }
  const [ground] = elementsOf(picture, "rect");
  assertGreater(luminance(ground?.attributes.get("fill") ?? "#000000"), 240);
});

Deno.test("every piece of the position is drawn, with a darker outline for the side to move", () => {
  const pieces = (fen: string) =>
    descendants(draw({}, fen)).filter(({ attributes }) => attributes.get("fill-rule") === "evenodd");
  assertEquals(pieces("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").length, 3);
  for (const [side, moverBody] of [["w", "#ffffff"], ["b", "#d3cec1"]]) {
    const found = pieces(KIWIPETE.replace(" w ", ` ${side} `));
    assertEquals(found.length, 32);
    for (const { attributes } of found) {
      assertEquals(luminance(attributes.get("stroke")!) < 140, attributes.get("fill") === moverBody);
    }
  }
});
