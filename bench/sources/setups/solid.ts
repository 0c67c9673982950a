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
