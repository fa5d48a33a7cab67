/**
 * Puts checks into a bundle: every access `array[index]` becomes a call to a function in `element_checks.ts`. The order
 * of evaluation stays the same.
 *
 * | in the bundle                                    | in the checked bundle                                        |
 * | ------------------------------------------------ | ------------------------------------------------------------ |
 * | `a[i]`                                           | `readElement(a, i, place)`                                   |
 * | `a[i] = v`                                       | `writeElement(a, i, v, place)`                               |
 * | `a[i] += v`, `a[i]++`, `[a[i]] = v`, loop target | `referElement(a, i, place).value += v` and so on             |
 * | `a[row << 6 \| column]`                          | `readElement(a, joinIndex(row << 6, column, 6, place), …)`   |
 * | `const [x, y] = a`                               | `const [x, y] = checkLength(a, 2, place)`                    |
 *
 * Reads from ordinary arrays are checked unless the code handles a missing element with `?.`, `??` or a comparison with
 * `undefined`. Calls such as `a[i](…)`, chains with `?.`, string keys, and code from packages stay unchanged.
 *
 * @module
 */

import ts from "typescript";
import { isAssignment, isStep } from "../../tools/build/assignments.ts";

const CHECKS = "__elementChecks";
type Check = "readElement" | "readListElement" | "writeElement" | "referElement" | "checkLength" | "joinIndex";
const TEXT_MAX = 100;
/** Matches a comment in a bundle that names the source file of the lines below it. */
const SOURCE_LINE = /^\/\/ (\S+\.\w+)$/gm;

const { factory } = ts;

export type CheckedSource = { readonly text: string; readonly accesses: number };

/** Puts checks into a bundle. The text from `preludeOf` must be prepended to the result. */
export function checkedSource(bundle: string): CheckedSource {
  const file = ts.createSourceFile("bundle.js", bundle, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  let accesses = 0;
  const { transformed: [checked] } = ts.transform(file, [(context) => (root) => {
    const rewriter = new Rewriter(root, context);
    const rewritten = rewriter.visit(root) as ts.SourceFile;
    accesses = rewriter.accesses;
    return rewritten;
  }]);
  return { text: ts.createPrinter().printFile(checked), accesses };
}

/** Turns the text of `element_checks.ts` into one line of JavaScript. */
export function preludeOf(checks: string): string {
  const names: string[] = [];
  const { outputText } = ts.transpileModule(checks, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  const text = outputText.replaceAll(/^export (?:function (\w+)|\{\};?)/gm, (_, name: string | undefined) => {
    if (name === undefined) return "";
    names.push(name);
    return `function ${name}`;
  });
  return `const ${CHECKS} = (() => { ${text.replaceAll(/\s*\n\s*/g, " ")} return { ${names.join(", ")} }; })();\n`;
}

class Rewriter {
  accesses = 0;
  private readonly sources: readonly (readonly [start: number, path: string])[];
  /** The variables that the innermost function uses as indices. */
  private indexNames: ReadonlySet<string> = new Set();

  constructor(private readonly file: ts.SourceFile, private readonly context: ts.TransformationContext) {
    this.sources = Array.from(file.text.matchAll(SOURCE_LINE), ({ index, 1: path }) => [index, path] as const);
  }

  readonly visit = (node: ts.Node): ts.Node => {
    const outer = this.indexNames;
    if (ts.isFunctionLike(node) || ts.isSourceFile(node)) this.indexNames = namesOfIndices(node);
    const checked = ts.isSourceFile(node) || !this.isOwn(node) ? null : this.checked(node);
    const visited = checked ?? this.withParts(node, this.visit);
    this.indexNames = outer;
    return visited;
  };

  private withParts(node: ts.Node, visit: (part: ts.Node) => ts.Node): ts.Node {
    return ts.visitEachChild(node, visit, this.context);
  }

  private withTarget(node: ts.Node, target: ts.Node): ts.Node {
    return this.withParts(node, (part) => part === target ? this.target(part) : this.visit(part));
  }

  private value(node: ts.Expression): ts.Expression {
    return this.visit(node) as ts.Expression;
  }

  /** `null` if the node needs no check. */
  private checked(node: ts.Node): ts.Node | null {
    if (ts.isElementAccessExpression(node)) {
      if (!isChecked(node)) return null;
      return this.access(mustExist(node) ? "readListElement" : "readElement", node);
    }
    if (ts.isBinaryExpression(node) && isAssignment(node)) return this.assignment(node);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node)) {
      return this.withTarget(node, node.operand);
    }
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return this.withTarget(node, node.initializer);
    if (ts.isVariableDeclaration(node)) return this.declaration(node);
    return null;
  }

  /** Rewrites `target = value`, `target += value` and so on. */
  private assignment(node: ts.BinaryExpression): ts.Node {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isElementAccessExpression(left) && isChecked(left)) {
      return this.access("writeElement", left, this.value(right));
    }
    if (!ts.isArrayLiteralExpression(left)) return this.withTarget(node, left);
    const list = this.listOf(lengthOfPattern(left.elements), right);
    return factory.updateBinaryExpression(node, this.target(left) as ts.Expression, operatorToken, list);
  }

  /** Rewrites `name = value` in a declaration if the name is used as an index, or if a list is destructured. */
  private declaration(node: ts.VariableDeclaration): ts.Node | null {
    const { name, initializer } = node;
    if (initializer === undefined) return null;
    if (ts.isIdentifier(name) && this.indexNames.has(name.text)) {
      return factory.updateVariableDeclaration(node, name, undefined, undefined, this.joined(initializer));
    }
    if (!ts.isArrayBindingPattern(name)) return null;
    const list = this.listOf(lengthOfPattern(name.elements), initializer);
    return factory.updateVariableDeclaration(node, this.visit(name) as ts.BindingName, undefined, undefined, list);
  }

  private listOf(count: number, node: ts.Expression): ts.Expression {
    const list = this.value(node);
    return count === 0 ? list : this.call("checkLength", node, list, factory.createNumericLiteral(count));
  }

  /** Rewrites the target of an assignment: an element, or a pattern that contains elements. */
  private target(node: ts.Node): ts.Node {
    if (ts.isElementAccessExpression(node)) {
      if (!isChecked(node, "target")) return this.visit(node);
      return factory.createPropertyAccessExpression(this.access("referElement", node), "value");
    }
    // In the pattern `[a[i] = 1] = list`, the 1 is a default value.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.withTarget(node, node.left);
    }
    if (ts.isPropertyAssignment(node)) return this.withTarget(node, node.initializer);
    const holds = ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) ||
      ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isParenthesizedExpression(node);
    return holds ? this.withParts(node, (part) => this.target(part)) : this.visit(node);
  }

  /** Rewrites an index: each `|` between its parts becomes a check. */
  private joined(node: ts.Expression): ts.Expression {
    if (ts.isParenthesizedExpression(node)) {
      return factory.updateParenthesizedExpression(node, this.joined(node.expression));
    }
    if (!ts.isBinaryExpression(node)) return this.value(node);
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.BarToken) {
      const shift = shiftOf(left);
      const length = shift < 0 ? factory.createVoidZero() : factory.createNumericLiteral(shift);
      return this.call("joinIndex", node, this.joined(left), this.joined(right), length);
    }
    const isSum = operatorToken.kind === ts.SyntaxKind.PlusToken ||
      operatorToken.kind === ts.SyntaxKind.LessThanLessThanToken;
    if (!isSum) return this.value(node);
    return factory.updateBinaryExpression(node, this.joined(left), operatorToken, this.joined(right));
  }

  private access(check: Check, node: ts.ElementAccessExpression, ...value: ts.Expression[]): ts.Expression {
    return this.call(check, node, this.value(node.expression), this.joined(node.argumentExpression), ...value);
  }

  private call(check: Check, node: ts.Node, ...parts: ts.Expression[]): ts.Expression {
    this.accesses++;
    const callee = factory.createPropertyAccessExpression(factory.createIdentifier(CHECKS), check);
    return factory.createCallExpression(callee, undefined, [...parts, factory.createStringLiteral(this.place(node))]);
  }

  private place(node: ts.Node): string {
    const start = node.getStart(this.file);
    const text = node.getText(this.file).replaceAll(/\s+/g, " ");
    const { line } = this.file.getLineAndCharacterOfPosition(start);
    const source = this.sourceOf(start);
    const short = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
    return `${short} in ${source === "" ? "" : `${source}, `}line ${line + 1} of the bundle without checks`;
  }

  /** "" if the source is unknown. */
  private sourceOf(position: number): string {
    return this.sources.findLast(([start]) => start <= position)?.[1] ?? "";
  }

  /** Code from packages and the bundler's own code are left unchanged. */
  private isOwn(node: ts.Node): boolean {
    if (this.sources.length === 0) return true;
    const source = this.sourceOf(node.getStart(this.file));
    return source !== "" && !/(?:^|\/)(?:npm|node_modules)\//.test(source);
  }
}

/** The names that appear inside brackets, except in inner functions. */
function namesOfIndices(root: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (index: ts.Expression): void => {
    if (ts.isIdentifier(index)) names.add(index.text);
    if (ts.isParenthesizedExpression(index)) collect(index.expression);
    if (ts.isBinaryExpression(index)) {
      collect(index.left);
      collect(index.right);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isElementAccessExpression(node)) collect(node.argumentExpression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return names;
}

function isChecked(node: ts.ElementAccessExpression, use: "read" | "target" = "read"): boolean {
  const { expression, argumentExpression, parent } = node;
  if ((node.flags & ts.NodeFlags.OptionalChain) !== 0) return false;
  if (expression.kind === ts.SyntaxKind.SuperKeyword || ts.isStringLiteralLike(argumentExpression)) return false;
  if (use === "target") return true;
  const isCalled = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  return !isCalled && !ts.isDeleteExpression(parent) && !ts.isTaggedTemplateExpression(parent);
}

/** True unless the code around the access handles a missing element. */
function mustExist(node: ts.ElementAccessExpression): boolean {
  let outer: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
  if ((outer.flags & ts.NodeFlags.OptionalChain) !== 0) return false;
  if (!ts.isBinaryExpression(outer)) return true;
  if (outer.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return false;
  return ![outer.left, outer.right].some((side) => ts.isIdentifier(side) && side.text === "undefined");
}

/** The number of elements that a pattern needs. A rest element and trailing elements with defaults do not count. */
function lengthOfPattern(elements: readonly ts.Node[]): number {
  let length = 0;
  elements.forEach((element, i) => {
    const isOptional = ts.isOmittedExpression(element) || ts.isSpreadElement(element) ||
      (ts.isBindingElement(element) && (element.initializer !== undefined || element.dotDotDotToken !== undefined)) ||
      (ts.isBinaryExpression(element) && isAssignment(element));
    if (!isOptional) length = i + 1;
  });
  return length;
}

/** Returns `k` for `x << k` and for `… | x << k`, and -1 for any other expression. */
function shiftOf(node: ts.Expression): number {
  if (ts.isParenthesizedExpression(node)) return shiftOf(node.expression);
  if (!ts.isBinaryExpression(node)) return -1;
  if (node.operatorToken.kind === ts.SyntaxKind.BarToken) return shiftOf(node.right);
  const isShift = node.operatorToken.kind === ts.SyntaxKind.LessThanLessThanToken;
  return isShift && ts.isNumericLiteral(node.right) ? Number(node.right.text) : -1;
}
