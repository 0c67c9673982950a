/** The apps that are tested. The versions are ones whose packages are compatible with each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AppKind } from './new-app.ts';

export interface InstalledKind extends AppKind {
  name: string;
  providedIn: string;
  template: string;
  /** Rendered on the server and hydrated. */
  isRendered?: boolean;
  /** Its compiler cannot write the positions of elements. */
  hasNoLines?: boolean;
}

const { devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { devDependencies: Record<string, string> };
const current = {
  '@angular/': devDependencies['@angular/core'] ?? '',
  '@angular/build': devDependencies['@angular/build'] ?? '',
  '@angular/cli': devDependencies['@angular/cli'] ?? '',
};

const standalone = { cli: ['ng'], providedIn: 'src/app/app.config.ts', template: 'src/app/app.html' };

/** What npm has under the tag `next`. */
const unreleased: InstalledKind = {
  ...standalone,
  name: 'an app on the unreleased Angular',
  cli: ['npx', '-y', '@angular/cli@next'],
  versions: { '@angular/': 'next' },
};

export const kinds: readonly InstalledKind[] = [
  { ...standalone, name: 'an app in a monorepo', versions: current, folder: 'apps/shop' },
  {
    ...standalone,
    name: 'an app on Angular 21',
    cli: ['npx', '-y', '@angular/cli@21.2.24'],
    versions: { '@angular/': '21.2.24' },
  },
  {
    ...standalone,
    name: 'an app on Angular 20',
    cli: ['npx', '-y', '@angular/cli@20.3.41'],
    versions: { '@angular/': '20.3.35', '@angular/build': '20.3.41', '@angular/cli': '20.3.41' },
  },
  {
    ...standalone,
    name: 'an app on the first Angular 20',
    cli: ['npx', '-y', '@angular/cli@20.0.0'],
    versions: { '@angular/': '20.0.0' },
    hasNoLines: true,
  },
  {
    ...standalone,
    name: 'an app that is rendered on the server',
    options: ['--ssr'],
    isRendered: true,
    versions: { '@angular/': '22.2.0' },
  },
  {
    ...standalone,
    name: 'an app with modules and zone.js',
    options: ['--no-standalone', '--no-zoneless'],
    versions: current,
    providedIn: 'src/app/app-module.ts',
  },
  ...(process.env.ANNOTATE_TEST_UNRELEASED === '1' ? [unreleased] : []),
];
