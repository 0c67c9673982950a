import { configFileOf, hasKind } from '../apps.ts';

import type { PageConfig } from './page-config.ts';

const astroPackage = '@annotate-mcp/astro';

/** Does not use `astro add`, which asks its own questions and adds development packages to the dependencies. */
export const astro: PageConfig = {
  fits: (app) => hasKind(app, 'astro'),
  fileOf: (app) => configFileOf(app, 'astro.config', ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']),
  kind: {
    package: astroPackage,
    checkoutFile: '/packages/astro/dist/index.js',
    name: 'annotate',
    list: { key: 'integrations' },
  },
  package: astroPackage,
  part: 'annotate integration',
  newFile: () => ({
    name: 'astro.config.mjs',
    text: `import { annotate } from '${astroPackage}';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [annotate()],
});
`,
  }),
  remarksFor: () => [],
};
