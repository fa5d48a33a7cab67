/** Helpers for tools that rewrite bundles: they recognise assignments, and edit a text at given positions. @module */

import ts from "typescript";

export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

export function isStep({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** The edits must not overlap. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let edited = "";
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    edited += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return edited + text.slice(end);
}
