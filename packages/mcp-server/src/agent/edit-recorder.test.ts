import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Edit } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { PatchFiles } from '@annotate-mcp/store/git';
import { createTrap } from '@annotate-mcp/store/testing/git-attacks';

import { startLinked } from '../testing/linked-client.ts';

const [first, second] = [uuidOf(1), uuidOf(2)];

/** Annotations on `src/Card.tsx` in a project, which is a git repository unless `git` is false. */
async function startProject({ git = true, url }: { git?: boolean; url?: string } = {}) {
  const { store, root, connect } = await startLinked(url);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const runGit = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root });
  write('src/Card.tsx', '<h2>One</h2>\n');
  write('src/other.css', 'a {}\n');
  write('.gitignore', 'generated/\n');
  if (git) {
    runGit('init', '--quiet');
    runGit('add', '-A');
    runGit('commit', '--quiet', '-m', 'first');
  }
  const sourceLocation = { file: 'src/Card.tsx', line: 1, column: 1 };
  for (const id of [first, second]) {
    const annotation = { ...sampleAnnotation({ id, kind: 'element' }), sourceLocation };
    await store.add(annotation);
  }
  const { call, agent } = await connect();
  const editedOf = async (id: string): Promise<Edit | undefined> => {
    const annotation = await store.get(id);
    return annotation?.status === 'resolved' ? annotation.edited : undefined;
  };
  return { root, store, write, call, agent, editedOf };
}

describe('what an agent changed for an annotation', () => {
  it('is recorded with a patch that this user has sealed', async () => {
    const { root, store, write, call, editedOf } = await startProject();
    write('notes.txt', 'what the person had not committed\n');
    await call('acknowledge', { id: first });
    write('src/Card.tsx', '<h2>Two</h2>\n');
    write('src/new.css', 'b {}\n');
    await call('resolve', { id: first, summary: 'Done.' });
    const edited = await editedOf(first);
    expect(edited).toMatchObject({
      files: [
        { file: 'src/Card.tsx', added: 1, removed: 1 },
        { file: 'src/new.css', change: 'added', added: 1, removed: 0 },
      ],
    });
    const patches = new PatchFiles(root);
    expect(await patches.read(first, edited ?? {})).toContain('-<h2>One</h2>\n+<h2>Two</h2>\n');
    expect(await patches.read(second, edited ?? {})).toBeNull();
    expect(await patches.read(first, { ...edited, seal: 'forged' })).toBeNull();
    expect((await store.get(first))?.status).toBe('resolved');
    writeFileSync(join(root, `.annotate/edits/${edited?.patch}.patch`), 'other bytes');
    expect(await patches.read(first, edited ?? {})).toBeNull();
  });

  it('is told apart for annotations that were claimed together, and no copy of the files is left', async () => {
    const { root, write, call, editedOf } = await startProject();
    const temporary = join(root, '.annotate/temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await call('acknowledge', { id: first });
    await call('acknowledge', { id: second });
    write('src/Card.tsx', '<h2>Two</h2>\n');
    await call('resolve', { id: first });
    expect(readdirSync(temporary)).toHaveLength(1);
    write('src/other.css', 'b {}\n');
    await call('resolve', { id: second });
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
    expect((await editedOf(first))?.files.map(({ file }) => file)).toEqual(['src/Card.tsx']);
    expect((await editedOf(second))?.files.map(({ file }) => file)).toEqual(['src/other.css']);
  });

  it('is narrowed to the files that it names; a file outside of the project is refused', async () => {
    const { root, write, call, store, editedOf } = await startProject();
    await call('acknowledge', { id: first });
    write('src/Card.tsx', '<h2>Two</h2>\n');
    write('src/other.css', 'the person {}\n');
    symlinkSync('/etc', join(root, 'link'));
    for (const file of ['../x', '/etc/passwd', 'link/passwd', '.', 'a\0b'])
      await expect(call('resolve', { id: first, files: [file] })).rejects.toThrow(
        'not a file of the project',
      );
    expect((await store.get(first))?.status).toBe('acknowledged');
    await call('resolve', { id: first, files: [join(root, 'src/Card.tsx'), 'src/unchanged.ts'] });
    expect(await editedOf(first)).toMatchObject({ files: [{ file: 'src/Card.tsx', added: 1, removed: 1 }] });
  });

  it('says why there is no patch', async () => {
    const plain = await startProject({ git: false });
    await plain.call('acknowledge', { id: first });
    plain.write('src/Card.tsx', '<h2>Two</h2>\n');
    await plain.call('resolve', { id: first, files: ['src/other.css'] });
    expect(await plain.editedOf(first)).toEqual({
      files: [{ file: 'src/other.css' }, { file: 'src/Card.tsx' }],
      noPatch: 'no-git',
    });
    await plain.call('resolve', { id: second, files: ['src/other.css'] });
    expect(await plain.editedOf(second)).toEqual({
      files: [{ file: 'src/other.css' }],
      noPatch: 'not-claimed',
    });
  });

  it('has no file when none has changed, and not what this program itself writes', async () => {
    const { call, editedOf } = await startProject({ url: 'json:annotations.json' });
    await call('acknowledge', { id: first });
    await call('resolve', { id: first });
    expect(await editedOf(first)).toEqual({ files: [] });
  });

  it('has a file that git ignores, when it is known to have changed', async () => {
    const { store, write, call, editedOf } = await startProject();
    const [id, file] = [uuidOf(3), 'generated/page.html'];
    write(file, 'one\n');
    const annotation = {
      ...sampleAnnotation({ id, kind: 'element' }),
      sourceLocation: { file, line: 1, column: 1 },
    };
    await store.add(annotation);
    await call('acknowledge', { id });
    write(file, 'two\n');
    write('src/Card.tsx', '<h2>Two</h2>\n');
    await call('resolve', { id });
    expect(await editedOf(id)).toEqual({
      files: [{ file: 'src/Card.tsx', added: 1, removed: 1 }, { file }],
      noPatch: 'not-in-git',
    });
  });

  it('runs no filter of a cloned repository, also where a folder of it looks like one', async () => {
    const { root, call, write } = await startProject();
    const trap = createTrap();
    const filter = `[filter "x"]\n\tclean = ${trap.command('clean')}\n`;
    const bare = { HEAD: 'ref: refs/heads/main\n', 'objects/.keep': '', 'refs/.keep': '' };
    const files = {
      ...bare,
      config: `[core]\n\tbare = false\n\tworktree = .\n${filter}`,
      '.gitattributes': '* filter=x\n',
    };
    for (const [file, text] of Object.entries(files)) write(file, text);
    writeFileSync(join(root, '.git/config'), `${readFileSync(join(root, '.git/config'), 'utf8')}${filter}`);
    write('src/Card.tsx', '<h2>Mine</h2>\n');
    await call('acknowledge', { id: first });
    write('src/Card.tsx', '<h2>Two</h2>\n');
    await call('resolve', { id: first });
    expect(trap.sprung()).toEqual([]);
  });

  it('never keeps an agent from its claim or its resolution', async () => {
    const { root, call, write, editedOf } = await startProject();
    writeFileSync(join(root, '.git/index'), 'broken');
    await call('acknowledge', { id: first });
    write('src/Card.tsx', '<h2>Two</h2>\n');
    await call('resolve', { id: first });
    expect(await editedOf(first)).toEqual({ files: [{ file: 'src/Card.tsx' }], noPatch: 'no-git' });
    rmSync(join(root, '.git'), { recursive: true });
    await call('acknowledge', { id: second });
    await call('resolve', { id: second });
    expect(readFileSync(join(root, 'src/Card.tsx'), 'utf8')).toContain('Two');
  });
});
