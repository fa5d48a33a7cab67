/**
 * Makes bindings in a bundle constant: each top-level variable or function that is never assigned again becomes a
 * `const`.
 *
 * The bundler writes `var` where the sources have `const`. V8 treats a binding as a constant only if it cannot change
 * or (from V8 15 on) has not changed so far. Otherwise the compiled code reads the binding from memory at each use, and
 * checks that it is still the same array or function. docs/ARCHITECTURE.md says what this costs.
 *
 * So that a source map stays valid, new text is inserted before the line break in front of a declaration:
 *
 * | in the bundle             | with constant bindings               |
 * | ------------------------- | ------------------------------------ |
 * | `a();⏎var b = 1;`         | `a(); const⏎    b = 1;`              |
 * | `a();⏎function f() { … }` | `a(); const f =⏎function f() { … };` |
 *
 * A constant must not be read before its line has run. So a function is left unchanged if code that runs before its
 * line may use it.
 *
 * @module
 */

import ts from "typescript";
import { type Edit, isAssignment, isStep, withEdits } from "./assignments.ts";

const FILE = "bundle.js";

type NamedFunction = ts.FunctionDeclaration & { readonly name: ts.Identifier };

/** The result behaves the same, and has the same number of lines. */
export function withConstantBindings(bundle: string): string {
  const { file, checker } = readModule(bundle);
  const uses = file.statements.map((statement) => usesIn(statement, checker));
  const changing = new Set(uses.flatMap(({ changed }) => changed));
  const isConstant = (name: ts.BindingName): boolean => {
    if (!ts.isIdentifier(name)) return name.elements.every((e) => ts.isOmittedExpression(e) || isConstant(e.name));
    const symbol = checker.getSymbolAtLocation(name);
    return symbol?.declarations?.length === 1 && !changing.has(symbol);
  };
  const early = usedEarly(file, uses, checker);
  const edits = file.statements.flatMap((statement) => {
    if (isVarStatement(statement)) return editVariables(bundle, statement, isConstant);
    if (!isNamedFunction(statement) || early.has(statement) || !isConstant(statement.name)) return [];
    return editFunction(bundle, statement);
  });
  return withEdits(bundle, edits);
}

function readModule(text: string): { file: ts.SourceFile; checker: ts.TypeChecker } {
  const options = { allowJs: true, noLib: true, noResolve: true, target: ts.ScriptTarget.ESNext, types: [] };
  const file = ts.createSourceFile(FILE, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const program = ts.createProgram([FILE], options, {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => name === FILE ? file : undefined,
  });
  return { file, checker: program.getTypeChecker() };
}

function isVarStatement(node: ts.Statement): node is ts.VariableStatement {
  return ts.isVariableStatement(node) && node.modifiers === undefined &&
    (node.declarationList.flags & ts.NodeFlags.BlockScoped) === 0;
}

function isNamedFunction(node: ts.Statement): node is NamedFunction {
  return ts.isFunctionDeclaration(node) && node.name !== undefined &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true;
}

/** Includes all functions inside the statement. */
function usesIn(statement: ts.Statement, checker: ts.TypeChecker): { used: Set<ts.Symbol>; changed: ts.Symbol[] } {
  const used = new Set<ts.Symbol>();
  const changed: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? symbolOf(node, checker) : undefined;
    if (symbol !== undefined) used.add(symbol);
    for (const target of targetsOf(node)) {
      const symbol = symbolOf(target, checker);
      if (symbol !== undefined) changed.push(symbol);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return { used, changed };
}

/** Returns `undefined` if the name belongs to a property instead of a variable or function. */
function symbolOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name) return undefined;
  if (ts.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  return checker.getSymbolAtLocation(name);
}

function targetsOf(node: ts.Node): ts.Identifier[] {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return isStep(node) ? namesInTarget(node.operand) : [];
  }
  if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return namesInTarget(node.initializer);
  return ts.isBinaryExpression(node) && isAssignment(node) ? namesInTarget(node.left) : [];
}

/** Skips names with a default value, as in `[a = 1] = …`, because `a = 1` is itself visited as an assignment. */
function namesInTarget(target: ts.Node): ts.Identifier[] {
  if (ts.isIdentifier(target)) return [target];
  if (ts.isShorthandPropertyAssignment(target)) return [target.name];
  if (ts.isPropertyAssignment(target)) return namesInTarget(target.initializer);
  const isPattern = ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target);
  if (!isPattern && !ts.isParenthesizedExpression(target) && !isSpread(target)) return [];
  const names: ts.Identifier[] = [];
  ts.forEachChild(target, (part) => void names.push(...namesInTarget(part)));
  return names;
}

function isSpread(node: ts.Node): boolean {
  return ts.isSpreadElement(node) || ts.isSpreadAssignment(node);
}

function usedEarly(
  file: ts.SourceFile,
  uses: readonly { readonly used: ReadonlySet<ts.Symbol> }[],
  checker: ts.TypeChecker,
): Set<ts.Statement> {
  const names = file.statements.map(definedName);
  const definitions = new Map<ts.Symbol, number>();
  names.forEach((name, index) => {
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol !== undefined) definitions.set(symbol, index);
  });
  const early = new Set<ts.Statement>();
  const reached = new Set<number>();
  names.forEach((name, index) => {
    if (name !== undefined) return;
    // When this statement runs, it may call any function that it names, and any function that those name in turn.
    const open = [index];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const symbol of uses[at].used) {
        const found = definitions.get(symbol);
        if (found === undefined || reached.has(found)) continue;
        reached.add(found);
        open.push(found);
        if (found > index) early.add(file.statements[found]);
      }
    }
  });
  return early;
}

/** `undefined` unless the statement only defines a function or class. */
function definedName(statement: ts.Statement): ts.Identifier | undefined {
  if (isNamedFunction(statement)) return statement.name;
  if (!ts.isVariableStatement(statement) || statement.declarationList.declarations.length > 1) return undefined;
  const [{ name, initializer }] = statement.declarationList.declarations;
  if (!ts.isIdentifier(name) || initializer === undefined) return undefined;
  const runsNothing = ts.isFunctionExpression(initializer) || ts.isArrowFunction(initializer) ||
    ts.isClassExpression(initializer) && isOnlyDefined(initializer);
  return runsNothing ? name : undefined;
}

/** Whether defining a class runs no other code: it has no static values, and extends a named class or none. */
function isOnlyDefined({ heritageClauses, members }: ts.ClassExpression): boolean {
  const bases = heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression)) ?? [];
  return bases.every(ts.isIdentifier) &&
    !members.some((member) =>
      ts.isClassStaticBlockDeclaration(member) || member.name !== undefined && ts.isComputedPropertyName(member.name) ||
      ts.isPropertyDeclaration(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
    );
}

/** Declares the constant variables of a statement with `const`. The others remain `var`. */
function editVariables(
  bundle: string,
  statement: ts.VariableStatement,
  isConstant: (name: ts.BindingName) => boolean,
): Edit[] {
  const { declarations } = statement.declarationList;
  const edits: Edit[] = [];
  let wasConstant = false;
  declarations.forEach((declaration, index) => {
    const isNow = declaration.initializer !== undefined && isConstant(declaration.name);
    if (index === 0 && isNow) {
      const start = statement.getStart();
      edits.push(before(bundle, statement, "const"), { start, end: start + "var".length, text: "   " });
    }
    if (index > 0 && isNow !== wasConstant) {
      const start = declarations[index - 1].end;
      edits.push({ start, end: start + ",".length, text: isNow ? ";const " : ";var " });
    }
    wasConstant = isNow;
  });
  return edits;
}

function editFunction(bundle: string, declaration: NamedFunction): Edit[] {
  const { end, name } = declaration;
  return [before(bundle, declaration, `const ${name.text} =`), { start: end, end, text: ";" }];
}

/** Inserts text at the end of the previous statement, or on the line of the first statement. */
function before(bundle: string, statement: ts.Statement, text: string): Edit {
  const { pos } = statement;
  if (pos === 0) return { start: statement.getStart(), end: statement.getStart(), text: `${text} ` };
  const isEnded = /[;}]/.test(bundle[pos - 1]);
  return { start: pos, end: pos, text: `${isEnded ? "" : ";"} ${text}` };
}
