/** Checks the versions of Angular and Node. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SchematicsException } from '@angular-devkit/schematics';
import type { JSONFile } from '@schematics/angular/utility/json-file';

import { majorOf } from '@annotate-mcp/core/version';
import { describeOldNode } from '@annotate-mcp/hub/integration';

import { specifierOf } from './dependencies.ts';
import type { WorkspaceFolders } from './folders.ts';

const oldestAngular = 20;

/** Checks the installed version or, before the first install, the one in package.json. */
export function requireSupportedAngular(
  manifest: JSONFile,
  { workspace, projectRoot }: WorkspaceFolders,
): void {
  const found = installedAngular(workspace, projectRoot) ?? specifierOf(manifest, '@angular/core');
  if ((majorOf(found ?? '') ?? oldestAngular) >= oldestAngular) return;
  throw new SchematicsException(
    `@annotate-mcp/angular needs Angular ${oldestAngular} or newer, and this workspace has ${found ?? ''}; nothing was changed. Run "ng update @angular/core @angular/cli" first.`,
  );
}

/** Searches up to the project root; packages above it do not belong to this workspace. */
function installedAngular(folder: string, projectRoot: string): string | null {
  const file = join(folder, 'node_modules/@angular/core/package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return folder === projectRoot ? null : installedAngular(dirname(folder), projectRoot);
}

/** A warning for Node versions without `node:sqlite`; `null` for newer ones. */
export function warnOfOldNode(version: string): string | null {
  const old = describeOldNode(version);
  if (old === null) return null;
  return `${old} Until you install a newer one, "ng serve" serves the app without annotate-mcp, and your agent cannot start the MCP server.`;
}
