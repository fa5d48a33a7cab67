/** The address of the project on GitHub, which only builds on GitHub know: a copy must not show it. @module */

/** `owner/name`, "" if it is not known. GitHub's runners set the variable. */
export function repositoryName(): string {
  return Deno.env.get("GITHUB_REPOSITORY") ?? "";
}

/** `null` if the repository is not known. */
export function addressOf(repository: string): string | null {
  return repository === "" ? null : `https://github.com/${repository}`;
}
