/**
 * The address of the project on GitHub. Only builds on GitHub know the address. The sources do not contain it, so that
 * a copy elsewhere does not show another project's address.
 *
 * @module
 */

/** The repository as `owner/name`, "" if it is not known. GitHub's runners set the variable. */
export function repositoryName(): string {
  return Deno.env.get("GITHUB_REPOSITORY") ?? "";
}

/** The address of a repository, `null` if it is not known. */
export function addressOf(repository: string): string | null {
  return repository === "" ? null : `https://github.com/${repository}`;
}
