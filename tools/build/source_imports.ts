/** Relative imports of the sources, for the tools that build packages. @module */

/** The second group is the path without `.ts`. */
export const SOURCE_IMPORTS = /(\bfrom\s*|\bimport\(\s*)"(\.[^"]+)\.ts"/g;

/** `source` and the result are paths from the root, with slashes. */
export function resolveSpecifier(source: string, specifier: string): string {
  const parts = source.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
