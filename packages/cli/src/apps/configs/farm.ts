import { configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { rsbuild, unpluginPackage } from './rsbuild.ts';
import { moduleEndingFor } from './vite.ts';

const entry = `${unpluginPackage}/farm`;

/** Farm accepts a list of plugins in its list of plugins, as Rsbuild does. */
export const farm: PageConfig = {
  ...rsbuild,
  fits: (app) => hasKind(app, 'farm'),
  fileOf: (app) => configFileOf(app, 'farm.config', scriptEndings),
  kind: { ...rsbuild.kind, package: entry, checkoutFile: '/packages/unplugin/dist/farm.js' },
  newFile: (app) => ({
    name: `farm.config.${moduleEndingFor(app)}`,
    text: `import { annotate } from '${entry}';
import { defineConfig } from '@farmfe/core';

export default defineConfig({
  plugins: [annotate()],
});
`,
  }),
};
