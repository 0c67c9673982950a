import { type Setup, vite, viteApp } from './setup.ts';

const setupOf = (name: string, version: string): Setup => ({
  ...viteApp,
  name,
  fixture: 'preact',
  dependencies: {
    ...vite,
    '@preact/preset-vite': '^2.10.0',
    '@preact/signals': '^2.0.0',
    preact: version,
    'preact-iso': '^2.11.0',
    'preact-render-to-string': '^6.0.0',
  },
  path: '/',
});

export const preactSetups: readonly Setup[] = [
  setupOf('Preact 11', '^11.0.0'),
  setupOf('Preact 10', '^10.0.0'),
];
