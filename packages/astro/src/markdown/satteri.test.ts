import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { createEdge } from '@annotate-mcp/unplugin';

import { hastPlugin, mdastPlugin } from './satteri.ts';

// The integration's own test has the newest Sätteri. This is how the versions of Astro 7.0 and 7.1 call a plugin.
it('marks elements for versions that give factories no argument, call no `before` and share no data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-satteri-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.md');
  const source = '# Title\n\n    code\n';
  writeFileSync(path, source);
  const edge = createEdge({ logError: (line) => expect.unreachable(line), root: () => null });
  const set: unknown[] = [];
  const context = {
    source,
    fileURL: pathToFileURL(path),
    setProperty: (_node: object, name: string, value: string) => set.push([name, value]),
  };
  const mark = (_file: string, { line, column }: { line: number; column: number }) => ({
    name: 'data-place',
    value: `${line}:${column}`,
  });
  mdastPlugin(edge).code({ type: 'code' }, context);
  const { element } = hastPlugin(mark, edge)();
  element.visit({ type: 'element', tagName: 'h1', position: { start: { line: 1, column: 1 } } }, context);
  element.visit({ type: 'element', tagName: 'pre' }, context);
  expect(set).toEqual([['data-place', '1:1']]);
});
