import type { Setup } from './setup.ts';

interface AngularVersions {
  readonly framework: string;
  readonly build: string;
  readonly typescript: string;
  readonly zone: string;
}

/** Versions that go together: a range would take the newest of each package, which may differ by a patch. */
function dependenciesOf({ framework, build, typescript, zone }: AngularVersions): Setup['dependencies'] {
  return {
    '@angular/build': build,
    '@angular/cli': build,
    '@angular/common': framework,
    '@angular/compiler': framework,
    '@angular/compiler-cli': framework,
    '@angular/core': framework,
    '@angular/platform-browser': framework,
    '@angular/router': framework,
    rxjs: '~7.8.2',
    tslib: '^2.8.1',
    typescript,
    'zone.js': zone,
  };
}

const angular = {
  fixture: 'angular',
  command: ['@angular/cli/bin/ng.js', 'serve'],
  path: '/kinds',
  build: ['@angular/cli/bin/ng.js', 'build'],
  built: ['dist'],
  // Found through links by their own paths, because the app preserves them.
  links: {
    '@annotate-mcp/angular': 'packages/angular',
    '@annotate-mcp/core': 'packages/core',
    'approx-string-match': 'node_modules/approx-string-match',
    diff: 'node_modules/diff',
  },
} as const satisfies Partial<Setup>;

export const angularSetups: readonly Setup[] = [
  {
    ...angular,
    name: 'Angular 22',
    dependencies: dependenciesOf({
      framework: '22.2.5',
      build: '22.2.6',
      typescript: '~6.0.3',
      zone: '~0.16.3',
    }),
  },
  {
    ...angular,
    name: 'Angular 21',
    dependencies: dependenciesOf({
      framework: '21.2.24',
      build: '21.2.24',
      typescript: '~5.9.2',
      zone: '~0.15.0',
    }),
  },
  {
    ...angular,
    name: 'Angular 20',
    dependencies: dependenciesOf({
      framework: '20.3.35',
      build: '20.3.41',
      typescript: '~5.9.2',
      zone: '~0.15.0',
    }),
  },
];
