/** The project's address on GitHub. Only builds on GitHub know it, because it would be wrong in a copy. @module */

/** `owner/name`, "" if it is not known. GitHub's runners set the variable. */
export function repositoryName(): string {
  return Deno.env.get("GITHUB_REPOSITORY") ?? "";
}

/** `null` if the repository is not known. */
export function addressOf(repository: string): string | null {
  return repository === "" ? null : `https://github.com/${repository}`;
}
