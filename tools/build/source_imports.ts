/** Relative imports of the sources, for the tools that build packages. @module */

/** A relative specifier of a TypeScript file after `from`, `import` or `import(`; the second group is its path. */
export const SOURCE_IMPORTS = /(\bfrom\s*|\bimport\(\s*)"(\.[^"]+)\.ts"/g;

/** The source that a relative specifier in another source names. Both sources are paths from the root, with slashes. */
export function resolveSpecifier(source: string, specifier: string): string {
  const parts = source.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
