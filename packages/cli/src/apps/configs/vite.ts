import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ConfigKind } from '../../config-file/config-file.ts';
import { type App, hasKind, hasPage, hasStories } from '../apps.ts';

import type { PageConfig } from './page-config.ts';

export const pluginPackage = '@annotate-mcp/vite-plugin';

/** For other frameworks that take plugins of Vite. */
export const viteKind = {
  package: pluginPackage,
  checkoutFile: '/packages/vite-plugin/dist/index.js',
  name: 'annotate',
  list: { key: 'plugins' },
} as const satisfies ConfigKind;

export const vite: PageConfig = {
  fits: (app) => hasKind(app, 'vite'),
  fileOf: ({ viteConfig }) => viteConfig,
  kind: viteKind,
  package: pluginPackage,
  part: 'annotate plugin',
  newFile: (app) => ({
    name: `vite.config.${moduleEndingFor(app)}`,
    text: `import { annotate } from '${pluginPackage}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [annotate()],
});
`,
  }),
  remarksFor: (app) =>
    app.framework.needsPage === true && !hasPage(app.folder) && !hasStories(app) ? [pageFromElsewhere] : [],
};

const pageFromElsewhere = `There is no index.html here. If Vite does not serve the pages, import 'virtual:annotate' in the client entry: https://www.npmjs.com/package/${pluginPackage}`;

/** Node reads a file with this ending as a module with any package.json. */
export function moduleEndingFor({ folder, manifest }: App): string {
  if (existsSync(join(folder, 'tsconfig.json'))) return 'ts';
  return manifest.isModule ? 'js' : 'mjs';
}
