/**
 * A plugin for `deno lint` with the project's own rules, which `deno.json` names:
 *
 * - `max-parameters`: a function takes at most eight parameters. The two 32-bit halves of a set, such as `pawnsLo` and
 *   `pawnsHi`, count as one. Files of `nnue/kernel/` are exempt: WebAssembly passes plain numbers only.
 * - `max-lines`: a function has at most 100 lines, its parameters and comments included.
 * - `max-file-lines`: a file has at most 400 lines.
 * - `no-url-pathname`: tests, tools and the lab make no path from the `pathname` of a URL, see tools/paths.ts.
 *
 * What is exempt from the first three is listed in lint_exceptions.ts. An entry that is not needed is a fault, too,
 * so the lists name exactly what breaks a rule.
 *
 * @module
 */

import { projectPath } from "../paths.ts";
import { LONG_FILES, LONG_FUNCTIONS, type NamedFunction, WIDE_FUNCTIONS } from "./lint_exceptions.ts";

/** Most parameters of a function. */
export const MAX_PARAMETERS = 8;
/** Most lines of a function. */
export const MAX_LINES = 100;
/** Most lines of a file. */
export const MAX_FILE_LINES = 400;

/** Folders in which a function may have any number of parameters. */
const KERNEL_FOLDER = "nnue/kernel/";
/** Folders whose paths come from tools/paths.ts. */
const FOLDERS_WITH_PATHS = ["tests/", "tools/", "lab/"];
/** The one file that may ask a URL for its `pathname`. */
const PATHS_FILE = "tools/paths.ts";
/** Where the exceptions are listed. */
const EXCEPTIONS_FILE = "tools/build/lint_exceptions.ts";

/** What this plugin reads of a node of the syntax tree; a node has some of it. */
interface SyntaxNode {
  readonly type: string;
  readonly parent?: SyntaxNode | null;
  readonly id?: SyntaxNode | null;
  readonly key?: SyntaxNode | null;
  readonly name?: string;
  readonly value?: unknown;
  readonly params?: readonly SyntaxNode[];
  readonly left?: SyntaxNode;
  readonly argument?: SyntaxNode;
  readonly parameter?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly property?: SyntaxNode;
}

/** Nodes that have a list of parameters. */
const WITH_PARAMETERS = [
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "TSDeclareFunction",
  "TSEmptyBodyFunctionExpression",
  "TSFunctionType",
  "TSMethodSignature",
].join(", ");
/** Nodes that have a list of statements, too. */
const WITH_BODY = "FunctionDeclaration, FunctionExpression, ArrowFunctionExpression";

/** The path of a file from the root of the project, with slashes. */
function pathFromRoot(path: string): string {
  const slashes = path.replaceAll("\\", "/");
  const root = projectPath().replaceAll("\\", "/") + "/";
  return slashes.startsWith(root) ? slashes.slice(root.length) : slashes;
}

/** The name that a key or a pattern is, "" if it is not a plain name. */
function textOfName(node: SyntaxNode | null | undefined): string {
  return node?.name ?? (node?.type === "Literal" ? String(node.value) : "");
}

/** The name of the class or interface that a member belongs to, followed by a dot; "" if it has none. */
function ownerOf(member: SyntaxNode): string {
  let node = member.parent;
  while (node && !/^(?:Class|TSInterface)(?:Declaration|Expression)$/.test(node.type)) node = node.parent;
  const name = textOfName(node?.id);
  return name === "" ? "" : `${name}.`;
}

/** The name by which the list of exceptions and a message call a function. */
function nameOf(node: SyntaxNode): string {
  for (let outer: SyntaxNode | null | undefined = node; outer; outer = outer.parent) {
    switch (outer.type) {
      case "FunctionDeclaration":
      case "TSDeclareFunction":
      case "VariableDeclarator":
      case "TSTypeAliasDeclaration":
        return textOfName(outer.id);
      case "CallExpression":
        return `callback of ${textOfName(outer.callee?.property ?? outer.callee)}`;
      case "Property":
        return textOfName(outer.key);
      case "MethodDefinition":
      case "PropertyDefinition":
      case "TSAbstractMethodDefinition":
      case "TSMethodSignature":
      case "TSPropertySignature":
        return ownerOf(outer) + textOfName(outer.key);
      case "BlockStatement":
        return "anonymous";
    }
  }
  return "anonymous";
}

/** The name of a parameter, "" if it is a pattern. */
function parameterName(parameter: SyntaxNode): string {
  const inner = parameter.left ?? parameter.argument ?? parameter.parameter;
  return inner ? parameterName(inner) : textOfName(parameter);
}

/** How many parameters a function has; the halves of a set count as one. */
function countParameters(parameters: readonly SyntaxNode[]): number {
  const names = parameters.map(parameterName).filter((name) => name !== "this");
  const secondHalves = names.filter((name) =>
    /(?:^h|H)i$/.test(name) && names.includes(name.endsWith("Hi") ? name.slice(0, -2) + "Lo" : "lo")
  );
  return names.length - secondHalves.length;
}

/**
 * A rule about functions that has exceptions.
 *
 * @param selector Which nodes it looks at.
 * @param exceptions What it lets pass.
 * @param listName Name of that list, for the message about an entry that is not needed.
 * @param faultOf What is wrong with a function, "" if nothing is.
 */
function functionRule(
  selector: string,
  exceptions: readonly NamedFunction[],
  listName: string,
  faultOf: (node: Deno.lint.Node, name: string, context: Deno.lint.RuleContext) => string,
): Deno.lint.Rule {
  return {
    create(context) {
      const file = pathFromRoot(context.filename);
      const allowed = exceptions.filter((entry) => entry.file === file).map((entry) => entry.name);
      const needed = new Set<string>();
      const visit = (node: Deno.lint.Node): void => {
        const name = nameOf(node as SyntaxNode);
        const fault = faultOf(node, name, context);
        if (fault === "") return;
        if (allowed.includes(name)) needed.add(name);
        else context.report({ node, message: fault });
      };
      const finish = (node: Deno.lint.Program): void => {
        for (const name of allowed) {
          if (needed.has(name)) continue;
          context.report({ node, message: `Expected "${name}" to need its entry in ${listName}; remove the entry` });
        }
        if (file === EXCEPTIONS_FILE) reportMissingFiles(context, node, exceptions.map(({ file }) => file), listName);
      };
      return { [selector]: visit, "Program:exit": finish };
    },
  };
}

/** Reports entries for files that are not there. */
function reportMissingFiles(
  context: Deno.lint.RuleContext,
  node: Deno.lint.Program,
  files: readonly string[],
  listName: string,
): void {
  for (const file of files) {
    try {
      Deno.statSync(projectPath(file));
    } catch {
      context.report({ node, message: `Expected ${listName} to name files that exist, but there is no "${file}"` });
    }
  }
}

/** The rule about long files, with these exceptions. */
function fileRule(exceptions: readonly string[]): Deno.lint.Rule {
  return {
    create(context) {
      const file = pathFromRoot(context.filename);
      return {
        Program: (node) => {
          const lines = context.sourceCode.text.replace(/\n$/, "").split("\n").length;
          const isAllowed = exceptions.includes(file);
          if (lines > MAX_FILE_LINES && !isAllowed) {
            context.report({ node, message: `Expected at most ${MAX_FILE_LINES} lines, but the file has ${lines}` });
          } else if (lines <= MAX_FILE_LINES && isAllowed) {
            context.report({ node, message: "Expected this file to need its entry in LONG_FILES; remove the entry" });
          }
          if (file === EXCEPTIONS_FILE) reportMissingFiles(context, node, exceptions, "LONG_FILES");
        },
      };
    },
  };
}

/** The plugin with these lists of exceptions. */
export function createPlugin(
  wide: readonly NamedFunction[] = WIDE_FUNCTIONS,
  long: readonly NamedFunction[] = LONG_FUNCTIONS,
  longFiles: readonly string[] = LONG_FILES,
): Deno.lint.Plugin {
  return {
    name: "hindsight",
    rules: {
      "max-parameters": functionRule(WITH_PARAMETERS, wide, "WIDE_FUNCTIONS", (node, name, context) => {
        const count = countParameters((node as SyntaxNode).params ?? []);
        if (count <= MAX_PARAMETERS || pathFromRoot(context.filename).startsWith(KERNEL_FOLDER)) return "";
        return `Expected at most ${MAX_PARAMETERS} parameters, but "${name}" has ${count}`;
      }),
      "max-lines": functionRule(WITH_BODY, long, "LONG_FUNCTIONS", (node, name, context) => {
        const lines = context.sourceCode.getText(node).split("\n").length;
        return lines <= MAX_LINES ? "" : `Expected at most ${MAX_LINES} lines, but "${name}" has ${lines}`;
      }),
      "max-file-lines": fileRule(longFiles),
      "no-url-pathname": {
        create(context) {
          const file = pathFromRoot(context.filename);
          if (file === PATHS_FILE || !FOLDERS_WITH_PATHS.some((folder) => file.startsWith(folder))) return {};
          const message = "Expected a path from tools/paths.ts: the pathname of a URL is not a path on every system";
          return {
            'MemberExpression[property.name="pathname"]': (node) => context.report({ node, message }),
            'ObjectPattern > Property[key.name="pathname"]': (node) => context.report({ node, message }),
          };
        },
      },
    },
  };
}

const plugin: Deno.lint.Plugin = createPlugin();
export default plugin;
