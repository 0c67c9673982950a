/** The versions of the frameworks that our packages work with, and which of them an app has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type App, usesAstro, usesVite } from './apps.ts';
import { manifestOf } from './manifest.ts';

interface Range {
  package: string;
  name: string;
  oldest: number;
  /** The newest major version that is known to work; `null` where later ones are expected to. */
  newest: number | null;
}

const angular: Range = { package: '@angular/core', name: 'Angular', oldest: 21, newest: 22 };
const astro: Range = { package: 'astro', name: 'Astro', oldest: 6, newest: null };
const vite: Range = { package: 'vite', name: 'Vite', oldest: 6, newest: null };

/** What is wrong with the version, and what to do; `null` when it is supported or unknown. */
export function findUnsupported(app: App, root: string): { what: string; fix: string } | null {
  const range = rangeFor(app);
  if (range === null) return null;
  const version =
    installedVersion(app.folder, range.package, root) ?? app.manifest.versions.get(range.package);
  const [, major] = /^[\s^~>=v]*(\d+)/.exec(version ?? '') ?? [];
  if (version === undefined || major === undefined) return null;
  const isOld = Number(major) < range.oldest;
  if (!isOld && (range.newest === null || Number(major) <= range.newest)) return null;
  return {
    what: `${app.folder} has ${range.name} ${version}, and annotate-mcp needs ${describeRange(range)}.`,
    fix: isOld
      ? `Update ${range.name} first, then run init again.`
      : 'Look for a newer annotate-mcp: npx annotate-mcp@latest init.',
  };
}

function rangeFor(app: App): Range | null {
  if (app.framework === 'Angular') return angular;
  if (usesAstro(app)) return astro;
  return usesVite(app) ? vite : null;
}

function describeRange({ name, oldest, newest }: Range): string {
  return newest === null ? `${name} ${oldest} or newer` : `${name} ${oldest} to ${newest}`;
}

/** As Node looks for it, up to the root of the project. */
function installedVersion(folder: string, name: string, root: string): string | null {
  const installed = join(folder, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return manifestOf(installed)?.version ?? null;
  return folder === root || dirname(folder) === folder ? null : installedVersion(dirname(folder), name, root);
}
