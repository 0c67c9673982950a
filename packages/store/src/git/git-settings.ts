/** What git's settings say, as data: git lists them and obeys none. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { runGit } from './git.ts';
import type { RepositoryPlace } from './repository-place.ts';

interface Setting {
  /** As git writes it: in lower case, but for the part in the middle. */
  readonly name: string;
  readonly value: string;
  /** Whether it is of the person or of the machine, and did not come with the repository. */
  readonly isOfPerson: boolean;
}

export class GitSettings {
  readonly #all: readonly Setting[];

  constructor(all: readonly Setting[]) {
    this.#all = all;
  }

  /** The one that counts. */
  get(name: string): string | null {
    return this.#all.findLast((each) => each.name === name)?.value ?? null;
  }

  /** The one that counts without those of the repository. */
  getOfPerson(name: string): string | null {
    return this.#all.findLast((each) => each.name === name && each.isOfPerson)?.value ?? null;
  }

  /** In git's order, with what stands in the places of the pattern's groups. */
  matching(pattern: RegExp): { parts: readonly string[]; value: string }[] {
    return this.#all.flatMap(({ name, value }) => {
      const found = pattern.exec(name);
      return found === null ? [] : [{ parts: found.slice(1), value }];
    });
  }

  /** Values of the person, in git's order. */
  allOfPerson(name: string): string[] {
    return this.#all.filter((each) => each.name === name && each.isOfPerson).map(({ value }) => value);
  }
}

/** Of a repository, with those of the person; of the person alone without one. Throws when there is no git. */
export async function readSettings(root: string, place: RepositoryPlace | null): Promise<GitSettings> {
  const listed = await runGit(
    // In the project's folder, git would look for a repository itself.
    { root, cwd: place?.top ?? tmpdir() },
    ['config', '--list', '--null', '--show-scope'],
    {
      // Below a file there is nothing.
      env: { GIT_DIR: place?.gitDir ?? join(process.execPath, 'none') },
      isWithSettings: true,
      mostMs: 10_000,
      mostBytes: 10_000_000,
    },
  );
  if (listed.code !== 0) throw unreadableError(place?.top ?? root, listed.stderr);
  const fields = listed.stdout.split('\0');
  const all: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name = '', ...lines] = (fields[at + 1] ?? '').split('\n');
    // A name without a value is a switch that is on.
    const value = lines.length === 0 ? 'true' : lines.join('\n');
    all.push({ name, value, isOfPerson: fields[at] === 'global' || fields[at] === 'system' });
  }
  return new GitSettings(all);
}

function unreadableError(folder: string, stderr: string): AnnotateError {
  return new AnnotateError(
    'work/git',
    `The settings of git could not be read in ${folder}: ${stderr.trim()}`,
    {
      hint: 'Run git config --list there, and repair what it reports.',
    },
  );
}
