/** How changesets writes an entry into the changelog of a package: the words of the changeset and nothing of git. */
interface Changeset {
  readonly summary: string;
}

export function getReleaseLine({ summary }: Changeset): string {
  return `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}\n`;
}

/** All packages have the same version, so that a dependency was released as well says nothing. */
export function getDependencyReleaseLine(): string {
  return '';
}
