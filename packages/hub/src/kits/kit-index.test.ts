import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createKitIndex } from './kit-index.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'annotate-kits-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** An index and how to wait for its next change. */
function open() {
  let now = 0;
  let changed: () => void = () => undefined;
  const index = createKitIndex({
    root,
    now: () => now,
    onChange: () => changed(),
    onError: (error) => {
      throw error;
    },
  });
  return {
    index,
    afterChange: async () => {
      now += 60_000;
      const change = new Promise<void>((resolve) => {
        changed = resolve;
      });
      index.entries();
      await change;
      return index.entries();
    },
  };
}

it('knows which files three others use, and sees files that come and go', async () => {
  const use = "import { Button } from './button'";
  write('src/button.tsx', 'export const Button = 1;');
  for (const name of ['a', 'b', 'c']) write(`src/${name}.tsx`, use);
  write('src/rare.tsx', 'export const Rare = 1;');
  write('src/d.tsx', "import { Rare } from './rare'");
  write('node_modules/kit/b.tsx', "import { Button } from '../../src/button'");
  write('dist/c.js', "import { Button } from '../src/button'");
  const { index, afterChange } = open();
  expect(index.entries()).toEqual({});
  expect(await afterChange()).toEqual({ 'src/button.tsx': { component: 'src/button.tsx', usedBy: 3 } });
  write('src/e.tsx', use);
  expect(await afterChange()).toEqual({ 'src/button.tsx': { component: 'src/button.tsx', usedBy: 4 } });
  rmSync(join(root, 'src/a.tsx'));
  write('src/e.tsx', 'nothing');
  expect(await afterChange()).toEqual({});
});

it('knows what is in the usual folder for primitives, and in those that a registry names for one', async () => {
  const use = (path: string) => `import { Tabs } from '${path}'`;
  for (const path of [
    'a/src/components/ui/tabs.tsx',
    'b/src/lib/parts/tabs.tsx',
    'c/src/parts/tabs.tsx',
    'packages/ui/src/components/tabs.tsx',
    'd/components/tabs.tsx',
  ])
    write(path, 'export const Tabs = 1;');
  write('a/page.tsx', use('./src/components/ui/tabs'));
  write('b/page.tsx', use('./src/lib/parts/tabs'));
  write('c/page.tsx', use('./src/parts/tabs'));
  write('d/page.tsx', `${use('./components/tabs')}\n${use('../packages/ui/src/components/tabs')}`);
  const registry = (aliases: object) => JSON.stringify({ style: 'new-york', aliases });
  write('b/components.json', registry({ components: '$lib/components', ui: '$lib/parts' }));
  write('c/components.json', '{ "aliases": ');
  write('d/components.json', registry({ components: '@/components', ui: '@/components' }));
  write('e/components.json', registry({ components: '@/components', ui: '@workspace/ui/components' }));
  const { index, afterChange } = open();
  expect(index.entries()).toEqual({});
  const entry = (component: string) => [component, { component, usedBy: 1, primitive: true }];
  expect(await afterChange()).toEqual(
    Object.fromEntries([
      entry('a/src/components/ui/tabs.tsx'),
      entry('b/src/lib/parts/tabs.tsx'),
      entry('packages/ui/src/components/tabs.tsx'),
    ]),
  );
});
