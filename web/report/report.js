/**
 * The script of a report: shows a position on the board, and steps through the game.
 *
 * `hindsight analyse --html` copies this file into the report unchanged, so it is plain JavaScript with types in
 * comments. The report contains every position as data, and everything except the board as HTML. So this script need
 * not know the rules of chess.
 *
 * @module
 */

/**
 * A position after a move; see shell/analyse/report/report_data.ts.
 *
 * @typedef {{ text: string, board: string, marks: string, evaluation: string, chance: number | null }} Step
 * @typedef {{ text: string, kind: string, line: Step[] }} Note
 * @typedef {{ white: string, black: string, steps: Step[], notes: Record<string, Note> }} Game
 */

const SVG = "http://www.w3.org/2000/svg";
const FILES = "abcdefgh";
const NAMES = /** @type {Record<string, string>} */ ({
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
});

/** @type {Game[]} */
const games = JSON.parse(byId("games").textContent ?? "");

/** The position on the board: the game's index, and the number of moves played in it and in the better line. */
const shown = { game: 0, ply: 0, walked: 0 };
let isFlipped = false;

/** The element with an id. @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`Expected an element with the id '${id}'`);
  return found;
}

/** Creates an SVG element. @param {string} tag @param {Record<string, string | number>} attributes */
function part(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}

/** The column and row of a square, from the upper left corner. @param {string} square @returns {[number, number]} */
function placeOf(square) {
  const [column, row] = [FILES.indexOf(square[0]), 8 - Number(square[1])];
  return isFlipped ? [7 - column, 7 - row] : [column, row];
}

/** The pieces on a board, each with its square. @param {string} board @returns {[string, string][]} */
function piecesOf(board) {
  /** @type {[string, string][]} */
  const pieces = [];
  let at = 0;
  for (const letter of board) {
    if (letter >= "1" && letter <= "8") at += Number(letter);
    else if (letter !== "/") {
      pieces.push([`${FILES[at % 8]}${8 - (at >> 3)}`, letter]);
      at++;
    }
  }
  return pieces;
}

/** Lists the pieces for screen readers. @param {string} board */
function describe(board) {
  const sides = [["White", /[A-Z]/], ["Black", /[a-z]/]];
  return sides.map(([name, pattern]) => {
    const own = piecesOf(board).filter(([, letter]) => /** @type {RegExp} */ (pattern).test(letter));
    return `${name}: ${own.map(([square, letter]) => `${NAMES[letter.toLowerCase()]} ${square}`).join(", ")}`;
  }).join(". ");
}

/** Draws a position. @param {Step} step */
function draw(step) {
  const parts = [];
  for (let i = 0; i < 64; i++) {
    const [x, y] = [i % 8, i >> 3];
    parts.push(part("rect", { class: `square ${(x + y) % 2 === 0 ? "white" : "black"}`, x, y, width: 1, height: 1 }));
  }
  for (const square of step.marks.match(/../g) ?? []) {
    const [x, y] = placeOf(square);
    parts.push(part("rect", { class: "mark last-move", x, y, width: 1, height: 1 }));
  }
  // Draw the coordinates after the marks, which would cover them.
  for (let i = 0; i < 8; i++) {
    const rank = part("text", { class: `coordinate ${i % 2 === 0 ? "light" : "dark"}`, x: 0.04, y: i + 0.2 });
    rank.textContent = `${isFlipped ? i + 1 : 8 - i}`;
    const file = part("text", { class: `coordinate ${i % 2 === 0 ? "dark" : "light"}`, x: i + 0.86, y: 7.95 });
    file.textContent = FILES[isFlipped ? 7 - i : i];
    parts.push(rank, file);
  }
  for (const [square, letter] of piecesOf(step.board)) {
    const [x, y] = placeOf(square);
    const side = letter === letter.toLowerCase() ? "b" : "w";
    parts.push(part("use", { href: `#${side}${letter.toLowerCase()}`, x, y, width: 1, height: 1 }));
  }
  const drawing = byId("board").firstElementChild;
  drawing?.replaceChildren(...parts);
  byId("board").setAttribute("aria-label", `${step.text}. ${describe(step.board)}`);
}

/** Shows which side is ahead. @param {Step} step */
function drawEvaluation({ chance, evaluation }) {
  const bar = byId("evaluation");
  bar.style.setProperty("--white", `${chance ?? 50}%`);
  bar.toggleAttribute("data-empty", chance === null);
  bar.toggleAttribute("data-flipped", isFlipped);
  bar.setAttribute("aria-valuenow", `${Math.round(chance ?? 50)}`);
  bar.setAttribute("aria-valuetext", evaluation === "" ? "not evaluated" : evaluation);
}

/** Shows the note about the position. @param {Game} game @param {Step} step */
function drawNote(game, step) {
  const note = game.notes[shown.ply];
  const box = byId("note");
  box.dataset.judgement = note?.kind ?? "";
  const text = document.createElement("p");
  text.textContent = note?.text ?? [step.text, step.evaluation].filter((each) => each !== "").join(" · ");
  const line = document.createElement("p");
  line.className = "better";
  note?.line.forEach((each, i) => {
    // Black's moves have a number only at the beginning of the line.
    const text = i === 0 ? each.text : each.text.replace(/^\d+\.\.\. /, "");
    line.append(moveButton(text, i + 1 === shown.walked, () => show(shown.ply, i + 1)));
  });
  if (shown.walked > 0) line.append(moveButton("Back to the game", false, () => show(shown.ply, 0), "back"));
  const focused = document.activeElement;
  const place = focused instanceof HTMLElement && box.contains(focused) ? focused.textContent : null;
  box.replaceChildren(text, line);
  if (place !== null) [...box.querySelectorAll("button")].find((each) => each.textContent === place)?.focus();
}

/** @param {string} text @param {boolean} isCurrent @param {() => void} onClick @param {string} [kind] */
function moveButton(text, isCurrent, onClick, kind = "move") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  if (isCurrent) made.setAttribute("aria-current", "true");
  made.addEventListener("click", onClick);
  return made;
}

function section() {
  return byId(`game-${shown.game + 1}`);
}

/** Marks the move in the list and in the graph. */
function markMove() {
  for (const made of section().querySelectorAll(".moves [data-ply]")) {
    const isCurrent = Number(/** @type {HTMLElement} */ (made).dataset.ply) === shown.ply;
    if (!isCurrent) made.removeAttribute("aria-current");
    else {
      made.setAttribute("aria-current", "true");
      keepInSight(made);
    }
  }
  const cursor = section().querySelector(".graph-cursor");
  const width = Number(section().querySelector(".graph-black")?.getAttribute("width") ?? 0);
  const plies = Math.max(1, games[shown.game].steps.length - 1);
  cursor?.setAttribute("transform", `translate(${width * shown.ply / plies} 0)`);
}

/** Scrolls the list, but not the page, so that a move is visible. @param {Element} made */
function keepInSight(made) {
  const list = made.closest(".moves");
  if (list === null) return;
  const [box, own] = [list.getBoundingClientRect(), made.getBoundingClientRect()];
  if (own.top < box.top) list.scrollTop += own.top - box.top - 8;
  else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 8;
}

/** Shows a position. @param {number} ply @param {number} walked How many moves of the better line are played. */
function show(ply, walked) {
  const game = games[shown.game];
  shown.ply = Math.max(0, Math.min(ply, game.steps.length - 1));
  const line = game.notes[shown.ply]?.line ?? [];
  shown.walked = Math.min(walked, line.length);
  const step = shown.walked > 0 ? line[shown.walked - 1] : game.steps[shown.ply];
  draw(step);
  drawEvaluation(step);
  drawNote(game, step);
  markMove();
  byId("board").classList.toggle("in-line", shown.walked > 0);
  const names = isFlipped ? [game.white, game.black] : [game.black, game.white];
  ["top", "bottom"].forEach((id, i) => {
    byId(id).dataset.side = (i === 0) === isFlipped ? "white" : "black";
    byId(id).children[1].textContent = names[i];
  });
  byId("spoken").textContent = `${step.text}. ${game.notes[shown.ply]?.text ?? ""}`;
  history.replaceState(null, "", `#${shown.game + 1}.${shown.ply}`);
}

/** Shows a game. @param {number} index @param {number} ply */
function open(index, ply) {
  section().hidden = true;
  shown.game = Math.max(0, Math.min(index, games.length - 1));
  section().hidden = false;
  const choice = document.getElementById("choice");
  if (choice instanceof HTMLSelectElement) choice.value = `${shown.game}`;
  show(ply, 0);
}

/**
 * Shows a position chosen in the list or graph, and scrolls to the board, which may be out of sight.
 * @param {number} ply
 */
function choose(ply) {
  show(ply, 0);
  byId("board").scrollIntoView({ block: "nearest" });
}

/** Goes one position forward or back, within the better line if that is open. @param {number} by */
function step(by) {
  const { ply, walked } = shown;
  if (walked > 0) show(ply, Math.max(0, walked + by));
  else show(ply + by, 0);
}

/** Goes to the next error, or the previous one. @param {number} by */
function stepError(by) {
  const plies = Object.keys(games[shown.game].notes).map(Number).sort((a, b) => by * (a - b));
  const next = plies.find((ply) => by * (ply - shown.ply) > 0);
  if (next !== undefined) show(next, 0);
}

function flip() {
  isFlipped = !isFlipped;
  show(shown.ply, shown.walked);
}

/** Shows the game and the position that the address names. */
function follow() {
  const [game, ply] = location.hash.slice(1).split(".").map((text) => Number(text) || 0);
  open(Math.max(0, (game ?? 1) - 1), ply ?? 0);
}

/** @type {Record<string, () => void>} */
const actions = {
  first: () => show(0, 0),
  previous: () => step(-1),
  next: () => step(1),
  last: () => show(games[shown.game].steps.length - 1, 0),
  flip,
  "previous-error": () => stepError(-1),
  "next-error": () => stepError(1),
};
/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  f: "flip",
  p: "previous-error",
  n: "next-error",
};

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const action = target?.closest("[data-action]")?.getAttribute("data-action");
  if (action != null) return actions[action]();
  const ply = target?.closest("button[data-ply]")?.getAttribute("data-ply");
  if (ply != null) return choose(Number(ply));
  const graph = target?.closest(".graph svg");
  if (graph == null) return;
  const frame = graph.querySelector(".graph-black")?.getBoundingClientRect();
  if (frame === undefined) return;
  const share = Math.max(0, Math.min(1, (event.clientX - frame.left) / frame.width));
  choose(Math.round(share * (games[shown.game].steps.length - 1)));
});
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("select") !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping || !(event.key in keys)) return;
  event.preventDefault();
  actions[keys[event.key]]();
});
document.getElementById("choice")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) open(Number(event.target.value), 0);
});
addEventListener("hashchange", follow);
follow();
