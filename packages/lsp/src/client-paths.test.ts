import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { hasLinks } from '@annotate-mcp/store/testing/machine';

import { ClientPaths, pathOf } from './client-paths.ts';

describe('the address of a file', () => {
  it.each([
    ['file:///c%3A/my%20project/a.ts', 'c:\\my project\\a.ts'],
    ['file:///C:/pr%C3%B6ject/a.ts', 'C:\\pröject\\a.ts'],
    ['file://server/share/a.ts', '\\\\server\\share\\a.ts'],
    ['file:///no/drive.ts', null],
    ['untitled:Untitled-1', null],
  ])('%s is %s on Windows', (uri, path) => {
    expect(pathOf(uri, true)).toBe(path);
  });

  it.each([
    ['file:///my%20project/a%23b%25.ts', '/my project/a#b%.ts'],
    ['FILE:///a.ts', '/a.ts'],
    ['file://server/a.ts', null],
    ['file:///a%2Fb.ts', null],
    ['git:/a.ts?x', null],
    ['', null],
  ])('%s is %s elsewhere', (uri, path) => {
    expect(pathOf(uri, false)).toBe(path);
  });
});

describe('a file that is not open', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate paths ')));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'real', 'inner'), { recursive: true });
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  const uri = (...parts: string[]) => pathToFileURL(join(folder, ...parts)).href;
  const file = join(folder, 'real', 'inner', 'a#b.ts');

  it.skipIf(!hasLinks)('has the address of the innermost folder that is open', () => {
    const paths = new ClientPaths();
    expect(paths.uriOf(file)).toBe(uri('real', 'inner', 'a#b.ts'));
    paths.setFolders([uri('link'), 'git:/x']);
    expect(paths.uriOf(file)).toBe(uri('link', 'inner', 'a#b.ts'));
    expect(paths.contains(file)).toBe(true);
    paths.setFolders([uri('link'), uri('real', 'inner')]);
    expect(paths.uriOf(file)).toBe(uri('real', 'inner', 'a#b.ts'));
    expect(paths.contains(join(folder, 'other.ts'))).toBe(false);
  });
});
