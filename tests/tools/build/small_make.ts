/**
 * Reads Makefiles as far as those of this project go, for machines without make: variables, the functions that they use,
 * and the recipe of the first target.
 *
 * @module
 */

/** How a Makefile is run. */
export interface MakeOptions {
  /** Variables of the command line. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder of the Makefile. */
  readonly folder: string;
  /** What a command prints, for `$(shell …)`. */
  readonly shell: (command: string) => string;
}

/** The commands that make would run. */
export function plan(makefile: string, { variables, folder, shell }: MakeOptions): string[] {
  const known: Record<string, string> = { CURDIR: folder, MAKE: "make" };
  const commands: string[] = [];
  for (const line of makefile.split("\n")) {
    const [, name, value] = /^(\w+) *\??= *(.*)$/.exec(line) ?? [];
    if (name !== undefined) known[name] = variables[name] ?? value;
    else if (line.startsWith("\t")) commands.push(line.slice(1));
    else if (!/^($|#|\.PHONY:|all:$)/.test(line)) throw new SyntaxError(`Expected a known line, but got "${line}"`);
  }
  return commands.map((command) => expand(command, known, shell));
}

/** The text with all references replaced. */
function expand(text: string, known: Readonly<Record<string, string>>, shell: (command: string) => string): string {
  const start = text.indexOf("$(");
  if (start < 0) return text;
  let end = start + 2;
  for (let depth = 1; depth > 0; end++) {
    if (end >= text.length) throw new SyntaxError(`Expected a ")" in "${text}"`);
    if (text[end] === "(") depth++;
    if (text[end] === ")") depth--;
  }
  const value = evaluate(text.slice(start + 2, end - 1), known, shell);
  return text.slice(0, start) + value + expand(text.slice(end), known, shell);
}

/** The value of what stands between the brackets of a reference. */
function evaluate(
  reference: string,
  known: Readonly<Record<string, string>>,
  shell: (command: string) => string,
): string {
  const value = (text: string) => expand(text, known, shell);
  const [, name, rest] = /^(\w+) (.*)$/.exec(reference) ?? [];
  if (name === undefined) return value(known[reference] ?? "");
  const args = argumentsOf(rest);
  switch (name) {
    case "if":
      return value(value(args[0]) !== "" ? args[1] : args[2] ?? "");
    case "or":
      return args.map(value).find((found) => found !== "") ?? "";
    case "shell":
      return shell(value(rest)).trim();
    case "findstring":
      return value(args[1]).includes(value(args[0])) ? value(args[0]) : "";
    case "filter": {
      const [before, after] = value(args[0]).split("%");
      return value(args[1]).split(/ +/).filter((word) => word.startsWith(before) && word.endsWith(after)).join(" ");
    }
    case "call": {
      const own = Object.fromEntries(args.slice(1).map((arg, index) => [`${index + 1}`, value(arg)]));
      return expand(known[args[0]], { ...known, ...own }, shell);
    }
  }
  throw new SyntaxError(`Expected a known function, but got "${reference}"`);
}

/** Splits at commas outside of brackets. */
function argumentsOf(text: string): string[] {
  const args = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) args.push("");
    else args[args.length - 1] += character;
  }
  return args;
}
