/**
 * Mutants: copies of a source file, each with one small fault. If a mutant passes all tests, either no test checks that
 * code, or the change makes no difference (DeMillo, Lipton and Sayward, "Hints on test data selection", 1978).
 *
 * @module
 */

import ts from "typescript";
import type { Random } from "../../core/random.ts";

export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" },
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
  ...{ "&&": "||", "||": "&&", "??": "&&" },
  ...{ "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", ">>>": "<<" },
  ...{ "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=" },
  ...{ "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=", ">>=": "<<=", ">>>=": "<<=" },
};

export function mutantsOf(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, after: string): void => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ path, start, end: node.end, line, before: text.slice(start, node.end), after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    mutateNode(node, text, replace);
    if (isTunable(node)) visit(node.arguments[0]);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

function isTunable(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === "tune" && node.arguments.length === 4;
}

function mutateNode(node: ts.Node, text: string, replace: (node: ts.Node, after: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const after = OPERATORS[node.operatorToken.getText()];
    if (after !== undefined) replace(node.operatorToken, after);
  } else if (ts.isNumericLiteral(node)) {
    replace(node, `${Number(node.text) + 1}`);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    replace(node, node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true");
  } else if (ts.isPrefixUnaryExpression(node)) {
    mutateUnary(node, replace);
  } else if (ts.isPostfixUnaryExpression(node)) {
    const operand = text.slice(node.operand.getStart(), node.operand.end);
    replace(node, operand + (node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++"));
  } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    replace(condition, "true");
    replace(condition, "false");
  } else if (ts.isWhileStatement(node) && node.expression.kind !== ts.SyntaxKind.TrueKeyword) {
    replace(node.expression, "false");
  } else if (isRemovable(node)) {
    replace(node, ";");
  }
}

function mutateUnary(node: ts.PrefixUnaryExpression, replace: (node: ts.Node, after: string) => void): void {
  const operand = node.operand.getText();
  if (node.operator === ts.SyntaxKind.PlusPlusToken) replace(node, `--${operand}`);
  else if (node.operator === ts.SyntaxKind.MinusMinusToken) replace(node, `++${operand}`);
  else replace(node, ` ${operand}`);
}

function isRemovable(node: ts.Node): boolean {
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node) || ts.isThrowStatement(node)) return true;
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  // Keep `super()`, because without it the constructor would always throw.
  return ts.isExpressionStatement(node) &&
    !(ts.isCallExpression(node.expression) && node.expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

export function applyMutant(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}

export function describeMutant({ path, line, before, after }: Mutant): string {
  const short = (text: string): string => text.trim().replaceAll(/\s+/g, " ");
  return `${path}:${line}  ${short(before)}  →  ${short(after) === ";" ? "(nothing)" : short(after)}`;
}

export function drawMutants(mutants: readonly Mutant[], count: number, random: Random): Mutant[] {
  const rest = Array.from(mutants);
  const drawn: Mutant[] = [];
  while (drawn.length < count && rest.length > 0) {
    const [mutant] = rest.splice(random.below(rest.length), 1);
    drawn.push(mutant);
  }
  return drawn;
}
