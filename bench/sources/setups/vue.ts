import { type Setup, vite, viteApp } from './setup.ts';

const vue = { ...vite, vue: '^3.5.0', 'vue-router': '^5.0.0' };

const nuxt = {
  fixture: 'nuxt',
  command: ['nuxt/bin/nuxt.mjs', 'dev', '--no-fork'],
  ready: /Nitro server built/,
  path: '/kinds',
  build: ['nuxt/bin/nuxt.mjs', 'build'],
  built: ['.output'],
} as const satisfies Partial<Setup>;

export const vueSetups: readonly Setup[] = [
  {
    ...viteApp,
    name: 'Vue, Vue Router',
    fixture: 'vue',
    dependencies: { ...vue, '@vitejs/plugin-vue': '^6.0.0' },
    path: '/kinds',
  },
  { ...nuxt, name: 'Nuxt 4', dependencies: { ...vue, nuxt: '^4.0.0' } },
  { ...nuxt, name: 'Nuxt 3', dependencies: { nuxt: '^3.20.0', vue: '^3.5.0' } },
];
