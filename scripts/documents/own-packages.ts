/** The packages that this repository publishes, and its scripts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { repositoryFolder } from './document.ts';

const manifestFormat = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  scripts: z.record(z.string(), z.string()).default({}),
});

function readManifest(file: string) {
  return manifestFormat.parse(JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8')));
}

const published = new Set(
  globSync('packages/*/package.json', { cwd: repositoryFolder })
    .map(readManifest)
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name),
);

const { scripts } = readManifest('package.json');

export function isOwnPackage(name: string): boolean {
  return published.has(name);
}

/** Whether `npm run name` works at the root of the repository. */
export function hasScript(name: string): boolean {
  return name in scripts;
}
