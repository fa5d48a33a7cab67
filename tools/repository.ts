/**
 * Where the project lives: on GitHub, under an address that its builds there know and its sources do not, so that a copy
 * elsewhere names no one else's. Every address of the repository comes from here.
 *
 * @module
 */

/** The repository as `owner/name`, "" where that is not known. The variable is set by GitHub's runners. */
export function repositoryName(): string {
  return Deno.env.get("GITHUB_REPOSITORY") ?? "";
}

/** The address of a repository, `null` where it is not known. */
export function addressOf(repository: string): string | null {
  return repository === "" ? null : `https://github.com/${repository}`;
}
