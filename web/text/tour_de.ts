/**
 * The guided tour in German.
 *
 * @module
 */

import type { tourEn } from "./tour_en.ts";

/** The tour in German. */
export const tourDe: typeof tourEn = {
  start: "Rundgang",
  next: "Weiter",
  back: "Zurück",
  end: "Rundgang beenden",
  compare: "Diese Stellung damit und ohne durchsuchen",
  steps: "Schritt",
  place: (step, steps) => `${step} von ${steps}`,
  texts: {
    butterfly: {
      title: "Feldpaare: welche Züge sich bewähren",
      text:
        "Ein ruhiger Zug, der den Zug davor widerlegt, bekommt einen Lohn für seine beiden Felder, gleich wo im Baum. " +
        "Die Karte über dem Brett ist diese Tabelle. Sie hat wenige Einträge und weiß deshalb als Erste etwas.",
    },
    pieceTo: {
      title: "Figur und Zielfeld",
      text:
        "Dieselbe Idee, aber mit der Figur statt des Feldes, das sie verlässt. Das Programm verzichtet darauf, weil " +
        "die Feldpaare auch Drohungen kennen. In manchen Stellungen käme es trotzdem mit weniger Knoten aus.",
    },
    malus: {
      title: "Malus: was vergeblich versucht wurde",
      text:
        "Wenn ein Zug die anderen erübrigt, verlieren die Züge, die vor ihm versucht wurden. Sonst behielte ein Zug, " +
        "der überall versucht wird und nie hilft, seinen Platz. Das meiste Blau auf dem Brett kommt daher.",
    },
    capture: {
      title: "Schlagzüge: welche sich bewähren",
      text:
        "Schlagzüge haben eine eigene Tabelle: Figur, Feld und was geschlagen wird. Sie ordnet Schlagzüge, die etwa " +
        "gleich viel gewinnen. Sie werden vor den ruhigen Zügen versucht.",
    },
    counterMove: {
      title: "Gegenzug: die letzte Widerlegung eines Zuges",
      text:
        "Zu jedem Zug des Gegners merkt sich diese Tabelle den ruhigen Zug, der ihn zuletzt widerlegte. Das Programm " +
        "verzichtet darauf, weil die Fortsetzung das und mehr weiß. In manchen Stellungen würde er dennoch Knoten sparen.",
    },
    continuation1: {
      title: "Fortsetzung, 1 Halbzug: die Antwort auf einen Zug",
      text:
        "Welcher Zug gut ist, hängt vom Zug davor ab. Diese Tabelle merkt sich, was als Antwort half: die Figur und " +
        "ihr Ziel, nach der Figur des Gegners und deren Ziel.",
    },
    continuationPruning: {
      title: "Fortsetzung beim Abschneiden: was gar nicht gesucht wird",
      text:
        "Was über Antworten und Fortsetzungen gelernt ist, ordnet nicht nur die Züge. Es entscheidet auch, welche " +
        "späten Züge ausgelassen werden und wie tief die anderen durchsucht werden.",
    },
    continuation2: {
      title: "Fortsetzung, 2 Halbzüge: der Plan einer Seite",
      text: "Dieselbe Tabelle für den eigenen Zug davor: was nach ihm gut ging. So lernt die Suche Züge, die " +
        "zusammengehören, etwa die zwei Schritte eines Springers.",
    },
    continuation3: {
      title: "Fortsetzung, 3 Halbzüge",
      text: "Der vorletzte Zug des Gegners. Jeder Abstand allein wird von den anderen halb ersetzt, deshalb sind die " +
        "Unterschiede in den meisten Stellungen klein. In dieser sind sie es nicht.",
    },
    continuation4: {
      title: "Fortsetzung, 4 Halbzüge",
      text: "Der eigene Zug vor zwei Zügen: längere Pläne. In der Tabelle der Züge hat jeder Abstand eine Spalte.",
    },
    continuation6: {
      title: "Fortsetzung, 6 Halbzüge",
      text: "Der eigene Zug vor drei Zügen. Alle Abstände teilen sich eine Tabelle: Ein Zug vor zwei Halbzügen und " +
        "derselbe Zug vor sechs haben dieselben Einträge.",
    },
    pawnCorrection: {
      title: "Berichtigung nach Bauernstellung: wo das Netz irrt",
      text: "Eine Suche findet heraus, wie falsch die Bewertung war. Sie merkt es sich für die Bauernstellung und " +
        "berichtigt andere Stellungen mit denselben Bauern. Die zweite Tabelle zeigt alle Berichtigungen.",
    },
    nonPawnCorrection: {
      title: "Berichtigung nach den Figuren jeder Farbe",
      text: "Dasselbe für die Plätze der Figuren einer Seite ohne Bauern, in einer Tabelle für jede Farbe. Von allen " +
        "Berichtigungen bringt nur sie in Partien einen deutlichen Gewinn.",
    },
    majorCorrection: {
      title: "Berichtigung nach Königen, Türmen und Damen",
      text:
        "Dasselbe für die schweren Figuren mit den Königen: Sie sagen viel über Angriffe auf einen König. Vergleichen " +
        "Sie hier den besten Zug damit und ohne.",
    },
    minorCorrection: {
      title: "Berichtigung nach Königen, Läufern und Springern",
      text: "Dasselbe für die leichten Figuren mit den Königen. Sie bleiben selten alle stehen, also lernt diese " +
        "Tabelle über einen Abschnitt der Partie.",
    },
    continuationCorrection: {
      title: "Berichtigung nach den letzten zwei Zügen",
      text:
        "Manche Zugfolgen werden immer wieder falsch beurteilt, ein halb fertiger Abtausch etwa. Eine Tabelle merkt " +
        "sich den Fehler für die letzten zwei Züge, eine andere für den letzten Zug und den vor 4 Halbzügen.",
    },
    correctionGravity: {
      title: "Zwei Regeln des Lernens: Schwerkraft oder Mittelwert",
      text:
        "Mit Schwerkraft ändert sich ein Eintrag um den neuen Fehler, umso weniger, je näher er seiner Grenze ist. " +
        "Die andere Regel ist ein gewichtetes Mittel. Das Programm nutzt Schwerkraft; Partien zeigen keinen Unterschied.",
    },
    correctionConditions: {
      title: "Bedingungen: was nicht gelernt werden darf",
      text:
        "Ein Wert, der aus einem Schlagzug folgt oder nur eine Schranke ist, sagt wenig über die Bewertung. Trotzdem " +
        "daraus zu lernen kostet mehr, als alle Berichtigungen bringen.",
    },
    threats: {
      title: "Drohungen: Flucht ist ein anderer Zug",
      text: "Die Tabelle der Feldpaare trennt Züge, die ein angegriffenes Feld verlassen oder betreten, von den " +
        "anderen. Einen Läufer zu retten ist dann etwas anderes, als ihn nur zu ziehen. Sehen Sie den Läufer auf c4 " +
        "und den Springer auf f3 an.",
    },
    evaluationSwing: {
      title: "Umschwung der Bewertung: Lohn sofort",
      text:
        "Nach einem ruhigen Zug beurteilt das Netz die neue Stellung. Ist sie besser für die Seite, die zog, gewinnt " +
        "der Zug sofort. So füllen sich die Tabellen auch dort, wo es erst wenige Knoten gibt.",
    },
  },
};
