/** Compares production builds, of which many contain ids and times that change with every build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { filesWithOurs } from '../packages/files-with-ours.ts';
import { run } from '../packages/measured-process.ts';
import type { Command, Place } from '../packages/measured-process.ts';

/** What frameworks write; caches are none of it. */
const outputs = ['dist', 'build', 'out', '.next/server', '.next/static', '.output', '.svelte-kit/output'];

/** The hash of each file, by its path in the app. */
export type Build = ReadonlyMap<string, string>;

/** Builds again from nothing. */
export async function makeBuild(command: Command, place: Place): Promise<Build> {
  for (const output of [...outputs, '.next', '.svelte-kit', '.nuxt'])
    rmSync(join(place.cwd, output), { recursive: true, force: true });
  await run(command, place);
  const files = foldersIn(place).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return new Map(files.map((file) => [relative(place.cwd, file), hashOf(file)]));
}

/** The files of the last build that have anything of ours in them, and had not before. */
export function findOurs({ cwd }: Place): readonly string[] {
  return foldersIn({ cwd }).flatMap((folder) => filesWithOurs(folder).map((file) => relative(cwd, file)));
}

/** The files that two builds without us have in common, and this one has not, or has otherwise. */
export function findChanged(one: Build, other: Build, now: Build): readonly string[] {
  const stable = [...one].filter(([file, hash]) => other.get(file) === hash);
  if (stable.length === 0) throw new Error('No two builds of this app have a file in common.');
  return stable.filter(([file, hash]) => now.get(file) !== hash).map(([file]) => file);
}

function foldersIn({ cwd }: Pick<Place, 'cwd'>): readonly string[] {
  return outputs.map((output) => join(cwd, output)).filter((folder) => existsSync(folder));
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
