import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A repository with an Angular workspace of two apps in its folder `web`. */
export interface Workspace {
  /** The git root. */
  readonly root: string;
  /** The folder of angular.json. */
  readonly web: string;
  /** The path is relative to `web`. */
  readonly write: (path: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** What lies in `.annotate` of the repository. */
const kept = 'a comment of the person';

/** Created below this repository, so that Node finds Angular in its node_modules. */
export async function createWorkspace(proxied: string): Promise<Workspace> {
  const parent = resolve(import.meta.dirname, '../../../../.dev');
  await mkdir(parent, { recursive: true });
  const root = await mkdtemp(join(parent, 'angular-builder-'));
  const web = join(root, 'web');
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(web, path)), { recursive: true });
    await writeFile(join(web, path), text);
  };
  await mkdir(join(root, '.git'));
  for (const [path, text] of Object.entries(files(proxied))) await write(path, text);
  // As a repository may have them, to read what is kept there.
  await symlink('../../.annotate/kept.txt', join(web, 'public/file.txt'));
  await symlink('../../.annotate/kept', join(web, 'public/folder'));
  await mkdir(join(root, '.annotate/kept'), { recursive: true });
  for (const name of ['kept.txt', 'kept/inside.txt']) await writeFile(join(root, '.annotate', name), kept);
  return { root, web, write, remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }) };
}

function files(proxied: string): Record<string, string> {
  return {
    'package.json': json({ name: 'web', private: true, imports: { '#condition': conditions } }),
    ...Object.fromEntries(
      Object.entries(conditions).map(([name, path]) => [path, `export const condition = 'on ${name}';\n`]),
    ),
    'tsconfig.json': json({
      compilerOptions: {
        strict: true,
        target: 'ES2022',
        module: 'preserve',
        importHelpers: true,
        skipLibCheck: true,
        types: [],
      },
    }),
    'tsconfig.app.json': json({ extends: './tsconfig.json', files: ['src/main.ts'] }),
    // Has no list of files and is not at the root of the workspace.
    'projects/shop/tsconfig.app.json': json({ extends: '../../tsconfig.json', exclude: ['**/*.spec.ts'] }),
    'projects/shop/proxy.conf.json': json({ '/shop/api': { target: proxied, ws: true } }),
    'angular.json': json({
      version: 1,
      cli: { analytics: false },
      projects: {
        app: project('', { assets: [{ glob: '**/*', input: 'public', followSymlinks: true }] }, {}),
        shop: project(
          'projects/shop/',
          { baseHref: '/shop/' },
          { servePath: '/shop', ssl: true, proxyConfig: 'projects/shop/proxy.conf.json' },
        ),
      },
    }),
    'public/robots.txt': 'all',
    ...app('src/', 'App', './app.html'),
    'src/app/app.html': '<main>\n  <h1>Desk</h1>\n</main>\n',
    ...app('projects/shop/src/', 'Shop', null),
  };
}

/** Apps say which of these conditions they were built with. */
const conditions = {
  production: './conditions/production.ts',
  development: './conditions/development.ts',
  default: './conditions/default.ts',
};

function project(root: string, build: object, serve: object): object {
  const source = `${root}src/`;
  return {
    projectType: 'application',
    root,
    sourceRoot: source,
    architect: {
      build: {
        builder: '@angular/build:application',
        options: {
          browser: `${source}main.ts`,
          index: `${source}index.html`,
          tsConfig: `${root}tsconfig.app.json`,
          ...build,
        },
        configurations: { production: {}, development: { optimization: false } },
      },
      serve: {
        builder: '@annotate-mcp/angular:dev-server',
        options: { buildTarget: ':build:development', ...serve },
        configurations: { production: { buildTarget: ':build:production' } },
      },
    },
  };
}

function app(source: string, name: string, templateUrl: string | null): Record<string, string> {
  const template = templateUrl === null ? "template: '<b>Shop</b>'" : `templateUrl: '${templateUrl}'`;
  return {
    [`${source}index.html`]:
      '<!doctype html><html><head><base href="/"></head><body><app-root></app-root></body></html>',
    [`${source}main.ts`]: [
      "import { bootstrapApplication } from '@angular/platform-browser';",
      "import { condition } from '#condition';",
      `import { ${name} } from './app/app';`,
      'document.title = condition;',
      `void bootstrapApplication(${name});`,
    ].join('\n'),
    [`${source}app/app.ts`]: component(name, template),
  };
}

export function component(name: string, template: string): string {
  return [
    "import { Component } from '@angular/core';",
    `@Component({ selector: 'app-root', ${template} })`,
    `export class ${name} {}`,
    '',
  ].join('\n');
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
