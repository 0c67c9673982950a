import { type App, configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { unpluginPackage } from './rsbuild.ts';
import { webpack } from './webpack.ts';

const configOf = (app: App) => configFileOf(app, 'rspack.config', scriptEndings);

/** As with webpack, whose configuration it reads. */
export const rspack: PageConfig = {
  ...webpack,
  fits: (app) => hasKind(app, 'rspack') && configOf(app) !== null,
  fileOf: configOf,
  kind: {
    ...webpack.kind,
    package: `${unpluginPackage}/rspack`,
    checkoutFile: '/packages/unplugin/dist/rspack.js',
  },
};
