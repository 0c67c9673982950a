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
