import { type Setup, vite, viteApp } from './setup.ts';

/** Frameworks of which only file and line are told, and the class of a custom element. */
export const otherSetups: readonly Setup[] = [
  { ...viteApp, name: 'Lit', fixture: 'lit', dependencies: { ...vite, lit: '^3.3.0' }, path: '/' },
  {
    ...viteApp,
    name: 'Qwik',
    fixture: 'qwik',
    dependencies: { vite: '7.3.1', '@builder.io/qwik': '^1.20.1', '@builder.io/qwik-city': '^1.20.1' },
    command: ['vite/bin/vite.js', '--mode', 'ssr', '--strictPort'],
    path: '/kinds/',
  },
];
