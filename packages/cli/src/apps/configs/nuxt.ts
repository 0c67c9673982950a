import { configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { pluginPackage, viteKind } from './vite.ts';

export const nuxt: PageConfig = {
  fits: (app) => hasKind(app, 'nuxt'),
  fileOf: (app) => configFileOf(app, 'nuxt.config', scriptEndings),
  kind: { ...viteKind, list: { key: 'plugins', inside: 'vite' } },
  package: pluginPackage,
  part: 'annotate plugin',
  newFile: () => ({
    name: 'nuxt.config.ts',
    text: `import { annotate } from '${pluginPackage}';

export default defineNuxtConfig({
  vite: { plugins: [annotate()] },
});
`,
  }),
  remarksFor: () => [],
};
