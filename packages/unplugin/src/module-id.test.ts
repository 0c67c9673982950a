import { expect, it } from 'vitest';

import { fileOfModule } from './module-id.ts';

it.each([
  ['/app/src/a.tsx', '/app/src/a.tsx'],
  ['/app/src/a.tsx?tsr-split=component', '/app/src/a.tsx'],
  ['/app/src/a.tsx?v=1&t=2', '/app/src/a.tsx'],
  ['/app/src/a.tsx?raw', null],
  ['/app/src/a.ts?worker&inline', null],
  ['/app/src/A.vue?vue&type=script&lang.tsx', null],
  ['\0virtual:a.tsx', null],
])('knows the file of %j', (id, file) => {
  expect(fileOfModule(id)).toBe(file);
});
