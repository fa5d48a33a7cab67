/**
 * Shared code of the tools that rewrite bundles: finds the JavaScript expressions that assign to a variable or an
 * element, and edits a text at given positions.
 *
 * @module
 */

import ts from "typescript";

export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether a unary expression is `++` or `--`. */
export function isStep({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** A text that replaces the part between two positions of another text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with edits that do not overlap, in any order. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let edited = "";
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    edited += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return edited + text.slice(end);
}
