/** The apps that are asked for their lines: files of a fixture, dependencies as in the framework's own template. */

export interface Setup {
  readonly name: string;
  /** Its folder in `fixtures/`. */
  readonly fixture: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** The program of the dev server in `node_modules` and its arguments, without the port. */
  readonly command: readonly [program: string, ...args: string[]];
  /** The page with all kinds of elements. */
  readonly path: string;
}

const vite = { vite: '8.3.5' };
const react = { react: '^19.0.0', 'react-dom': '^19.0.0' };
const reactRouter = { ...react, 'react-router': '^7.0.0' };
const next = {
  ...react,
  next: '16.4.3',
  typescript: '^5.9.0',
  '@types/node': '^24.0.0',
  '@types/react': '^19.0.0',
};
const nextDev = ['next/dist/bin/next', 'dev'] as const;
const viteDev = ['vite/bin/vite.js', 'dev', '--strictPort'] as const;
const astroDev = ['astro/bin/astro.mjs', 'dev'] as const;

export const setups: readonly Setup[] = [
  {
    name: 'React, React Router',
    fixture: 'react',
    dependencies: { ...vite, ...reactRouter, '@vitejs/plugin-react': '^6.0.0' },
    command: viteDev,
    path: '/',
  },
  {
    name: 'React, Vite 5',
    fixture: 'react',
    dependencies: { ...reactRouter, vite: '^5.4.0', '@vitejs/plugin-react': '^4.0.0' },
    command: viteDev,
    path: '/',
  },
  {
    name: 'React, Rsbuild',
    fixture: 'react',
    dependencies: { ...reactRouter, '@rsbuild/core': '2.2.14', '@rsbuild/plugin-react': '2.1.1' },
    command: ['@rsbuild/core/bin/rsbuild.js', 'dev'],
    path: '/',
  },
  { name: 'Next 16, Turbopack', fixture: 'next', dependencies: next, command: nextDev, path: '/kinds' },
  {
    name: 'Next 16, webpack',
    fixture: 'next',
    dependencies: next,
    command: [...nextDev, '--webpack'],
    path: '/kinds',
  },
  {
    name: 'Solid',
    fixture: 'solid',
    dependencies: { ...vite, 'solid-js': '^1.9.0', 'vite-plugin-solid': '^2.11.0' },
    command: viteDev,
    path: '/',
  },
  {
    name: 'Vue, Vue Router',
    fixture: 'vue',
    dependencies: { ...vite, '@vitejs/plugin-vue': '^6.0.0', vue: '^3.5.0', 'vue-router': '^5.0.0' },
    command: viteDev,
    path: '/kinds',
  },
  {
    name: 'Nuxt 4',
    fixture: 'nuxt',
    dependencies: { ...vite, nuxt: '^4.0.0', vue: '^3.5.0', 'vue-router': '^5.0.0' },
    command: ['nuxt/bin/nuxt.mjs', 'dev', '--no-fork'],
    path: '/kinds',
  },
  {
    name: 'SvelteKit 2',
    fixture: 'sveltekit',
    dependencies: {
      ...vite,
      '@sveltejs/kit': '^2.0.0',
      '@sveltejs/vite-plugin-svelte': '^7.0.0',
      svelte: '^5.0.0',
    },
    command: viteDev,
    path: '/kinds',
  },
  {
    name: 'Astro 7',
    fixture: 'astro',
    dependencies: { ...vite, astro: '7.3.4' },
    command: astroDev,
    path: '/kinds',
  },
  { name: 'Astro 6', fixture: 'astro', dependencies: { astro: '^6.0.0' }, command: astroDev, path: '/kinds' },
  {
    name: 'Astro 5',
    fixture: 'astro',
    dependencies: { astro: '^5.0.0' },
    command: ['astro/astro.js', 'dev'],
    path: '/kinds',
  },
];
