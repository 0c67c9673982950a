import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { generate, sections } from './docs.ts';

const root = join(import.meta.dirname, '..');

it.each([...new Set(sections.map(({ file }) => file))])(
  '%s says what the code says (npm run docs)',
  async (file) => {
    expect(await readFile(join(root, file), 'utf8')).toBe(await generate(file));
  },
);
