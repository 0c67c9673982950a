import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Changeset {
  readonly file: string;
  /** Their names. */
  readonly packages: readonly string[];
  readonly bump: 'major' | 'minor' | 'patch';
  readonly summary: string;
}

/** What is not released yet, by the names of the files. */
export function readChangesets(root: string): Changeset[] {
  const folder = join(root, '.changeset');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((file) => parseChangeset(file, readFileSync(join(folder, file), 'utf8')));
}

function parseChangeset(file: string, text: string): Changeset {
  const [, head = '', summary = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  const entries = [...head.matchAll(/^['"]?([^'":]+)['"]?: (major|minor|patch)$/gm)];
  const packages = entries.map(([, name = '']) => name);
  const bumps = entries.map(([, , bump]) => bump);
  if (bumps.length === 0 || summary.trim() === '')
    throw new Error(
      `.changeset/${file} names no package, or says nothing. Write it anew with npm run changeset.`,
    );
  const bump = bumps.includes('major') ? 'major' : bumps.includes('minor') ? 'minor' : 'patch';
  return { file, packages, bump, summary: summary.trim() };
}
