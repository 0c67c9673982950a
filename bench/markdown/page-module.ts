import { join } from 'node:path';

import type { PageModule } from '../bundle-for-page.ts';

/** The view's document panel, and the parsers that it is compared with. */
export const documentPane: PageModule = {
  root: join(import.meta.dirname, '../../apps/markdown-view'),
  name: '__markdown',
  exports: `
export { createDocumentPanel } from './src/document/document-panel.ts';
export { adoptViewStyles } from './src/ui/adopt-view-styles.ts';
export { createParser } from '@annotate-mcp/markdown';
export { parse, postprocess, preprocess } from 'micromark';
`,
};
