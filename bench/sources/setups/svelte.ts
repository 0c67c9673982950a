import { type Setup, vite, viteApp } from './setup.ts';

const svelteKit = { ...viteApp, fixture: 'sveltekit', path: '/kinds', built: ['.svelte-kit/output'] };

export const svelteSetups: readonly Setup[] = [
  {
    ...viteApp,
    name: 'Svelte',
    fixture: 'svelte',
    dependencies: { ...vite, '@sveltejs/vite-plugin-svelte': '^7.0.0', svelte: '^5.0.0' },
    path: '/',
  },
  {
    ...svelteKit,
    name: 'SvelteKit 2',
    dependencies: {
      ...vite,
      '@sveltejs/kit': '^2.0.0',
      '@sveltejs/vite-plugin-svelte': '^7.0.0',
      svelte: '^5.0.0',
    },
  },
  {
    ...svelteKit,
    name: 'SvelteKit 3',
    dependencies: {
      ...vite,
      '@sveltejs/kit': '^3.0.0',
      '@sveltejs/vite-plugin-svelte': '^7.0.0',
      svelte: '^5.57.1',
      typescript: '^6.0.0',
    },
  },
];
