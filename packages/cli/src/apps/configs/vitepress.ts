import { hasKind, vitePressConfigOf } from '../apps.ts';

import { nuxtWithVitePlugin } from './nuxt.ts';
import type { PageConfig } from './page-config.ts';

/** VitePress has its settings for Vite in its own configuration. */
export const vitepress: PageConfig = {
  ...nuxtWithVitePlugin,
  fits: (app) => hasKind(app, 'vitepress'),
  fileOf: (app) => (hasKind(app, 'vitepress') ? vitePressConfigOf(app) : null),
};
