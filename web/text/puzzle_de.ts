/**
 * The texts of the puzzles in German.
 *
 * @module
 */

import type { puzzleEn } from "./puzzle_en.ts";

/** The texts. */
export const puzzleDe: typeof puzzleEn = {
  intro: "Finden Sie, was besser war: Das Brett zeigt die Stellung vor jedem Fehler dieser Partie.",
  noGame: "Spielen oder laden Sie zuerst eine Partie. Ihre Fehler werden dann zu Aufgaben.",
  side: "Fehler von",
  sides: { both: "beiden Seiten", white: "Weiß", black: "Schwarz" },
  kind: "Mindestens",
  kinds: { inaccuracy: "Ungenauigkeiten", mistake: "Fehler", blunder: "grobe Fehler" },
  start: "Beginnen",
  reviewing: "Die Partie wird erst durchgesehen …",
  none: "In dieser Partie gibt es keinen solchen Fehler.",
  question: (number, count, move, judgement, side) =>
    `Aufgabe ${number} von ${count}. Gespielt wurde ${move} (${judgement}). ` +
    `Was ist besser für ${side === "white" ? "Weiß" : "Schwarz"}?`,
  hint: "Tipp",
  answer: "Lösung zeigen",
  next: "Weiter",
  back: "Zurück zur Aufgabe",
  checking: "Wird geprüft …",
  right: (san) => `Richtig: ${san}.`,
  good: (best) => `Auch gut. Das Programm zieht ${best} vor.`,
  best: (best) => `Der beste Zug ist ${best}.`,
  played: "Das ist der Zug der Partie. Versuchen Sie es noch einmal.",
  worse: (san, points) =>
    points > 0
      ? `${san} ist nicht gut genug: Der Zug kostet ${points} ${points === 1 ? "Prozentpunkt" : "Prozentpunkte"} ` +
        "Gewinnchance. Versuchen Sie es noch einmal."
      : `${san} ist nicht gut genug. Versuchen Sie es noch einmal.`,
  look: (piece, square) =>
    square === null ? `Gesucht ist ein Zug: ${piece}.` : `Gesucht ist ein Zug: ${piece} auf ${square}.`,
  pieces: { p: "Bauer", n: "Springer", b: "Läufer", r: "Turm", q: "Dame", k: "König" },
  score: (solved, asked, atOnce) => `${solved} von ${asked} gelöst, davon ${atOnce} auf Anhieb und ohne Tipp.`,
  again: "Noch einmal",
};
