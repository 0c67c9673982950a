import { type Setup, vite, viteApp } from './setup.ts';

export const solidSetups: readonly Setup[] = [
  {
    ...viteApp,
    name: 'Solid',
    fixture: 'solid',
    dependencies: { ...vite, 'solid-js': '^1.9.0', 'vite-plugin-solid': '^2.11.0' },
    path: '/',
  },
  {
    name: 'SolidStart 1',
    fixture: 'solid-start-1',
    dependencies: {
      '@solidjs/start': '^1.3.2',
      '@solidjs/router': '^0.15.4',
      'solid-js': '^1.9.15',
      vinxi: '^0.5.7',
    },
    command: ['vinxi/bin/cli.mjs', 'dev'],
    path: '/kinds',
    build: ['vinxi/bin/cli.mjs', 'build'],
    built: ['.output'],
  },
  {
    ...viteApp,
    name: 'SolidStart 2',
    fixture: 'solid-start',
    dependencies: {
      ...vite,
      '@solidjs/start': '2.0.5',
      '@solidjs/router': '^1.0.0',
      'solid-js': '^1.9.15',
      '@solidjs/vite-plugin-nitro-2': '^0.3.2',
    },
    path: '/kinds',
    built: ['.output'],
  },
];
