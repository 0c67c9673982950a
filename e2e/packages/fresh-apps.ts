/** The apps of the first minute: each as its framework's own generator makes it, and what a person does in it. */
import { astroFiles, nextFiles, nuxtFiles, tanstackStartFiles, vitePressFiles } from './fresh-app-files.ts';
import { type FreshApp, init, npmBuild, npmDev } from './fresh-app.ts';
import type { Command } from './measured-process.ts';
import { proxiedApps } from './proxied-apps.ts';

function createVite(folder: string, template: string): Command {
  return ['npm', 'create', '--yes', 'vite@9.3.0', folder, '--', '--template', template, '--no-interactive'];
}

/** Newer versions have no binaries for every system. */
const overrides = { rolldown: '1.2.15' };

/** The templates of create-vite show the same page. */
function viteApp(name: string, title: string, template: string, source: FreshApp['source']): FreshApp {
  return {
    name,
    title,
    create: [createVite(name, template)],
    overrides,
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['dist'],
    target: 'Documentation',
    near: 'Your questions, answered',
    source,
    hasPictures: true,
  };
}

const angularPackages = ['common', 'compiler', 'compiler-cli', 'core', 'forms', 'platform-browser', 'router'];

/** The templates of all versions of Angular show the same page. */
function angularApp(name: string, title: string, version: string, cli: string): FreshApp {
  return {
    name,
    title,
    create: [
      ['npx', '--yes', `@angular/cli@${cli}`, 'new', name, '--defaults', '--skip-install', '--skip-git'],
    ],
    versions: {
      ...Object.fromEntries(angularPackages.map((each) => [`@angular/${each}`, version])),
      '@angular/build': cli,
      '@angular/cli': cli,
    },
    init: ['npx', 'ng', 'add', '@annotate-mcp/angular', '--skip-confirmation', '--defaults'],
    dev: ['npm', 'start', '--', '--port', '{port}'],
    build: npmBuild,
    output: ['dist'],
    target: `Hello, ${name}`,
    near: 'Congratulations! Your app is running.',
    source: {
      file: 'src/app/app.html',
      text: '<h1>Hello, {{ title() }}</h1>',
      words: 'Hello, {{ title() }}',
    },
    hasPictures: false,
  };
}

export const freshApps: readonly FreshApp[] = [
  viteApp('react', 'Vite, React', 'react-ts', {
    file: 'src/App.tsx',
    text: '<h2>Documentation</h2>',
    words: 'Documentation',
  }),
  viteApp('vue', 'Vite, Vue', 'vue-ts', {
    file: 'src/components/HelloWorld.vue',
    text: '<h2>Documentation</h2>',
    words: 'Documentation',
  }),
  viteApp('svelte', 'Vite, Svelte', 'svelte-ts', {
    file: 'src/App.svelte',
    text: '<h2>Documentation</h2>',
    words: 'Documentation',
  }),
  viteApp('plain', 'Vite, no framework', 'vanilla-ts', null),
  {
    ...angularApp('angular', 'Angular', '22.2.4', '22.2.6'),
    // `ng add` formats what it changes with the app's own Prettier, which `ng new` has not done.
    beforeCommit: ['npx', 'prettier', '--write', 'angular.json', 'src/app/app.config.ts'],
    hasPictures: true,
  },
  angularApp('angular-20', 'Angular 20', '20.3.35', '20.3.41'),
  astroApp('astro', 'Astro'),
  {
    ...astroApp('astro-add', 'Astro, with its own command'),
    // `astro add` leaves no newline at the end of what it writes, which is not ours to take back.
    files: { ...astroFiles(), 'astro.config.mjs': astroFiles()['astro.config.mjs']?.trimEnd() ?? '' },
    add: ['npx', 'astro', 'add', '@annotate-mcp/astro', '--yes'],
    hasPictures: false,
  },
  {
    name: 'next',
    title: 'Next.js',
    create: [
      [
        'npx',
        '--yes',
        'create-next-app@16.4.3',
        'next',
        '--yes',
        '--ts',
        '--app',
        '--no-eslint',
        '--no-tailwind',
        '--no-src-dir',
        '--skip-install',
        '--disable-git',
      ],
    ],
    files: nextFiles(),
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['.next/server', '.next/static'],
    target: 'To get started, edit the',
    near: 'Looking for a starting point or more instructions?',
    source: { file: 'app/page.tsx', text: '<h1>', words: 'To get started, edit the' },
    hasPictures: false,
  },
  {
    name: 'nuxt',
    title: 'Nuxt',
    // nuxi downloads its templates from GitHub: this is the one of version 4, with a page in place of the welcome.
    create: [],
    files: nuxtFiles(),
    overrides: { ...overrides, 'oxc-parser': '0.154.0' },
    // npm's first lockfile of it has two packages that nothing depends on; every later command takes them out.
    beforeCommit: ['npm', 'prune'],
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['.output'],
    target: 'Welcome to Nuxt',
    near: 'Edit this page to get started.',
    source: { file: 'app/app.vue', text: '<h1>Welcome to Nuxt</h1>', words: 'Welcome to Nuxt' },
    hasPictures: false,
  },
  {
    name: 'sveltekit',
    title: 'SvelteKit',
    create: [
      [
        'npx',
        '--yes',
        'sv@0.17.1',
        'create',
        'sveltekit',
        '--template',
        'minimal',
        '--types',
        'ts',
        '--no-add-ons',
        '--no-install',
      ],
    ],
    overrides,
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['.svelte-kit/output'],
    target: 'Welcome to SvelteKit',
    near: 'to read the documentation',
    source: {
      file: 'src/routes/+page.svelte',
      text: '<h1>Welcome to SvelteKit</h1>',
      words: 'Welcome to SvelteKit',
    },
    hasPictures: false,
  },
  {
    name: 'vitepress',
    title: 'VitePress',
    create: [],
    files: vitePressFiles(),
    init,
    dev: ['npm', 'run', 'docs:dev', '--', '--port', '{port}'],
    build: ['npm', 'run', 'docs:build'],
    output: ['docs/.vitepress/dist'],
    target: 'Welcome to VitePress',
    near: 'Edit this page to get started.',
    source: {
      file: 'docs/Welcome.vue',
      text: '<h1>Welcome to VitePress</h1>',
      words: 'Welcome to VitePress',
    },
    hasPictures: false,
  },
  {
    name: 'tanstack-start',
    title: 'TanStack Start',
    create: [],
    files: tanstackStartFiles(),
    overrides,
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['dist'],
    target: 'Welcome to TanStack',
    near: 'Edit this page to get started.',
    source: {
      file: 'src/routes/index.tsx',
      text: '<h1>Welcome to TanStack</h1>',
      words: 'Welcome to TanStack',
    },
    hasPictures: false,
  },
  ...proxiedApps,
  {
    name: 'monorepo',
    title: 'a pnpm workspace with two apps',
    create: [createVite('apps/web', 'react-ts'), createVite('apps/admin', 'vue-ts')],
    files: {
      'package.json': '{ "name": "monorepo", "private": true }\n',
      // pnpm would list packages that are younger than a day as exceptions.
      'pnpm-workspace.yaml': `packages:\n  - apps/*\nminimumReleaseAge: 0\noverrides:\n  rolldown: ${overrides.rolldown}\n`,
      '.gitignore': 'node_modules\n',
    },
    manager: 'pnpm',
    app: 'apps/web',
    init,
    dev: ['pnpm', 'run', 'dev', '--port', '{port}'],
    build: ['pnpm', 'run', 'build'],
    output: ['dist'],
    target: 'Documentation',
    near: 'Your questions, answered',
    source: { file: 'apps/web/src/App.tsx', text: '<h2>Documentation</h2>', words: 'Documentation' },
    hasPictures: false,
  },
  managedApp('yarn', 'Vite, React, with Yarn 4 and its Plug’n’Play'),
  managedApp('bun', 'Vite, React, with Bun'),
];

function astroApp(name: string, title: string): FreshApp {
  return {
    name,
    title,
    // create-astro downloads its templates from GitHub: this is the one that it calls minimal, with a paragraph more.
    create: [],
    files: astroFiles(),
    overrides: { ...overrides, '@astrojs/compiler-rs': '0.4.1' },
    init,
    dev: npmDev,
    build: npmBuild,
    output: ['dist'],
    target: 'Welcome to Astro',
    near: 'Edit this page to get started.',
    source: { file: 'src/pages/index.astro', text: '<h1>Welcome to Astro</h1>', words: 'Welcome to Astro' },
    hasPictures: true,
  };
}

/** The app of React, in which another package manager installs and runs everything. */
function managedApp(manager: 'yarn' | 'bun', title: string): FreshApp {
  return {
    name: manager,
    title,
    create: [createVite(manager, 'react-ts')],
    // As `yarn init` writes it: the state of Yarn's last install is in no repository.
    ...(manager === 'yarn' && { files: { '.gitignore': 'node_modules\ndist\n.yarn\n' } }),
    versions: { oxlint: '1.89.0' },
    overrides,
    manager,
    init,
    dev: [manager, 'run', 'dev', '--port', '{port}'],
    // Not the script: TypeScript 7, which it runs first, finds no types with Plug’n’Play.
    build: manager === 'yarn' ? ['yarn', 'vite', 'build'] : [manager, 'run', 'build'],
    output: ['dist'],
    target: 'Documentation',
    near: 'Your questions, answered',
    source: { file: 'src/App.tsx', text: '<h2>Documentation</h2>', words: 'Documentation' },
    hasPictures: false,
  };
}

/** The same app by another name. `replaced` are arguments of its generator. */
export function variant(
  of: string,
  name: string,
  title: string,
  replaced: Readonly<Record<string, string>> = {},
): FreshApp {
  const app = freshApps.find((each) => each.name === of);
  if (app === undefined) throw new Error(`There is no fresh app ${of}.`);
  const change = (argument: string) => (argument === of ? name : (replaced[argument] ?? argument));
  const create = app.create.map(([program, ...args]): Command => [program, ...args.map(change)]);
  return { ...app, name, title, create };
}
