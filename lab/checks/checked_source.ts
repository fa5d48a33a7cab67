/**
 * Puts checks into the text of a bundle: every access `array[index]` becomes a call of `element_checks.ts`.
 *
 * TypeScript's parser finds the accesses; the text is edited by their positions, and everything else stays as it is,
 * line for line. Each array, index and value is evaluated once and in the same order as before.
 *
 * | in the bundle                                    | in the checked bundle                                        |
 * | ------------------------------------------------ | ------------------------------------------------------------ |
 * | `a[i]`                                           | `readElement(a, i, place)`                                   |
 * | `a[i] = v`                                       | `writeElement(a, i, v, place)`                               |
 * | `a[i] += v`, `a[i]++`, `[a[i]] = v`, loop target | `referElement(a, i, place).value += v` and so on             |
 * | `a[row << 6 \| column]`                          | `readElement(a, joinIndex(row << 6, column, 6, place), …)`   |
 * | `const [x, y] = a`                               | `const [x, y] = checkLength(a, 2, place)`                    |
 *
 * Lists are checked, too, where the code does not say what happens without the element: with `?.`, `??` or a comparison
 * with `undefined`. What stays as it is: calls `a[i](…)`, which fail by themselves, chains with `?.`, keys that are
 * texts, and code of packages.
 *
 * @module
 */

import ts from "typescript";
import { isAssignment, isStep } from "../../tools/build/assignments.ts";

/** The name under which the checks are in a checked bundle. */
const CHECKS = "__elementChecks";
/** The functions of `element_checks.ts` that a checked bundle calls. */
type Check = "readElement" | "readListElement" | "writeElement" | "referElement" | "checkLength" | "joinIndex";
/** The longest text of an access in a message. */
const TEXT_MAX = 100;
/** A line of a bundle that names the source of what follows. */
const SOURCE_LINE = /^\/\/ (\S+\.\w+)$/gm;

export interface CheckedSource {
  readonly text: string;
  readonly accesses: number;
}

export function checkedSource(bundle: string, checks: string): CheckedSource {
  const rewriter = new Rewriter(bundle);
  const body = rewriter.rewrite();
  return { text: `${prelude(checks)} ${body}`, accesses: rewriter.accesses };
}

/** The checks as one line of JavaScript, so that the lines of the bundle keep their numbers. */
function prelude(checks: string): string {
  const names: string[] = [];
  const { outputText } = ts.transpileModule(checks, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  const text = outputText.replaceAll(/^export (?:function (\w+)|\{\};?)/gm, (_, name: string | undefined) => {
    if (name === undefined) return "";
    names.push(name);
    return `function ${name}`;
  });
  return `const ${CHECKS} = (() => { ${text.replaceAll(/\s*\n\s*/g, " ")} return { ${names.join(", ")} }; })();`;
}

type Use = "read" | "target";

class Rewriter {
  accesses = 0;
  private readonly file: ts.SourceFile;
  private readonly sources: readonly (readonly [start: number, path: string])[];
  /** Variables of the innermost function whose values are indices. */
  private indexNames: ReadonlySet<string> = new Set();

  constructor(private readonly bundle: string) {
    this.file = ts.createSourceFile("bundle.js", bundle, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
    this.sources = Array.from(bundle.matchAll(SOURCE_LINE), ({ index, 1: path }) => [index, path] as const);
  }

  /** The text with checks, without the checks themselves. */
  rewrite(): string {
    this.indexNames = namesOfIndices(this.file);
    return this.textOf(this.file);
  }

  /** The text of a node with checks, and with what is before it. */
  private textOf(node: ts.Node): string {
    const outer = this.indexNames;
    if (ts.isFunctionLike(node)) this.indexNames = namesOfIndices(node);
    const text = this.textInside(node);
    this.indexNames = outer;
    return text;
  }

  private textInside(node: ts.Node): string {
    const checked = ts.isSourceFile(node) || this.isOwn(node) ? this.checkedText(node) : null;
    if (checked === null) return this.textOfParts(node, (part) => this.textOf(part));
    return this.blanksBefore(node) + checked;
  }

  /** The text of a node whose parts are replaced by their new texts. */
  private textOfParts(node: ts.Node, textOfPart: (part: ts.Node) => string): string {
    let text = "";
    let end = node.pos;
    ts.forEachChild(node, (part) => {
      text += this.bundle.slice(end, part.pos) + textOfPart(part);
      end = part.end;
    });
    return text + this.bundle.slice(end, node.end);
  }

  /** The text of a node that a check takes the place of; `null` if none does. */
  private checkedText(node: ts.Node): string | null {
    if (ts.isElementAccessExpression(node)) return this.access(node);
    if (ts.isBinaryExpression(node) && isAssignment(node)) return this.assignment(node);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node)) {
      return this.bare(node, this.textOfParts(node, (operand) => this.target(operand)));
    }
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) {
      return this.bare(node, this.textWithTarget(node, node.initializer));
    }
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) return this.declaration(node);
    return null;
  }

  /** `a[i]` where it is read. */
  private access(node: ts.ElementAccessExpression): string | null {
    if (!isChecked(node)) return null;
    const check = mustExist(node) ? "readListElement" : "readElement";
    return this.call(check, node, [this.inner(node.expression), this.index(node)]);
  }

  /** `target = value`, `target += value` and so on. */
  private assignment(node: ts.BinaryExpression): string | null {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isElementAccessExpression(left) && isChecked(left)) {
      return this.call("writeElement", left, [this.inner(left.expression), this.index(left), this.inner(right)]);
    }
    if (ts.isArrayLiteralExpression(left)) {
      const count = lengthOfPattern(left.elements);
      const list = count === 0
        ? this.textOf(right)
        : ` ${this.call("checkLength", right, [this.inner(right), `${count}`])}`;
      return `${this.bare(left, this.target(left))} =${list}`;
    }
    return this.bare(node, this.textWithTarget(node, left));
  }

  /** `name = value` of a declaration: an index that is put together, or a list that is taken apart. */
  private declaration(node: ts.VariableDeclaration): string | null {
    const { name, initializer } = node;
    if (initializer === undefined) return null;
    let value: string | null = null;
    if (ts.isIdentifier(name) && this.indexNames.has(name.text)) value = this.joined(initializer);
    if (ts.isArrayBindingPattern(name)) {
      const count = lengthOfPattern(name.elements);
      if (count > 0) value = this.call("checkLength", initializer, [this.inner(initializer), `${count}`]);
    }
    return value === null ? null : `${this.inner(name)} = ${value}`;
  }

  /** The text of something that is assigned to, or that holds such things. */
  private target(node: ts.Node): string {
    if (ts.isElementAccessExpression(node)) {
      if (!isChecked(node, "target")) return this.textOf(node);
      return `${this.blanksBefore(node)}${
        this.call("referElement", node, [this.inner(node.expression), this.index(node)])
      }.value`;
    }
    // `[a[i] = 1] = list`: the value is for an element that is missing.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.textWithTarget(node, node.left);
    }
    if (ts.isPropertyAssignment(node)) return this.textWithTarget(node, node.initializer);
    const holds = ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) ||
      ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isParenthesizedExpression(node);
    return holds ? this.textOfParts(node, (part) => this.target(part)) : this.textOf(node);
  }

  /** The text of a node of which one part is assigned to. */
  private textWithTarget(node: ts.Node, target: ts.Node): string {
    return this.textOfParts(node, (part) => part === target ? this.target(part) : this.textOf(part));
  }

  /** The blanks and comments before a node, which are a part of it. */
  private blanksBefore(node: ts.Node): string {
    return this.bundle.slice(node.pos, node.getStart(this.file));
  }

  /** The new text of a node without what is before it. */
  private bare(node: ts.Node, text: string): string {
    return text.slice(this.blanksBefore(node).length);
  }

  /** The text of a node with checks, without what is before it; a comma in it separates no arguments. */
  private inner(node: ts.Node): string {
    const text = this.bare(node, this.textOf(node));
    return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken ? `(${text})` : text;
  }

  private index(node: ts.ElementAccessExpression): string {
    return this.joined(node.argumentExpression);
  }

  /** The text of an index: each `|` of its parts becomes a check. */
  private joined(node: ts.Expression): string {
    if (ts.isParenthesizedExpression(node)) return `(${this.joined(node.expression)})`;
    if (!ts.isBinaryExpression(node)) return this.inner(node);
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.BarToken) {
      const shift = shiftOf(left);
      return this.call("joinIndex", node, [this.joined(left), this.joined(right), `${shift}`]);
    }
    const isSum = operatorToken.kind === ts.SyntaxKind.PlusToken ||
      operatorToken.kind === ts.SyntaxKind.LessThanLessThanToken;
    if (!isSum) return this.inner(node);
    return `${this.joined(left)} ${operatorToken.getText(this.file)} ${this.joined(right)}`;
  }

  private call(check: Check, node: ts.Node, parts: readonly string[]): string {
    this.accesses++;
    return `${CHECKS}.${check}(${[...parts, JSON.stringify(this.place(node))].join(", ")})`;
  }

  /** Text and position of a node, for a message. */
  private place(node: ts.Node): string {
    const start = node.getStart(this.file);
    const text = node.getText(this.file).replaceAll(/\s+/g, " ");
    const { line } = this.file.getLineAndCharacterOfPosition(start);
    const source = this.sourceOf(start);
    const short = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
    return `${short} in ${source === "" ? "" : `${source}, `}line ${line + 1} of the bundle`;
  }

  /** The source that a position of the bundle is from, or "". */
  private sourceOf(position: number): string {
    let path = "";
    for (const [start, name] of this.sources) if (start <= position) path = name;
    return path;
  }

  /** Whether a node is code of the project: packages and what the bundler adds itself stay as they are. */
  private isOwn(node: ts.Node): boolean {
    if (this.sources.length === 0) return true;
    const source = this.sourceOf(node.getStart(this.file));
    return source !== "" && !/(?:^|\/)(?:npm|node_modules)\//.test(source);
  }
}

/** The names inside the brackets of an access in a function, without those of functions inside it. */
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

/** Whether an access is one that a check can take the place of. */
function isChecked(node: ts.ElementAccessExpression, use: Use = "read"): boolean {
  const { expression, argumentExpression, parent } = node;
  if ((node.flags & ts.NodeFlags.OptionalChain) !== 0) return false;
  if (expression.kind === ts.SyntaxKind.SuperKeyword || ts.isStringLiteralLike(argumentExpression)) return false;
  if (use === "target") return true;
  const isCalled = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  return !isCalled && !ts.isDeleteExpression(parent) && !ts.isTaggedTemplateExpression(parent);
}

/** Whether the code around an access does not say what happens if there is no such element. */
function mustExist(node: ts.ElementAccessExpression): boolean {
  let outer: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
  if ((outer.flags & ts.NodeFlags.OptionalChain) !== 0) return false;
  if (!ts.isBinaryExpression(outer)) return true;
  if (outer.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return false;
  return ![outer.left, outer.right].some((side) => ts.isIdentifier(side) && side.text === "undefined");
}

/** How many elements a pattern needs: those before a rest, without the last ones that have their own value. */
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

/** The `k` of an expression `x << k`, or of the last part of `… | x << k`; -1 if it is none, or `k` no number. */
function shiftOf(node: ts.Expression): number {
  if (ts.isParenthesizedExpression(node)) return shiftOf(node.expression);
  if (!ts.isBinaryExpression(node)) return -1;
  if (node.operatorToken.kind === ts.SyntaxKind.BarToken) return shiftOf(node.right);
  const isShift = node.operatorToken.kind === ts.SyntaxKind.LessThanLessThanToken;
  return isShift && ts.isNumericLiteral(node.right) ? Number(node.right.text) : -1;
}
