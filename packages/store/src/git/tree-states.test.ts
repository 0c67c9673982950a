import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  createFolder,
  createPartialClone,
  createRepository,
  editIn,
  filesOf,
  projectIn,
  statesOf,
  takeTree,
} from '../testing/git-repository.ts';
import { hasGit } from '../testing/machine.ts';

import { splitPatch } from './split-patch.ts';
import { undoPatch } from './undo-patch.ts';

/** Everything in `.git`. Git renews the time of an object that it would write again. */
function gitFiles(folder: string): string[] {
  return readdirSync(join(folder, '.git'), { recursive: true, encoding: 'utf8' }).map((file) => {
    const found = statSync(join(folder, '.git', file));
    return found.isFile() && !file.startsWith('objects')
      ? `${file} ${found.mtimeMs} ${readFileSync(join(folder, '.git', file), 'base64')}`
      : file;
  });
}

describe.skipIf(!hasGit)('what an agent changed in a git repository', () => {
  it('is told by file and as a patch, whatever the files are called and whatever happened to them', async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 254]);
    const here = createRepository({
      'src/Grüße an "alle".tsx': 'one\ntwo\n',
      'old name.ts': 'a\nb\nc\nd\ne\nf\n',
      'gone.css': 'x\n',
      'picture.bin': '\0old',
      'tab\there.txt': 'x\n',
      '.gitignore': 'dist/\n',
      untouched: '1\n',
    });
    here.write('not committed.txt', 'mine\n');
    here.write('src/Grüße an "alle".tsx', 'one\ntwo\nmine\n');
    const before = filesOf(here.folder);
    const edit = await editIn(here.folder, () => {
      here.write('src/Grüße an "alle".tsx', 'ONE\ntwo\nmine\n');
      renameSync(join(here.folder, 'old name.ts'), join(here.folder, 'new – name.ts'));
      rmSync(join(here.folder, 'gone.css'));
      here.write('picture.bin', bytes);
      here.write('tab\there.txt', 'y\n');
      here.write('dist/built.js', 'built\n');
      here.write('added.txt', 'new\n');
    });
    expect(edit.files).toEqual([
      { file: 'added.txt', change: 'added', added: 1, removed: 0 },
      { file: 'gone.css', change: 'deleted', added: 0, removed: 1 },
      { file: 'new – name.ts', change: 'renamed', from: 'old name.ts', added: 0, removed: 0 },
      { file: 'picture.bin' },
      { file: 'src/Grüße an "alle".tsx', added: 1, removed: 1 },
      { file: 'tab\there.txt', added: 1, removed: 1 },
    ]);
    const diffs = splitPatch(edit.patch, edit.files);
    expect(diffs.map(({ file }) => file)).toEqual(edit.files.map(({ file }) => file));
    expect(diffs[3]?.patch).toBe('Binary file\n');
    expect(diffs[4]?.patch).toContain('-one\n+ONE\n two\n mine\n');

    rmSync(join(here.folder, 'dist'), { recursive: true });
    const names = edit.files.flatMap(({ file, from }) => [file, ...(from === undefined ? [] : [from])]);
    expect(await undoPatch(here.folder, edit.patch, names)).toBeNull();
    expect(filesOf(here.folder)).toEqual(before);
  });

  it('has no other file for a line of text that looks like the beginning of one', async () => {
    const here = createRepository({ 'a.txt': '1\n', 'b.txt': '1\n' });
    const edit = await editIn(here.folder, () => {
      here.write('a.txt', 'text\rdiff --git a/b.txt b/b.txt\n');
      here.write('b.txt', '2\n');
    });
    expect(splitPatch(edit.patch, edit.files)).toEqual([
      { file: 'a.txt', patch: '@@ -1 +1 @@\n-1\n+text\rdiff --git a/b.txt b/b.txt\n' },
      { file: 'b.txt', patch: '@@ -1 +1 @@\n-1\n+2\n' },
    ]);
  });

  it('leaves .git, the index and the files as they are', async () => {
    const here = createRepository({ 'a.txt': '1\n', 'b.txt': '1\n' });
    here.write('a.txt', 'staged\n');
    here.git('add', 'a.txt');
    here.write('a.txt', 'and changed\n');
    const status = here.git('status', '--porcelain');
    const known = gitFiles(here.folder);
    const edit = await editIn(here.folder, () => here.write('b.txt', '2\n'));
    expect(edit.files).toEqual([{ file: 'b.txt', added: 1, removed: 1 }]);
    expect(gitFiles(here.folder)).toEqual(known);
    here.write('b.txt', '1\n');
    expect(here.git('status', '--porcelain')).toBe(status);
  });

  it('sees a change of the same size right after git has written its index', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const edit = await editIn(here.folder, () => here.write('a.txt', '2\n'));
    expect(edit.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);
  });

  it('can be narrowed to the files that the agent names, so that what the person did meanwhile stays out', async () => {
    const here = createRepository({ 'src/a*.ts': '1\n', 'src/ab.ts': '1\n', 'store.json': '1\n' });
    const edit = () => {
      for (const file of ['src/a*.ts', 'src/ab.ts', 'store.json']) here.write(file, `${Math.random()}\n`);
    };
    const narrowed = await editIn(here.folder, edit, { files: ['src/a*.ts'] });
    expect(narrowed.files).toEqual([{ file: 'src/a*.ts', added: 1, removed: 1 }]);
    const without = await editIn(here.folder, edit, { except: ['store.json'] });
    expect(without.files.map(({ file }) => file)).toEqual(['src/a*.ts', 'src/ab.ts']);
  });

  it('is relative to a project that is a folder of the repository', async () => {
    const here = createRepository({ 'apps/shop/a.txt': '1\n', 'apps/shop/b.txt': '1\n', 'other.txt': '1\n' });
    const shop = projectIn(join(here.folder, 'apps/shop'));
    const edit = await editIn(shop.folder, () => {
      shop.write('a.txt', '2\n');
      here.write('other.txt', '2\n');
    });
    expect(edit.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);
    expect(await undoPatch(shop.folder, edit.patch, ['a.txt'])).toBeNull();
    expect([shop.read('a.txt'), here.read('other.txt')]).toEqual(['1\n', '2\n']);

    const states = statesOf(shop.folder);
    const first = await takeTree(states);
    for (const file of ['a.txt', 'b.txt']) shop.write(file, '3\n');
    const after = await takeTree(states);
    const advanced = await states.advance(first, after, ['a.txt']);
    expect((await states.compare(advanced ?? '', after, {}))?.files).toEqual([
      { file: 'b.txt', added: 1, removed: 1 },
    ]);
  });

  it('works in a worktree, beside submodules and repositories inside, and before the first commit', async () => {
    const library = createRepository({ 'lib.txt': '1\n' });
    const here = createRepository({ 'a.txt': '1\n' });
    here.git('submodule', '--quiet', 'add', library.folder, 'lib');
    here.git('commit', '--quiet', '-m', 'lib');
    for (const inner of ['inner', 'empty']) projectIn(here.folder).write(`${inner}/x.txt`, '1\n');
    for (const inner of ['inner', 'empty']) projectIn(join(here.folder, inner)).git('init', '--quiet');
    projectIn(join(here.folder, 'inner')).git('commit', '--quiet', '--allow-empty', '-m', 'x');
    const edit = await editIn(here.folder, () => {
      here.write('lib/lib.txt', '2\n');
      here.write('inner/x.txt', '2\n');
      here.write('a.txt', '2\n');
    });
    expect(edit.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);

    const tree = projectIn(join(createFolder().folder, 'tree'));
    here.git('worktree', 'add', '--quiet', '--detach', tree.folder);
    const inTree = await editIn(tree.folder, () => tree.write('a.txt', '3\n'));
    expect(inTree.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);

    const fresh = createFolder();
    fresh.git('init', '--quiet');
    fresh.write('a.txt', '1\n');
    const first = await editIn(fresh.folder, () => fresh.write('a.txt', '2\n'));
    expect(first.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);
  });

  it.each([
    ['a split index', ['config', 'core.splitIndex', 'true'], ['update-index', '--split-index']],
    [
      'a sparse index',
      ['sparse-checkout', 'init', '--cone', '--sparse-index'],
      ['sparse-checkout', 'set', 'src'],
    ],
    ['an untracked cache', ['config', 'core.untrackedCache', 'true'], ['status']],
  ])('is the same in a repository with %s', async (_, ...commands) => {
    const here = createRepository({ 'a.txt': '1\n', 'src/b.txt': '1\n', 'far/c.txt': '1\n' });
    for (const command of commands) here.git(...command);
    const edit = await editIn(here.folder, () => {
      here.write('src/b.txt', '2\n');
      here.write('src/new.txt', '2\n');
    });
    expect(edit.files).toEqual([
      { file: 'src/b.txt', added: 1, removed: 1 },
      { file: 'src/new.txt', change: 'added', added: 1, removed: 0 },
    ]);
    expect(await undoPatch(here.folder, edit.patch, ['src/b.txt', 'src/new.txt'])).toBeNull();
    expect(here.git('status', '--porcelain')).toBe('');
  });

  it('is recorded in a partial clone, which has no other files than those that are checked out', async () => {
    const here = createPartialClone({ 'a.txt': '1\n', 'src/b.txt': '1\n', 'src/far.txt': 'far away\n' });
    expect(existsSync(join(here.folder, 'src/far.txt'))).toBe(false);
    const edit = await editIn(here.folder, () => here.write('src/b.txt', '2\n'));
    expect(edit.files).toEqual([{ file: 'src/b.txt', added: 1, removed: 1 }]);
    expect(await undoPatch(here.folder, edit.patch, ['src/b.txt'])).toBeNull();
    expect(here.read('src/b.txt')).toBe('1\n');
  });

  it.skipIf(process.platform === 'win32')(
    'is not waited for where a repository came with pipes',
    async () => {
      const here = createRepository({ 'a.txt': '1\n' });
      const pipes = [
        'sharedindex.1',
        'info/exclude',
        'info/attributes',
        'info/sparse-checkout',
        'packed-refs',
      ];
      for (const file of pipes.map((name) => join(here.folder, '.git', name))) {
        rmSync(file, { force: true });
        execFileSync('mkfifo', [file]);
      }
      const edit = await editIn(here.folder, () => here.write('a.txt', '2\n'));
      expect(edit.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);
    },
  );

  it('is the same in a repository whose hashes are SHA-256', async () => {
    const here = createFolder();
    here.git('init', '--quiet', '--object-format=sha256');
    here.write('a.txt', '1\n');
    here.git('add', '-A');
    here.git('commit', '--quiet', '-m', 'first');
    const edit = await editIn(here.folder, () => rmSync(join(here.folder, 'a.txt')));
    expect(edit.files).toEqual([{ file: 'a.txt', change: 'deleted', added: 0, removed: 1 }]);
  });

  it('is listed without a patch when it is large, and counted when it has very many files', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const large = await editIn(here.folder, () => here.write('a.txt', 'line of text\n'.repeat(50_000)));
    expect(large).toMatchObject({ patch: '', files: [{ file: 'a.txt', added: 50_000 }] });
    const many = await editIn(here.folder, () => {
      for (let n = 0; n < 310; n++) here.write(`many/${n}`, `${n}\n`);
    });
    expect(many).toMatchObject({ patch: '', moreFiles: 10 });
  });

  it('is not known without git, outside of a repository, where git refuses it, or when it takes too long', async () => {
    const plain = createFolder();
    expect(await statesOf(plain.folder).take()).toEqual({ missing: 'no-git' });
    const here = createRepository({ 'a.txt': '1\n' });
    const slow = statesOf(here.folder, { mostMs: 1 });
    expect(await slow.take()).toEqual({ missing: 'too-slow' });
    expect(await slow.take()).toEqual({ missing: 'too-slow' });
    const damaged = createRepository({ 'a.txt': '1\n' });
    damaged.write('.git/config', '[core\n');
    expect(await statesOf(damaged.folder).take()).toEqual({ missing: 'git-refused' });
    vi.stubEnv('PATH', plain.folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await statesOf(here.folder).take()).toEqual({ missing: 'no-git' });
  });

  it('runs no program that the configuration of the repository names', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const trap = join(here.folder, 'trap.sh');
    here.write('trap.sh', `#!/bin/sh\ntouch "$(dirname "$0")/.git/sprung"\n`);
    chmodSync(trap, 0o755);
    const quoted = `'${trap}'`;
    for (const name of ['core.fsmonitor', 'diff.external', 'core.pager', 'diff.x.textconv', 'diff.x.command'])
      here.git('config', name, quoted);
    here.write('.git/info/attributes', '*.txt diff=x\n');
    for (const hook of ['pre-commit', 'post-index-change', 'post-checkout'])
      symlinkSync(trap, join(here.folder, '.git/hooks', hook));
    vi.stubEnv('GIT_DIR', '/nowhere');
    vi.stubEnv('GIT_EXTERNAL_DIFF', trap);
    const edit = await editIn(here.folder, () => here.write('a.txt', '2\n'));
    vi.unstubAllEnvs();
    expect(edit.files).toEqual([{ file: 'a.txt', added: 1, removed: 1 }]);
    expect(await undoPatch(here.folder, edit.patch, ['a.txt'])).toBeNull();
    expect(existsSync(join(here.folder, '.git/sprung'))).toBe(false);
  });
});
