/** Fresh apps whose dev server reads the whole project, as Tailwind does, and the same without it. */
import { astroFiles, nuxtFiles } from './fresh-app-files.ts';
import type { FreshApp } from './fresh-app.ts';
import { variant } from './fresh-apps.ts';
import type { Command } from './measured-process.ts';

const version = '4.3.5';
const styles = '@import "tailwindcss";\n';

const withTailwind = { '--no-tailwind': '--tailwind' };
const webpackDev: Command = ['npm', 'run', 'dev', '--', '--webpack', '--port', '{port}'];

export const scannedApps: readonly FreshApp[] = [
  variant('next', 'next-tailwind', 'Next.js, Turbopack, Tailwind 4', withTailwind),
  {
    ...variant('next', 'next-webpack-tailwind', 'Next.js, webpack, Tailwind 4', withTailwind),
    dev: webpackDev,
  },
  variant('next', 'next', 'Next.js, Turbopack'),
  { ...variant('next', 'next-webpack', 'Next.js, webpack'), dev: webpackDev },
  viteApp('vite-tailwind', 'Vite, React, Tailwind 4'),
  {
    ...viteApp('vite-tailwind-bun', 'Vite, React, Tailwind 4, run by Bun'),
    dev: ['bun', '--bun', 'run', 'dev', '--port', '{port}'],
  },
  {
    ...variant('nuxt', 'nuxt-tailwind', 'Nuxt, Tailwind 4'),
    files: {
      ...nuxtFiles(),
      'nuxt.config.ts': `import tailwindcss from '@tailwindcss/vite';

// https://nuxt.com/docs/api/configuration/nuxt-config
export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true },
  css: ['~/assets/css/main.css'],
  vite: { plugins: [tailwindcss()] },
})
`,
      'app/assets/css/main.css': styles,
    },
    added: { tailwindcss: version, '@tailwindcss/vite': version },
  },
  {
    ...variant('astro', 'astro-tailwind', 'Astro, Tailwind 4'),
    files: {
      ...astroFiles(),
      'astro.config.mjs': `// @ts-check
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({
  vite: { plugins: [tailwindcss()] },
});
`,
      'src/styles/global.css': styles,
      'src/pages/index.astro': (astroFiles()['src/pages/index.astro'] ?? '').replace(
        '---\n\n---',
        "---\nimport '../styles/global.css';\n---",
      ),
    },
    added: { tailwindcss: version, '@tailwindcss/vite': version },
  },
  {
    ...variant('angular', 'angular-tailwind', 'Angular, Tailwind 4'),
    files: {
      '.postcssrc.json': '{ "plugins": { "@tailwindcss/postcss": {} } }\n',
      'src/styles.css': styles,
    },
    added: { tailwindcss: version, '@tailwindcss/postcss': version, postcss: '^8.5.0' },
    target: 'Hello, angular-tailwind',
  },
];

function viteApp(name: string, title: string): FreshApp {
  return {
    ...variant('react', name, title),
    files: {
      'vite.config.ts': `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react(), tailwindcss()],
})
`,
      'src/index.css': styles,
    },
    added: { tailwindcss: version, '@tailwindcss/vite': version },
  };
}
