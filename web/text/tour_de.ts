/**
 * The guided tour in German.
 *
 * @module
 */

import type { TourTexts } from "./tour.ts";

/** The tour in German. */
export const tourDe: TourTexts = {
  start: "Rundgang",
  next: "Weiter",
  back: "Zurück",
  end: "Rundgang beenden",
  place: (step, steps) => `${step} von ${steps}`,
  steps: {
    butterfly: {
      title: "Feldpaare: welche Züge sich bewähren",
      text:
        "Ein ruhiger Zug, der den Zug davor widerlegt, bekommt einen Lohn für seine beiden Felder, gleich wo im Baum. " +
        "Die Karte über dem Brett ist diese Tabelle. Sie hat wenige Einträge und weiß deshalb als Erste etwas.",
    },
    threats: {
      title: "Drohungen: Flucht ist ein anderer Zug",
      text:
        "Die Tabelle trennt Züge, die ein angegriffenes Feld verlassen oder betreten, von den anderen. Einen Läufer zu " +
        "retten ist dann etwas anderes, als ihn nur zu ziehen. Sehen Sie den Läufer auf c4 und den Springer auf f3 an.",
    },
    malus: {
      title: "Malus: was vergeblich versucht wurde",
      text:
        "Wenn ein Zug die anderen erübrigt, verlieren die ruhigen Züge, die vor ihm versucht wurden. Sonst behielte " +
        "ein Zug, der überall versucht wird und nie hilft, seinen Platz. Das meiste Blau auf dem Brett kommt daher.",
    },
    continuation: {
      title: "Fortsetzung: die Antwort auf einen Zug",
      text:
        "Welcher Zug gut ist, hängt von den Zügen davor ab. Diese Tabellen merken sich, was nach den Zügen vor 1, 2, " +
        "3, 4 und 6 Halbzügen half. In der Tabelle der Züge sind es die Spalten in der Mitte.",
    },
    evaluationSwing: {
      title: "Umschwung der Bewertung: Lohn sofort",
      text:
        "Nach einem ruhigen Zug beurteilt das Netz die neue Stellung. Ist sie besser für die Seite, die zog, gewinnt " +
        "der Zug sofort. So füllen sich die Tabellen auch dort, wo es erst wenige Knoten gibt.",
    },
    capture: {
      title: "Schlagzüge: welche sich bewähren",
      text:
        "Schlagzüge haben eine eigene Tabelle: Figur, Feld und was geschlagen wird. Sie ordnet Schlagzüge, die etwa " +
        "gleich viel gewinnen; sie werden vor den ruhigen Zügen versucht.",
    },
    correction: {
      title: "Berichtigungen: wo das Netz irrt",
      text: "Eine Suche findet heraus, wie falsch die Bewertung war. Sie merkt es sich für die Bauernstellung, die " +
        "Figuren und die letzten zwei Züge und berichtigt ähnliche Stellungen. Die zweite Tabelle zeigt es.",
    },
    correctionConditions: {
      title: "Bedingungen: was nicht gelernt werden darf",
      text:
        "Ein Wert, der aus einem Schlagzug folgt oder nur eine Schranke ist, sagt wenig über die Bewertung. Trotzdem " +
        "daraus zu lernen kostet mehr, als alle Berichtigungen bringen.",
    },
  },
};
