/** The commands that build-packages.sh prints name every package that npm would not find elsewhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const manifestFormat = z.looseObject({
  dependencies: z.record(z.string(), z.string()).exactOptional(),
});

const script = readFileSync(join(root, 'scripts/build-packages.sh'), 'utf8');
const [, always = ''] = /for name in (.+) "\$@"/.exec(script) ?? [];
const printed = [...script.matchAll(/\$\(tarballs ([^)]+)\)/g)].map(([, names = '']) => names);

it.each(printed)('the tarballs with %s have all packages that they depend on', (names) => {
  const installed = [...always.split(' '), ...names.split(' ')];
  const needed = installed.flatMap(dependenciesOf);
  expect(needed.filter((name) => !installed.includes(name))).toEqual([]);
});

function dependenciesOf(folder: string): string[] {
  const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8');
  const { dependencies = {} } = manifestFormat.parse(JSON.parse(text));
  const own = '@annotate-mcp/';
  return Object.keys(dependencies).flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
}
