/** The apps that are set up. Versions that are written here are those whose packages all go together. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Kind } from './new-app.ts';

export interface InstalledKind extends Kind {
  name: string;
  providedIn: string;
  template: string;
  /** What the annotation of its heading has to say; Angular 21 tells no lines of templates. */
  hasTemplateLines?: boolean;
  /** Its HTML comes from the server, and Angular takes it over. */
  isRendered?: boolean;
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

export const kinds: readonly InstalledKind[] = [
  { ...standalone, name: 'an app in a monorepo', versions: current, folder: 'apps/shop' },
  {
    ...standalone,
    name: 'an app on Angular 21',
    cli: ['npx', '-y', '@angular/cli@21.2.24'],
    versions: { '@angular/': '21.2.24' },
    hasTemplateLines: false,
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
];
