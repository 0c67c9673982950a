/**
 * What a config of Next loads is what webpack calls build dependencies: it reads these modules for imports, and prints a
 * warning for each `import()` of anything but a text. Packages that Next does not load may have them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../..');

it('no module that a config of Next loads imports by an expression', () => {
  const sources = ['hub', 'unplugin', 'next'].flatMap((name) =>
    globSync(`${name}/src/**/*.ts`, { cwd: packages }).filter(
      (file) => !/\.test\.|[\\/]testing[\\/]/.test(file),
    ),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((file) =>
    /(?<![`'"])\bimport\((?!\s*(?:\/\/[^\n]*\s*)*['"`.])/.test(
      readFileSync(join(packages, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
    ),
  );
  expect(found).toEqual([]);
});
