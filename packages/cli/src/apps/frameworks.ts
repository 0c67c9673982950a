/** What an app is built with, by its dependencies, and the versions that our packages work with. */
export type AppKind =
  | 'angular'
  | 'astro'
  | 'farm'
  | 'hub'
  | 'next'
  | 'nuxt'
  | 'rsbuild'
  | 'rspack'
  | 'server'
  | 'solid-start'
  | 'vite'
  | 'vitepress'
  | 'webpack';

export interface Framework {
  /** Its name for people. */
  readonly name: string;
  readonly kind: AppKind;
  /** All of these are in package.json. */
  readonly needs: readonly string[];
  readonly versions?: VersionRange;
  /** Vite serves the pages itself, so it has to find one. */
  readonly needsPage?: boolean;
  /** Names of the script that starts its dev server, the usual one first. `dev` where they are not named. */
  readonly scripts?: readonly string[];
}

export interface VersionRange {
  readonly package: string;
  readonly name: string;
  /** Its major version, or major and minor: `3.9`. */
  readonly oldest: string;
  /** The newest major version that is known to work; `null` where later ones are expected to. */
  readonly newest: number | null;
}

const range = (name: string, packageName: string, oldest: string, newest: number | null = null) => ({
  package: packageName,
  name,
  oldest,
  newest,
});

const vite = range('Vite', 'vite', '5');

/** The first match counts, because an Astro site has Vite as well. */
export const frameworks: readonly Framework[] = [
  {
    name: 'Angular',
    kind: 'angular',
    needs: ['@angular/core'],
    versions: range('Angular', '@angular/core', '20', 22),
    scripts: ['start'],
  },
  { name: 'Astro', kind: 'astro', needs: ['astro'], versions: range('Astro', 'astro', '5') },
  { name: 'Next.js', kind: 'next', needs: ['next'], versions: range('Next.js', 'next', '14') },
  { name: 'Nuxt', kind: 'nuxt', needs: ['nuxt'], versions: range('Nuxt', 'nuxt', '3.9') },
  {
    name: 'SvelteKit',
    kind: 'vite',
    needs: ['@sveltejs/kit'],
    versions: range('SvelteKit', '@sveltejs/kit', '2'),
  },
  {
    name: 'React Router',
    kind: 'vite',
    needs: ['@react-router/dev'],
    versions: range('React Router', '@react-router/dev', '7'),
  },
  { name: 'TanStack Start', kind: 'vite', needs: ['@tanstack/react-start'], versions: vite },
  { name: 'TanStack Start', kind: 'vite', needs: ['@tanstack/solid-start'], versions: vite },
  {
    name: 'SolidStart',
    kind: 'solid-start',
    needs: ['@solidjs/start'],
    versions: range('SolidStart', '@solidjs/start', '1'),
  },
  {
    name: 'Qwik',
    kind: 'vite',
    needs: ['@builder.io/qwik-city'],
    versions: range('Qwik', '@builder.io/qwik-city', '1'),
  },
  {
    name: 'Qwik',
    kind: 'vite',
    needs: ['@qwik.dev/router'],
    versions: range('Qwik', '@qwik.dev/router', '1'),
  },
  { name: 'Qwik', kind: 'vite', needs: ['vite', '@builder.io/qwik'], versions: vite },
  { name: 'Qwik', kind: 'vite', needs: ['vite', '@qwik.dev/core'], versions: vite },
  {
    name: 'VitePress',
    kind: 'vitepress',
    needs: ['vitepress'],
    versions: range('VitePress', 'vitepress', '1'),
    scripts: ['docs:dev', 'dev'],
  },
  { name: 'Farm', kind: 'farm', needs: ['@farmfe/core'], versions: range('Farm', '@farmfe/core', '1.7') },
  {
    name: 'Rsbuild',
    kind: 'rsbuild',
    needs: ['@rsbuild/core'],
    versions: range('Rsbuild', '@rsbuild/core', '1.7'),
  },
  {
    name: 'Rspack',
    kind: 'rspack',
    needs: ['@rspack/core', '@rspack/cli'],
    versions: range('Rspack', '@rspack/core', '1.7'),
  },
  { name: 'Vite + Preact', kind: 'vite', needs: ['vite', 'preact'], versions: vite, needsPage: true },
  { name: 'Vite + React', kind: 'vite', needs: ['vite', 'react'], versions: vite, needsPage: true },
  { name: 'Vite + Vue', kind: 'vite', needs: ['vite', 'vue'], versions: vite, needsPage: true },
  { name: 'Vite + Svelte', kind: 'vite', needs: ['vite', 'svelte'], versions: vite, needsPage: true },
  { name: 'Vite + Solid', kind: 'vite', needs: ['vite', 'solid-js'], versions: vite, needsPage: true },
  { name: 'Vite + Lit', kind: 'vite', needs: ['vite', 'lit'], versions: vite, needsPage: true },
  { name: 'Vite', kind: 'vite', needs: ['vite'], versions: vite, needsPage: true },
  {
    name: 'webpack',
    kind: 'webpack',
    needs: ['webpack-dev-server'],
    versions: range('webpack', 'webpack', '5.61'),
  },
  { name: 'Node server', kind: 'hub', needs: ['@annotate-mcp/hub'] },
];

/** All that match, the most specific first. */
export function frameworksOf(dependencies: ReadonlySet<string>): Framework[] {
  return frameworks.filter(({ needs }) => needs.every((name) => dependencies.has(name)));
}
