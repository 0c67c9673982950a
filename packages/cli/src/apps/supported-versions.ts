/** The versions of the frameworks that our packages work with, and which of them an app has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isOlderVersion, majorOf } from '@annotate-mcp/core/version';

import type { App } from './apps.ts';
import type { VersionRange } from './frameworks.ts';
import { manifestOf } from './manifest.ts';

/** What is wrong with the version, and what to do; `null` when it is supported or unknown. */
export function findUnsupported(app: App, root: string): { what: string; fix: string } | null {
  const range = app.framework.versions;
  const version = versionOf(app, root);
  const major = majorOf(version ?? '');
  if (range === undefined || version === null || major === null) return null;
  const isOld = isOlderVersion(version, range.oldest);
  if (!isOld && (range.newest === null || major <= range.newest)) return null;
  return {
    what: `${app.folder} has ${range.name} ${version}, and annotate-mcp needs ${describeRange(range)}.`,
    fix: isOld
      ? `Update ${range.name} first, then run init again. Until then, npx annotate-mcp dev shows the app of any dev server, without lines.`
      : 'Look for a newer annotate-mcp: npx annotate-mcp@latest init.',
  };
}

/** The installed version of the framework, else what package.json asks for; `null` when neither is known. */
export function versionOf({ framework, folder, manifest }: App, root: string): string | null {
  const name = framework.versions?.package;
  if (name === undefined) return null;
  return installedVersion(folder, name, root) ?? manifest.versions.get(name) ?? null;
}

function describeRange({ name, oldest, newest }: VersionRange): string {
  return newest === null ? `${name} ${oldest} or newer` : `${name} ${oldest} to ${newest}`;
}

/** As Node looks for it, up to the root of the project. */
function installedVersion(folder: string, name: string, root: string): string | null {
  const installed = join(folder, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return manifestOf(installed)?.version ?? null;
  return folder === root || dirname(folder) === folder ? null : installedVersion(dirname(folder), name, root);
}
