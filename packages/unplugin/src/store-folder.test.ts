import { expect, it } from 'vitest';

import { isInStoreFolder } from './store-folder.ts';

it.each([
  '/.annotate/store.db',
  '/.ANNOTATE/store.db?raw',
  '/app/.annotate',
  '/@fs/home/me/project/.annotate/store.db',
  '/@fs/home/me/project/%252eannotate/store.db',
  '/%2eannotate/attachments/x',
  '/src/..%5c.annotate\\store.db',
])('blocks %s', (url) => {
  expect(isInStoreFolder(url)).toBe(true);
});

it.each(['/__annotate/overlay.js', '/src/.annotated/x.ts', '/annotate/a.ts', '/%', '/a?b=%zz'])(
  'serves %s',
  (url) => {
    expect(isInStoreFolder(url)).toBe(false);
  },
);
