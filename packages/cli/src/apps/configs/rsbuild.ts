import { configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';
import { moduleEndingFor } from './vite.ts';

export const unpluginPackage = '@annotate-mcp/unplugin';
const entry = `${unpluginPackage}/rsbuild`;

export const rsbuild: PageConfig = {
  fits: (app) => hasKind(app, 'rsbuild'),
  fileOf: (app) => configFileOf(app, 'rsbuild.config', scriptEndings),
  kind: {
    package: entry,
    checkoutFile: '/packages/unplugin/dist/rsbuild.js',
    name: 'annotate',
    list: { key: 'plugins' },
  },
  package: unpluginPackage,
  part: 'annotate plugin',
  newFile: (app) => ({
    name: `rsbuild.config.${moduleEndingFor(app)}`,
    text: `import { annotate } from '${entry}';
import { defineConfig } from '@rsbuild/core';

export default defineConfig({
  plugins: [annotate()],
});
`,
  }),
  remarksFor: () => [],
};
