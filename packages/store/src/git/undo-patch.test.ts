import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createFolder, createRepository, editIn, filesOf } from '../testing/git-repository.ts';
import { hasGit } from '../testing/machine.ts';

import { findUndoProblem, undoPatch } from './undo-patch.ts';

describe.skipIf(!hasGit)('taking an edit back', () => {
  it('fits around what was changed elsewhere since, and keeps that', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    const here = createRepository({ 'a.txt': `${lines.join('\n')}\n` });
    const edit = await editIn(here.folder, () =>
      here.write('a.txt', here.read('a.txt').replace('line 3\n', 'agent\n')),
    );
    here.write('a.txt', here.read('a.txt').replace('line 28', 'person'));
    expect(await undoPatch(here.folder, edit.patch, ['a.txt'])).toBeNull();
    expect(here.read('a.txt')).toBe(`${lines.join('\n')}\n`.replace('line 28', 'person'));
  });

  it('changes nothing and names the files when one does not fit any more', async () => {
    const here = createRepository({ 'a ü.txt': '1\n', 'b.txt': '1\n', 'c.bin': '\x001', 'd.txt': '1\n' });
    const edit = await editIn(here.folder, () => {
      for (const file of ['a ü.txt', 'b.txt', 'd.txt', 'new.txt']) here.write(file, '2\n');
      here.write('c.bin', '\x002');
    });
    here.write('b.txt', 'the person\n');
    here.write('c.bin', '\x003');
    rmSync(join(here.folder, 'new.txt'));
    const before = filesOf(here.folder);
    const problem = await undoPatch(here.folder, edit.patch, [
      'a ü.txt',
      'b.txt',
      'c.bin',
      'd.txt',
      'new.txt',
    ]);
    expect(problem?.files.sort()).toEqual(['b.txt', 'c.bin', 'new.txt']);
    expect(filesOf(here.folder)).toEqual(before);
  });

  it('puts every file back when git fails in the middle', async () => {
    const here = createRepository({ 'a.txt': '1\n', 'b.txt': '1\n', 'gone.txt': '1\n' });
    const edit = await editIn(here.folder, () => {
      for (const file of ['a.txt', 'b.txt', 'new.txt']) here.write(file, '2\n');
      rmSync(join(here.folder, 'gone.txt'));
      chmodSync(join(here.folder, 'b.txt'), 0o755);
    });
    const before = filesOf(here.folder);
    // As a full disk would: some files are written, then git gives up.
    const programs = createFolder('annotate-git-').folder;
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const halfway =
      'echo 1 > a.txt; rm new.txt; echo 1 > gone.txt; chmod 644 b.txt; echo "error: no space" >&2; exit 1';
    writeFileSync(
      join(programs, 'git'),
      `#!/bin/sh\ncase "$*" in *--check*) ;; *" apply "*) ${halfway} ;; esac\nexec '${real}' "$@"\n`,
      { mode: 0o755 },
    );
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const files = edit.files.map(({ file }) => file);
    expect(await undoPatch(here.folder, edit.patch, files)).toEqual({ files: [], reason: 'no space' });
    expect(filesOf(here.folder)).toEqual(before);
    expect(statSync(join(here.folder, 'b.txt')).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['a path above the project', '../outside.txt'],
    ['an absolute path', '/tmp/annotate-outside.txt'],
    ['the hooks of git', '.git/hooks/pre-commit'],
    ['a link that leads out', 'link/outside.txt'],
  ])('refuses %s', async (_, file) => {
    const here = createRepository({ 'app/a.txt': '1\n' });
    const outside = createFolder();
    symlinkSync(outside.folder, join(here.folder, 'app/link'));
    const patch = `diff --git a/${file} b/${file}\ndeleted file mode 100644\n--- a/${file}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
    const before = filesOf(here.folder, 'app');
    expect(await findUndoProblem(join(here.folder, 'app'), patch)).not.toBeNull();
    expect(await undoPatch(join(here.folder, 'app'), patch, [])).not.toBeNull();
    expect([filesOf(here.folder, 'app'), readdirSync(outside.folder)]).toEqual([before, []]);
    expect(existsSync('/tmp/annotate-outside.txt')).toBe(false);
  });

  describe('where a link has come since', () => {
    /** An agent has made `1` to `2` in a file, and outside the project is a file that says the same. */
    async function start(file = 'src/a.txt') {
      const here = createRepository({ [file]: '1\n', 'other/a.txt': '2\n' });
      const edit = await editIn(here.folder, () => here.write(file, '2\n'));
      const outside = createFolder();
      outside.write('a.txt', '2\n');
      const undo = () => undoPatch(here.folder, edit.patch, [file]);
      return { here, outside, undo, path: join(here.folder, file) };
    }

    it.each([
      { name: 'out of the project', to: (outside: string) => join(outside, 'a.txt') },
      { name: 'into the project', to: () => '../other/a.txt' },
      { name: 'to nothing', to: (outside: string) => join(outside, 'missing.txt') },
      { name: 'to itself', to: () => 'a.txt' },
    ])('writes through no link in the place of the file: $name', async ({ to }) => {
      const { here, outside, undo, path } = await start();
      rmSync(path);
      symlinkSync(to(outside.folder), path);
      expect(await undo()).not.toBeNull();
      expect(readlinkSync(path)).toBe(to(outside.folder));
      expect([outside.read('a.txt'), here.read('other/a.txt')]).toEqual(['2\n', '2\n']);
      expect(readdirSync(outside.folder)).toEqual(['a.txt']);
    });

    it.each([
      { name: 'out of the project', to: (outside: string) => outside },
      { name: 'into the project', to: () => 'other' },
    ])('writes through no link in the place of the folder: $name', async ({ to }) => {
      const { here, outside, undo } = await start();
      rmSync(join(here.folder, 'src'), { recursive: true });
      symlinkSync(to(outside.folder), join(here.folder, 'src'));
      expect(await undo()).not.toBeNull();
      expect([outside.read('a.txt'), here.read('other/a.txt')]).toEqual(['2\n', '2\n']);
    });

    it('gives a file that is also another one a content of its own', async () => {
      const { here, outside, undo, path } = await start();
      rmSync(path);
      linkSync(join(outside.folder, 'a.txt'), path);
      expect(await undo()).toBeNull();
      expect([here.read('src/a.txt'), outside.read('a.txt')]).toEqual(['1\n', '2\n']);
    });

    it('puts nothing back through a link that came while git was at work', async () => {
      const { here, outside, undo } = await start();
      const programs = createFolder('annotate-git-').folder;
      const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      const swap = `rm -r src; ln -s '${outside.folder}' src; echo "error: no space" >&2; exit 1`;
      writeFileSync(
        join(programs, 'git'),
        `#!/bin/sh\ncase "$*" in *--check*) ;; *" apply "*) ${swap} ;; esac\nexec '${real}' "$@"\n`,
        { mode: 0o755 },
      );
      outside.write('a.txt', 'of the person\n');
      vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
      onTestFinished(() => void vi.unstubAllEnvs());
      const problem = await undo();
      expect(problem?.reason).toContain('no space');
      expect(outside.read('a.txt')).toBe('of the person\n');
      expect(readlinkSync(join(here.folder, 'src'))).toBe(outside.folder);
    });
  });
});
