import { join } from 'node:path';

import type { PageModule } from '../bundle-for-page.ts';

/** The overlay's modules that find texts in a page. */
export const overlayTexts: PageModule = {
  root: join(import.meta.dirname, '../../packages/overlay'),
  name: '__texts',
  exports: `
export { describeAnchor } from '@annotate-mcp/core';
export { default as MarkdownIt } from 'markdown-it';
export { readPageText } from './src/review/text/page-text.ts';
export { createPlacer } from './src/review/text/place-texts.ts';
export { createTextPlacements } from './src/review/text/text-placements.ts';
`,
};
