/**
 * Unrolls the loops in a bundle that run over a fixed list of tables. Each copy of the loop's body is for one table, so
 * V8 can treat the table's weight, index and bound as constants. The code for a table with weight 0 disappears.
 *
 * | in the bundle | unrolled, for a list of two |
 * | --- | --- |
 * | `LIST = [a, b];` | `LIST = [a, b]; var LIST_0 = LIST[0], LIST_1 = LIST[1];` |
 * | `for (let i = 0; i < LIST.length; i++) { f(LIST[i], i); }` | `{ const i = 0; f(LIST_0, i); } { const i = 1; f(LIST_1, i); }` |
 *
 * `LIST[0]` elsewhere becomes `LIST_0`. The number of lines stays the same.
 *
 * @module
 */

import ts from "typescript";
import { type Edit, isAssignment, withEdits } from "./assignments.ts";

export const UNROLLED: readonly string[] = ["QUIETS", "CORRECTIONS"];

/**
 * `names` are top-level lists, each an array literal or `Object.values()` of an object literal. Names that are not in
 * the bundle are skipped. Throws a TypeError if a loop cannot be unrolled.
 */
export function withUnrolledLoops(bundle: string, names: readonly string[] = UNROLLED): string {
  const file = ts.createSourceFile("bundle.js", bundle, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const variables = new Map<string, ts.VariableDeclaration>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (ts.isIdentifier(declaration.name)) variables.set(declaration.name.text, declaration);
    }
  }
  const lengths = new Map<string, number>();
  const edits: Edit[] = [];
  for (const [name, declaration] of variables) {
    if (!isNamed(name, names) || isConstant(declaration)) continue;
    const length = lengthOf(declaration, variables);
    lengths.set(name, length);
    const { end } = declaration.parent.parent;
    const aliases = Array.from({ length }, (_, place) => `${name}_${place} = ${name}[${place}]`);
    edits.push({ start: end, end, text: ` var ${aliases.join(", ")};` });
  }
  const visit = (node: ts.Node): void => {
    const list = ts.isForStatement(node) ? listOf(node) : undefined;
    if (list !== undefined && lengths.has(list)) {
      edits.push(...unrolled(node as ts.ForStatement, list, lengths.get(list)!));
    } else if (isElementOf(node, lengths)) {
      edits.push({
        start: node.getStart(),
        end: node.end,
        text: `${node.expression.text}_${node.argumentExpression.text}`,
      });
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return withEdits(bundle, edits);
}

/** If several modules use the same name, the bundler adds numbers to it. */
function isNamed(variable: string, names: readonly string[]): boolean {
  return names.some((name) => variable.startsWith(name) && /^\d*$/.test(variable.slice(name.length)));
}

/** A number or string may share a list's name by chance. */
function isConstant({ initializer }: ts.VariableDeclaration): boolean {
  return initializer !== undefined && ts.isLiteralExpression(initializer);
}

function lengthOf(list: ts.VariableDeclaration, variables: ReadonlyMap<string, ts.VariableDeclaration>): number {
  const { initializer } = list;
  if (initializer !== undefined && ts.isArrayLiteralExpression(initializer)) {
    if (!initializer.elements.some(ts.isSpreadElement)) return initializer.elements.length;
  } else if (initializer?.getText().startsWith("Object.values(") && ts.isCallExpression(initializer)) {
    const object = variables.get(initializer.arguments[0].getText())?.initializer;
    if (object !== undefined && ts.isObjectLiteralExpression(object)) {
      if (!object.properties.some(ts.isSpreadAssignment)) return object.properties.length;
    }
  }
  throw new TypeError(`Expected a list of known length, to unroll its loops, but got: ${list.getText().slice(0, 80)}`);
}

function listOf({ initializer, condition, incrementor }: ts.ForStatement): string | undefined {
  const match = condition?.getText().match(/^(\w+) < (\w+)\.length$/);
  if (!match || incrementor?.getText() !== `${match[1]}++`) return undefined;
  return initializer?.getText() === `let ${match[1]} = 0` ? match[2] : undefined;
}

function isElementOf(
  node: ts.Node,
  lists: ReadonlyMap<string, number>,
): node is ts.ElementAccessExpression & { expression: ts.Identifier; argumentExpression: ts.NumericLiteral } {
  return ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression) && lists.has(node.expression.text) &&
    ts.isNumericLiteral(node.argumentExpression);
}

/**
 * Copies a loop's body for each index. If the body also reads other lists at this index, those reads move in front of
 * the enclosing loop, which must not change the lists.
 *
 * @throws TypeError if the body has `break`, `continue` or a template literal of several lines, or if it assigns to an
 *   element at this index inside an enclosing loop.
 */
function unrolled(loop: ts.ForStatement, list: string, length: number): Edit[] {
  const { statement } = loop;
  const outer = ts.findAncestor(loop.parent, (node) => ts.isForStatement(node) || ts.isFunctionLike(node));
  const isInside = outer !== undefined && ts.isForStatement(outer);
  const index = loop.condition!.getText().split(" ")[0];
  const read = new Set<string>();
  const look = (node: ts.Node): void => {
    const isElement = ts.isElementAccessExpression(node) && node.argumentExpression.getText() === index;
    const isTarget = isElement && ts.isBinaryExpression(node.parent) && isAssignment(node.parent) &&
      node.parent.left === node;
    if (
      isTarget && isInside || ts.isBreakOrContinueStatement(node) ||
      ts.isTemplateLiteral(node) && /\n/.test(node.getText())
    ) {
      throw new TypeError(`Expected a loop over ${list} that can be copied, but got: ${loop.getText()}`);
    }
    if (isElement && ts.isIdentifier(node.expression) && node.expression.text !== list) read.add(node.expression.text);
    ts.forEachChild(node, look);
  };
  look(statement);
  const printer = ts.createPrinter({ removeComments: true });
  const body = printer.printNode(ts.EmitHint.Unspecified, statement, loop.getSourceFile()).replaceAll(/\n\s*/g, " ");
  const hoisted = isInside ? Array.from(read).filter((name) => !isDeclaredIn(outer, name)) : [];
  // The loop's position makes these names differ from those of other loops.
  const nameOf = (name: string, place: number): string => `${name}_${loop.pos}_${place}`;
  const copies = Array.from({ length }, (_, place) => {
    const names = [[list, `${list}_${place}`], ...hoisted.map((name) => [name, nameOf(name, place)])];
    const copy = names.reduce(
      (text, [name, alias]) => text.replaceAll(new RegExp(`(?<![\\w$.])${name}\\[${index}\\]`, "g"), alias),
      body,
    );
    return `{ const ${index} = ${place}; ${copy} }`;
  });
  const lines = loop.getText().split("\n").length - 1;
  const edits = [{ start: loop.getStart(), end: loop.end, text: copies.join(" ") + "\n".repeat(lines) }];
  if (hoisted.length === 0) return edits;
  const start = outer!.getStart();
  const reads = hoisted.flatMap((name) =>
    Array.from({ length }, (_, place) => `${nameOf(name, place)} = ${name}[${place}]`)
  );
  return [{ start, end: start, text: `const ${reads.join(", ")}; ` }, ...edits];
}

function isDeclaredIn(node: ts.Node, name: string): boolean {
  if (ts.isVariableDeclaration(node) && node.name.getText().match(/\w+/g)?.includes(name)) return true;
  return ts.forEachChild(node, (child) => isDeclaredIn(child, name) || undefined) ?? false;
}
