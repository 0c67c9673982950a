/** What has to be there already: an Angular that the package supports, and a Node that can run the server. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SchematicsException } from '@angular-devkit/schematics';
import type { JSONFile } from '@schematics/angular/utility/json-file';

import { specifierOf } from './dependencies.ts';
import type { Places } from './places.ts';

const oldestAngular = 21;

/** What is installed decides; before the first install it is what package.json asks for. */
export function refuseOldAngular(manifest: JSONFile, { workspace, gitRoot }: Places): void {
  const found = installedAngular(workspace, gitRoot) ?? specifierOf(manifest, '@angular/core');
  const major = Number(/^[\s^~>=v]*(\d+)/.exec(found ?? '')?.[1] ?? oldestAngular);
  if (major >= oldestAngular) return;
  throw new SchematicsException(
    `@annotate-mcp/angular needs Angular ${oldestAngular} or newer, and this workspace has ${found ?? ''}; nothing was changed. Run "ng update @angular/core @angular/cli" first.`,
  );
}

/** Not beyond the repository: what lies there is not installed in this workspace. */
function installedAngular(folder: string, gitRoot: string): string | null {
  const file = join(folder, 'node_modules/@angular/core/package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return folder === gitRoot ? null : installedAngular(dirname(folder), gitRoot);
}

const oldestNode = { major: 22, minor: 13 };

/** The error for a Node without `node:sqlite`; `null` when this version is supported. */
export function oldNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return null;
  return `This is Node ${version}, and annotate-mcp needs ${oldestNode.major}.${oldestNode.minor} or newer: until you install one, "ng serve" serves the app without it and your agent cannot start the server.`;
}
