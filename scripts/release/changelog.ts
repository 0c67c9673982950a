/** CHANGELOG.md at the root: one section for each release of all packages together. */
import type { Changeset } from './changesets.ts';

interface Release {
  readonly version: string;
  readonly changesets: readonly Changeset[];
  /** Written by a person in .github/release-notes; then they stand for the changesets. */
  readonly notes: string | null;
}

const headings = {
  major: 'Changed, and you may have to change something',
  minor: 'New',
  patch: 'Fixed',
} as const;

/** What is said of one release, without its heading. */
export function describeRelease({ changesets, notes }: Release): string {
  if (notes !== null) return notes.trim();
  return (['major', 'minor', 'patch'] as const)
    .map((bump) => ({ bump, of: changesets.filter((each) => each.bump === bump) }))
    .filter(({ of }) => of.length > 0)
    .map(({ bump, of }) =>
      [`### ${headings[bump]}`, ...of.map(({ summary }) => listItem(summary))].join('\n\n'),
    )
    .join('\n\n');
}

/** `before` is the file as it was, or `null` before the first release. The newest release comes first. */
export function addToChangelog(before: string | null, release: Release): string {
  const title = '# Changelog\n';
  const older = (before ?? title).replace(/^# Changelog\n/, '').trim();
  const section = `## ${release.version}\n\n${describeRelease(release)}\n`;
  return `${title}\n${section}${older === '' ? '' : `\n${older}\n`}`;
}

/** The section of a version, without its heading; `null` when there is none. */
export function readSection(changelog: string, version: string): string | null {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version}\n`));
  return section === undefined ? null : section.slice(version.length).trim();
}

function listItem(summary: string): string {
  return `- ${summary.replaceAll(/\n(?=.)/g, '\n  ')}`;
}
