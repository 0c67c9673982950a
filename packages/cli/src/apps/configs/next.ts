import { configFileOf, hasKind } from '../apps.ts';

import { type PageConfig, scriptEndings } from './page-config.ts';

const nextPackage = '@annotate-mcp/next';

export const next: PageConfig = {
  fits: (app) => hasKind(app, 'next'),
  fileOf: (app) => configFileOf(app, 'next.config', scriptEndings),
  kind: {
    package: nextPackage,
    checkoutFile: '/packages/next/dist/index.js',
    name: 'withAnnotate',
    list: null,
  },
  package: nextPackage,
  part: 'annotate wrapper',
  newFile: () => ({
    name: 'next.config.mjs',
    text: `import { withAnnotate } from '${nextPackage}';

export default withAnnotate({});
`,
  }),
  remarksFor: () => [],
};
