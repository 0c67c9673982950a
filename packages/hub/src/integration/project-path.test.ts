import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { pathInProject } from './project-path.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'project path ')));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'app/src'), { recursive: true });
writeFileSync(join(root, 'app/src/a.ts'), '');
symlinkSync(join(root, 'app'), join(root, 'link'), 'junction');

it.each([
  ['a file of the project', join(root, 'app/src/a.ts'), 'app/src/a.ts'],
  ['a file that does not exist yet', join(root, 'app/src/b.ts'), 'app/src/b.ts'],
  ['a file of a package', join(root, 'node_modules/x/index.ts'), null],
  ['a file outside of the project', join(root, '../other/a.ts'), null],
  ['the root itself', root, null],
])('names %s', (_, file, path) => {
  expect(pathInProject(root, file)).toBe(path);
});

it('names a file whose path contains a link into the project', () => {
  expect(pathInProject(join(root, 'app'), join(root, 'link/src/a.ts'))).toBe('src/a.ts');
});
