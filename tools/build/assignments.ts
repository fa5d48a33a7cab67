/**
 * Which expressions of JavaScript give a variable or an element another value.
 *
 * @module
 */

import ts from "typescript";

/** Whether a binary expression assigns. */
export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether a unary expression is `++` or `--`. */
export function isStep({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}
