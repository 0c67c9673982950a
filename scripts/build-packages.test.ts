/** The commands that `npm run build:packages` prints name every package that npm would not find elsewhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { installed } from './release/pack-packages.ts';

const root = join(import.meta.dirname, '..');
const manifestFormat = z.looseObject({
  dependencies: z.record(z.string(), z.string()).exactOptional(),
});

it.each(installed)('$app has all packages that its packages depend on', ({ packages }) => {
  expect(packages.flatMap(dependenciesOf).filter((name) => !packages.includes(name))).toEqual([]);
});

function dependenciesOf(folder: string): string[] {
  const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8');
  const { dependencies = {} } = manifestFormat.parse(JSON.parse(text));
  const own = '@annotate-mcp/';
  return Object.keys(dependencies).flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
}
