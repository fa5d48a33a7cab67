/** Reads the ledger, the results of measurements in `lab/ledger/`, and makes tables for the docs. @module */

import { findSystems, isInUse, type System, SYSTEMS } from "../../engine/view/systems.ts";
import { projectPath } from "../paths.ts";

interface Conditions {
  /** How the games were played: pace, memory, network and openings. */
  readonly text: string;
  /** The default opponent; a result may name another. */
  readonly against?: string;
  /** The commit that was measured, or that records the result; a result may name another. */
  readonly commit?: string;
}

interface Entry {
  /** The name of a system (`factorial list`), a network, or a description. */
  readonly what: string;
  readonly conditions: string;
  readonly games: number;
  /** The gain. `error` is half of the 95 % confidence interval. */
  readonly elo?: number;
  readonly error?: number;
  readonly won?: number;
  readonly drawn?: number;
  readonly lost?: number;
  /** The number of pairs with 0, ½, 1, 1½ and 2 points. */
  readonly pairs?: readonly number[];
  /** The number of nodes that the bench needs without the system, divided by the number with it. */
  readonly nodes?: number;
  /** The result that the idea's authors report. */
  readonly authors?: string;
  /** The shift in White's favour, in centipawns. */
  readonly shift?: number;
  readonly note?: string;
}

export type Result = Entry & Required<Conditions>;

export const LEDGERS = ["histories", "networks", "search"] as const;

/** Throws a RangeError if a result lacks conditions or a field. */
export async function readLedger(name: (typeof LEDGERS)[number]): Promise<Result[]> {
  const { conditions, results }: { conditions: Record<string, Conditions>; results: Entry[] } = JSON.parse(
    await Deno.readTextFile(projectPath(`lab/ledger/${name}.json`)),
  );
  return results.map((entry) => {
    const result = { ...conditions[entry.conditions], ...entry };
    const { text, against, commit } = result;
    if (text === undefined || against === undefined || commit === undefined) {
      throw new RangeError(
        `Expected conditions, opponent and commit of each result, but got ${JSON.stringify(result)}`,
      );
    }
    return { ...result, text, against, commit };
  });
}

/** The results in the section "What matters most" of docs/histories.md. */
const FOREMOST: Readonly<Record<string, string>> = {
  correctionConditions:
    "**Conditions for corrections**: corrections are learned only from scores that can show an error in the evaluation",
  malus: "**Malus**: moves lose credit if they were tried before the move that caused a cutoff, and failed",
  butterfly: "**Butterfly history**: the credit of a quiet move is stored under its from and to squares",
  threats: "**Threats**: butterfly history has separate entries for moves that start from or end on an attacked square",
  evaluationSwing: "**Evaluation swing**: a quiet move gains credit immediately if it has improved the evaluation",
  postLmr: "**Re-search**: continuation history learns from moves that were reduced and then searched again",
};

export type Rows = readonly [heading: readonly string[], ...rows: readonly (readonly string[])[]];

export async function historyTables(): Promise<
  Record<"most" | "worth" | "shift" | "shifts" | "measured" | "groups", Rows>
> {
  const results = await readLedger("histories");
  const find = (what: string, conditions: string): Result => {
    const found = results.find((result) => result.what === what && result.conditions === conditions);
    if (found === undefined) {
      throw new RangeError(`Expected a result of "${what}" under "${conditions}", but there is none`);
    }
    return found;
  };
  const of = (conditions: string): Result[] => results.filter((result) => result.conditions === conditions);
  const shift = (what: string, conditions: string): string => signed(find(what, conditions).shift ?? NaN);
  const [continuation, correction] = findSystems(["continuation", "correction"]);
  return {
    most: [["what", "Elo"], ...Object.entries(FOREMOST).map(([name, text]) => [text, worth(find(name, "factorial"))])],
    worth: [
      ["#", "system", "Elo"],
      ...of("factorial").map((result) => [...heads(systemOf(result)), worth(result)]),
      ...[continuation, correction].map((
        { name, title },
      ) => ["", `${title}, at 10,000 nodes`, worth(find(name, "groups"))]),
    ],
    shift: [["forgotten", "shift"], ...of("walk").map(({ what }) => [what, shift(what, "walk")])],
    shifts: [
      ["forgotten", "White won", "Black won"],
      ...of("walkWhite").map(({ what }) => [what, shift(what, "walkWhite"), shift(what, "walkBlack")]),
    ],
    measured: [
      ["#", "system", "4,000 nodes", "games", "1,000 nodes", "nodes to a depth"],
      ...of("single").map((short) => {
        const long = results.find(({ what, conditions }) => what === short.what && conditions === "factorial");
        const cells = long === undefined ? ["", ""] : [worth(long), `${long.games}`];
        return [...heads(systemOf(short)), ...cells, worth(short), (short.nodes ?? NaN).toFixed(2)];
      }),
    ],
    groups: [
      ["group", "pace", "games", "Elo"],
      ...["groups", "clock100", "clock250", "fast"].flatMap(of).map((result) => [
        systemOf(result).title,
        result.text.split(", ")[0],
        result.games.toLocaleString("en"),
        worth(result),
      ]),
    ],
  };
}

export async function networkTable(): Promise<Rows> {
  const results = (await readLedger("networks")).filter(({ what }) => /^network \d+$/.test(what));
  return [
    ["network", "against", "pace", "games", "Elo"],
    ...results.map((
      { what, against, text, games, ...rest },
    ) => [what, against, text.split(", ")[0], `${games}`, worth(rest)]),
  ];
}

function systemOf({ what }: Result): System {
  const found = SYSTEMS.find(({ name }) => name === what);
  if (found === undefined) throw new RangeError(`Expected the name of a system, but got "${what}"`);
  return found;
}

/** Returns a system's number and name, with a mark if the engine does not use the system. */
function heads(system: System): [string, string] {
  const { number, title } = system;
  return [/^\d/.test(number) ? number : "", isInUse(system) || number === "*" ? title : `${title} (off)`];
}

function worth({ elo = NaN, error = NaN }: Pick<Result, "elo" | "error">): string {
  return `${signed(elo)} ± ${Math.round(error)}`;
}

function signed(value: number): string {
  const whole = Math.round(value);
  return whole === 0 ? "0" : `${whole < 0 ? "−" : "+"}${Math.abs(whole)}`;
}
