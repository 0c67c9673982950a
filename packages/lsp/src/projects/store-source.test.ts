import { mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { isPosix } from '@annotate-mcp/store/testing/machine';

import { openEditor } from '../testing/editor.ts';
import { lines, onLine } from '../testing/samples.ts';
import { createProject } from '../testing/test-workspace.ts';

describe('the store of a project', () => {
  it('is found when it appears later, and nothing is created before', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const editor = await openEditor({ folders: [project.uri('')], options: { threads: true } });
    await editor.until(() => editor.counts !== null);
    expect(editor.counts).toEqual({ open: 0, waiting: 0, resolved: 0, withoutPlace: 0 });
    expect(() => realpathSync(join(project.root, '.annotate'))).toThrow('ENOENT');
    await project.fill(onLine(1, 'a.ts', 2));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.messages).toEqual([]);
  });

  it.skipIf(!isPosix)('that is deleted has nothing, and one that is made again is shown', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fill(onLine(1, 'a.ts', 2));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    rmSync(join(project.root, '.annotate'), { recursive: true });
    await editor.until(() => Object.keys(editor.shown()).length === 0);
    await project.fill(onLine(2, 'a.ts', 3));
    await editor.until(() => editor.shown()['a.ts']?.[0] === '3: comment 2');
    expect(editor.messages).toEqual([]);
  });

  it('that cannot be read is reported once, with what to do, and is shown when it is repaired', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const other = createProject();
    await other.fill(onLine(1, 'a.ts', 2));
    mkdirSync(join(project.root, '.annotate'));
    const file = project.write(
      '.annotate/store.db',
      'this is no database, but it is long enough to be taken for one',
    );
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.messages.length === 1);
    expect(editor.messages[0]).toContain(file);
    renameSync(join(other.root, '.annotate/store.db'), `${file}.new`);
    renameSync(`${file}.new`, file);
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.messages).toHaveLength(1);
  });
});
