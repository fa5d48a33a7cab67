/** Makes tables in the docs from code and measurements. A test fails if a table is out of date. @module */

import { CORRECTIONS } from "../../learning/corrections.ts";
import { CAPTURE, isOn, QUIETS } from "../../learning/histories.ts";
import type { Table } from "../../learning/table.ts";
import { historyTables, networkTable, type Rows } from "./ledger.ts";
import { allCommands } from "../../uci/commands.ts";
import { describeValues, OPTIONS } from "../../uci/options.ts";
import { projectPath } from "../paths.ts";

type Section = { readonly file: string; readonly name: string; make(): Promise<string> | string };

export const SECTIONS: readonly Section[] = [
  { file: "docs/uci.md", name: "options", make: optionTable },
  { file: "docs/uci.md", name: "commands", make: commandList },
  { file: "docs/histories.md", name: "tables", make: learningTable },
  ...(["most", "shift", "shifts", "worth"] as const).map((name) => measured("docs/histories.md", name)),
  ...(["measured", "groups"] as const).map((name) => measured("lab/docs/histories.md", name)),
  { file: "lab/docs/networks/README.md", name: "matches", make: async () => markdown(await networkTable()) },
  { file: "CONTRIBUTING.md", name: "tasks", make: () => taskTable("deno.json") },
  { file: "lab/README.md", name: "tasks", make: () => taskTable("lab/deno.json") },
];

function measured(file: string, name: keyof Awaited<ReturnType<typeof historyTables>>): Section {
  return { file, name, make: async () => markdown((await historyTables())[name]) };
}

function markdown([header, ...rows]: Rows): string {
  return table(header, rows);
}

function optionTable(): string {
  return table(
    ["option", "values", "what it does"],
    OPTIONS.map((option) => [code(option.name), plain(describeValues(option)), plain(`${option.help}.`)]),
  );
}

function commandList(): string {
  return allCommands().map(({ name, parameters = "", help }) =>
    `- ${code(`${name} ${parameters}`.trimEnd())}: ${plain(help)}.`
  )
    .join("\n");
}

/** If several tables share memory, only the first row says how large it is. */
function learningTable(): string {
  const starts = new Set<string>();
  const row = ({ title, index, bound, size, start }: Table, isUsed: boolean, kind: string): string[] => {
    const entries = starts.has(`${kind} ${start}`) ? "shared" : `${size}`;
    starts.add(`${kind} ${start}`);
    return [plain(isUsed ? title : `${title} (off)`), plain(index), bound === 0 ? "–" : `${bound}`, entries];
  };
  return table(["table", "index", "bound", "entries"], [
    ...QUIETS.map((each) => row(each, isOn(each), "history")),
    row(CAPTURE, CAPTURE.order !== 0, "history"),
    ...CORRECTIONS.map((each) => row(each, each.weight !== 0, "correction")),
  ]);
}

async function taskTable(config: string): Promise<string> {
  const { tasks } = JSON.parse(await Deno.readTextFile(projectPath(config)));
  return table(
    ["task", "what it does"],
    Object.entries<{ description: string }>(tasks).map(([name, { description }]) => [code(name), plain(description)]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function plain(text: string): string {
  return text.replaceAll("<", "&lt;");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Throws a RangeError if the text lacks the comments around the table. */
export function withSection(text: string, name: string, content: string): string {
  const place = new RegExp(
    `(<!-- deno-fmt-ignore-start -->\n<!-- ${name}: written by \`deno task docs\` -->\n\n)[^]*?(\n\n<!-- deno-fmt-ignore-end -->)`,
  );
  if (!place.test(text)) {
    throw new RangeError(`Expected the comments around the table "${name}", but the text has none`);
  }
  return text.replace(place, (_all, start: string, end: string) => start + content + end);
}

export async function writeSections(): Promise<void> {
  for (const { file, name, make } of SECTIONS) {
    const path = projectPath(file);
    await Deno.writeTextFile(path, withSection(await Deno.readTextFile(path), name, await make()));
  }
}
