/** The versions of the frameworks that our packages work with, and which of them an app has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { App } from './apps.ts';
import type { VersionRange } from './frameworks.ts';
import { manifestOf } from './manifest.ts';

/** What is wrong with the version, and what to do; `null` when it is supported or unknown. */
export function findUnsupported(app: App, root: string): { what: string; fix: string } | null {
  const range = app.framework.versions;
  const version = versionOf(app, root);
  const has = numbersOf(version ?? '');
  if (range === undefined || version === null || has === null) return null;
  const isOld = isOlder(has, numbersOf(range.oldest));
  if (!isOld && (range.newest === null || has.major <= range.newest)) return null;
  return {
    what: `${app.folder} has ${range.name} ${version}, and annotate-mcp needs ${describeRange(range)}.`,
    fix: isOld
      ? `Update ${range.name} first, then run init again. Until then, npx annotate-mcp dev shows the app of any dev server, without lines.`
      : 'Look for a newer annotate-mcp: npx annotate-mcp@latest init.',
  };
}

interface VersionNumbers {
  readonly major: number;
  /** `null` where only the major version is known. */
  readonly minor: number | null;
}

/** Of a version or of the lower end of a range; `null` for a tag such as `latest`. */
function numbersOf(version: string): VersionNumbers | null {
  const [, major, minor] = /^[\s^~>=v]*(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return null;
  // `^1.6.0` allows every later minor version.
  const isOpen = /^\s*[\^>]/.test(version);
  return { major: Number(major), minor: minor === undefined || isOpen ? null : Number(minor) };
}

/** With only the major version known, what is installed may be newer. */
function isOlder(has: VersionNumbers, oldest: VersionNumbers | null): boolean {
  if (oldest === null || has.major !== oldest.major) return oldest !== null && has.major < oldest.major;
  return has.minor !== null && oldest.minor !== null && has.minor < oldest.minor;
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
