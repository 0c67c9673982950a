import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readProjectFile, writeProjectFile } from './project-files.ts';

let top: string;
let root: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate agent ')));
  root = join(top, 'project');
  for (const folder of ['src', '.git', 'node_modules/x']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['project/src/a.ts', 'project/.git/config', 'project/node_modules/x/a.js', 'secret'])
    writeFileSync(join(top, file), file);
  symlinkSync(join(top, 'secret'), join(root, 'src/link.ts'));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('project files', () => {
  it.each(['src/a.ts', './src/../src/a.ts'])('reads %j', async (file) => {
    expect(await readProjectFile(root, file)).toEqual({
      path: join(root, 'src/a.ts'),
      text: 'project/src/a.ts',
    });
  });

  it.each([
    '../secret',
    '/etc/hostname',
    'src/link.ts',
    '.git/config',
    'node_modules/x/a.js',
    'src',
    '.',
    'src/none.ts',
    '(unresolved: App)',
  ])('has no %j', async (file) => {
    expect(await readProjectFile(root, file)).toBeNull();
  });

  it('writes a file whole, with the rights it had, and leaves nothing beside it', async () => {
    chmodSync(join(root, 'src/a.ts'), 0o640);
    const file = await readProjectFile(root, 'src/a.ts');
    if (file === null) throw new Error('src/a.ts was not found');
    await writeProjectFile(file, 'new');
    expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe('new');
    expect(statSync(join(root, 'src/a.ts')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(root, 'src'))).toEqual(['a.ts', 'link.ts']);
  });
});
