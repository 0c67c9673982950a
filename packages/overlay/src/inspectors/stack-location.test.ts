import { expect, it } from 'vitest';

import { createProjectPath } from './project-path.ts';
import { findOwnerFile, isFromRenderProp, locateWritten } from './stack-location.ts';

const toProjectPath = createProjectPath({
  hub: '/__annotate',
  appId: '.',
  projectRoot: '/repo',
  appRoot: '/repo',
});
const stack = (...frames: string[]) =>
  [
    'Error: react-stack-top-frame',
    'exports.jsxDEV (webpack-internal:///(app-pages-browser)/./node_modules/react/jsx-dev-runtime.js:30:1)',
    ...frames,
    'Object.react_stack_bottom_frame (webpack-internal:///(app-pages-browser)/./node_modules/react-dom/x.js:1:1)',
  ].join('\n    at ');

const compiled = stack(
  'renderRow (webpack-internal:///(app-pages-browser)/./src/Row.tsx:152:11)',
  'Table (webpack-internal:///(app-pages-browser)/./src/Table.tsx:20:5)',
);

it('reports no line of a compiled file without a source map, and none of the place that called it', async () => {
  expect(await locateWritten(compiled, toProjectPath)).toBeNull();
});

it('knows the file of the component all the same', async () => {
  expect(await findOwnerFile(compiled, toProjectPath)).toEqual({ file: 'src/Table.tsx' });
});

it('tells a library’s component from one of the project', async () => {
  const library = stack('Link (webpack-internal:///(app-pages-browser)/./node_modules/next/link.js:9:1)');
  expect(await findOwnerFile(library, toProjectPath)).toBe('outside');
});

it('tells JSX of a render prop from that of the component which calls it', () => {
  expect(isFromRenderProp(compiled)).toBe(true);
  const inMap = stack(
    'eval (http://localhost/src/Table.tsx:21:7)',
    'Array.map (<anonymous>)',
    'Table (http://localhost/src/Table.tsx:20:5)',
  );
  expect(isFromRenderProp(inMap)).toBe(false);
});
