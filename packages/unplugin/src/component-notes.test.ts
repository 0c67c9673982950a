import { expect, it } from 'vitest';

import { noteComponents } from './component-notes.ts';

const notes = [
  { name: 'Gone', file: 'src/App.tsx', source: null, range: null },
  { name: 'Row', file: 'src/App.tsx', source: 'src/App.tsx:3:10', range: { from: '3:1', to: '5:2' } },
];

it('notes the components that are left when a later plugin has removed one', async () => {
  const code = `export function Row() {}${noteComponents(notes)}`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { Row: object };
  const noted = (globalThis as Record<symbol, unknown>)[Symbol.for('annotate.components')];
  expect(noted instanceof WeakMap && noted.get(module.Row)).toEqual({
    name: 'Row',
    file: 'src/App.tsx',
    source: 'src/App.tsx:3:10',
    from: '3:1',
    to: '5:2',
  });
});
