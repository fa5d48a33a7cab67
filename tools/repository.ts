/** The project's address on GitHub. Only builds on GitHub know it; a fixed address would be wrong in a fork. @module */

/** `owner/name`; "" if it is unknown. GitHub's runners set the variable. */
export function repositoryName(): string {
  return Deno.env.get("GITHUB_REPOSITORY") ?? "";
}

/** `null` if the repository is unknown. */
export function addressOf(repository: string): string | null {
  return repository === "" ? null : `https://github.com/${repository}`;
}
