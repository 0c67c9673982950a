import { type App, configFileOf, hasKind } from '../apps.ts';

import { nuxtWithVitePlugin } from './nuxt.ts';
import { type PageConfig, scriptEndings } from './page-config.ts';
import { vite } from './vite.ts';

const appConfigOf = (app: App) => configFileOf(app, 'app.config', scriptEndings);

/** SolidStart 1 has its settings for Vite in app.config. */
export const solidStart: PageConfig = {
  ...nuxtWithVitePlugin,
  fits: (app) => hasKind(app, 'solid-start') && appConfigOf(app) !== null,
  fileOf: appConfigOf,
};

/** SolidStart 2 is a plugin of Vite. */
export const solidStartOnVite: PageConfig = { ...vite, fits: (app) => hasKind(app, 'solid-start') };
