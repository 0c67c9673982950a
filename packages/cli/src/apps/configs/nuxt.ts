import { readFileSync } from 'node:fs';

import { type App, configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { pluginPackage, viteKind } from './vite.ts';

const nuxtPackage = '@annotate-mcp/nuxt';

const configOf = (app: App) => configFileOf(app, 'nuxt.config', scriptEndings);

/** As `nuxi module add` writes it. */
export const nuxt: PageConfig = {
  fits: (app) => hasKind(app, 'nuxt'),
  fileOf: configOf,
  kind: {
    package: nuxtPackage,
    checkoutFile: '/packages/nuxt/dist/index.js',
    name: null,
    list: { key: 'modules' },
  },
  package: nuxtPackage,
  part: 'annotate module',
  newFile: () => ({
    name: 'nuxt.config.ts',
    text: `export default defineNuxtConfig({
  modules: ['${nuxtPackage}'],
});
`,
  }),
  remarksFor: () => [],
};

/** An app that has the plugin of Vite in its nuxt.config keeps it: both together would be two hubs. */
export const nuxtWithVitePlugin: PageConfig = {
  fits: (app) => hasKind(app, 'nuxt') && hasVitePlugin(configOf(app)),
  fileOf: configOf,
  kind: { ...viteKind, list: { key: 'plugins', inside: 'vite' } },
  package: pluginPackage,
  part: 'annotate plugin',
  newFile: null,
  remarksFor: () => [],
};

function hasVitePlugin(file: string | null): boolean {
  if (file === null) return false;
  const text = readFileSync(file, 'utf8');
  return text.includes(viteKind.package) || text.includes(viteKind.checkoutFile);
}
