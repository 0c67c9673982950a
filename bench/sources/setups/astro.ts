import { type Setup, vite } from './setup.ts';

const setupOf = (
  name: string,
  dependencies: Setup['dependencies'],
  program = 'astro/bin/astro.mjs',
): Setup => ({
  name,
  fixture: 'astro',
  dependencies,
  command: [program, 'dev'],
  path: '/kinds',
  build: [program, 'build'],
  built: ['dist'],
});

export const astroSetups: readonly Setup[] = [
  setupOf('Astro 7', { ...vite, astro: '7.3.4' }),
  setupOf('Astro 6', { astro: '^6.0.0' }),
  setupOf('Astro 5', { astro: '^5.0.0' }, 'astro/astro.js'),
];
