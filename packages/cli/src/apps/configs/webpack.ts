import { type App, configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { unpluginPackage } from './rsbuild.ts';

const configOf = (app: App) => configFileOf(app, 'webpack.config', scriptEndings);

/** An app whose configuration has another name is left to its owner. */
export const webpack: PageConfig = {
  fits: (app) => hasKind(app, 'webpack') && configOf(app) !== null,
  fileOf: configOf,
  kind: {
    package: `${unpluginPackage}/webpack`,
    checkoutFile: '/packages/unplugin/dist/webpack.js',
    name: 'annotate',
    list: { key: 'plugins' },
  },
  package: unpluginPackage,
  part: 'annotate plugin',
  newFile: null,
  remarksFor: () => [],
};
