/**
 * A plugin for `deno lint` with the project's own rules, which `deno.json` names:
 *
 * - `max-parameters`: a function takes at most eight parameters. The two 32-bit halves of a set, such as `pawnsLo` and
 *   `pawnsHi`, count as one.
 * - `max-lines`: a function has at most 100 lines, including its parameters and comments.
 * - `max-file-lines`: a file has at most 400 lines.
 * - `no-url-pathname`: tests, tools and the lab do not use the `pathname` of a URL as a path (see tools/paths.ts).
 *
 * An exception needs a comment, `deno-lint-ignore`, with the reason. An unneeded comment is also an error.
 *
 * @module
 */

import { projectPath } from "../paths.ts";

export const MAX_PARAMETERS = 8;
export const MAX_LINES = 100;
export const MAX_FILE_LINES = 400;

const FOLDERS_WITH_PATHS = ["tests/", "tools/", "lab/"];

/** The fields that this plugin reads. */
interface Parameter {
  readonly name?: string;
  readonly left?: Parameter;
  readonly argument?: Parameter;
  readonly parameter?: Parameter;
}

const WITH_BODY = "FunctionDeclaration, FunctionExpression, ArrowFunctionExpression";
const WITH_PARAMETERS =
  `${WITH_BODY}, TSDeclareFunction, TSEmptyBodyFunctionExpression, TSFunctionType, TSMethodSignature`;

function parameterName({ name = "", left, argument, parameter }: Parameter): string {
  const inner = left ?? argument ?? parameter;
  return inner ? parameterName(inner) : name;
}

function countParameters(parameters: readonly Parameter[]): number {
  const names = parameters.map(parameterName).filter((name) => name !== "this");
  const secondHalves = names.filter((name) =>
    /(?:^h|H)i$/.test(name) && names.includes(name.endsWith("Hi") ? name.slice(0, -2) + "Lo" : "lo")
  );
  return names.length - secondHalves.length;
}

const plugin: Deno.lint.Plugin = {
  name: "hindsight",
  rules: {
    "max-parameters": {
      create: (context) => ({
        [WITH_PARAMETERS]: (node: Deno.lint.Node & { readonly params: readonly Parameter[] }): void => {
          const count = countParameters(node.params);
          if (count <= MAX_PARAMETERS) return;
          context.report({ node, message: `Expected at most ${MAX_PARAMETERS} parameters, but there are ${count}` });
        },
      }),
    },
    "max-lines": {
      create: (context) => ({
        [WITH_BODY]: (node: Deno.lint.Node): void => {
          const lines = context.sourceCode.getText(node).split("\n").length;
          if (lines <= MAX_LINES) return;
          context.report({ node, message: `Expected at most ${MAX_LINES} lines, but the function has ${lines}` });
        },
      }),
    },
    "max-file-lines": {
      create: (context) => ({
        Program: (node): void => {
          const lines = context.sourceCode.text.replace(/\n$/, "").split("\n").length;
          if (lines <= MAX_FILE_LINES) return;
          context.report({ node, message: `Expected at most ${MAX_FILE_LINES} lines, but the file has ${lines}` });
        },
      }),
    },
    "no-url-pathname": {
      create: (context) => {
        const file = context.filename.replaceAll("\\", "/").replace(`${projectPath().replaceAll("\\", "/")}/`, "");
        if (!FOLDERS_WITH_PATHS.some((folder) => file.startsWith(folder))) return {};
        const message = "Expected a path from tools/paths.ts: the pathname of a URL is not a path on every system";
        return {
          'MemberExpression[property.name="pathname"]': (node) => context.report({ node, message }),
          'ObjectPattern > Property[key.name="pathname"]': (node) => context.report({ node, message }),
        };
      },
    },
  },
};

export default plugin;
