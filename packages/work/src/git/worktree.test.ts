/** Worktrees of a repository that came from elsewhere, and of one that uses filters honestly. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  type Attack,
  attacks,
  combinedAttacks,
  createTrap,
  prepareAttack,
} from '@annotate-mcp/store/testing/git-attacks';
import {
  createFolder,
  createPartialClone,
  createRepository,
  filesOf,
  type Project,
  projectIn,
} from '@annotate-mcp/store/testing/git-repository';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import { findRepository } from './repository.ts';
import {
  addWorktree,
  applyWorktree,
  commitWorktree,
  diffsOf,
  removeFolder,
  removeWorktree,
  type Worktree,
} from './worktree.ts';

/** The worktree of an agent, and the folder that it works in. */
async function begin(root: string): Promise<{ worktree: Worktree; there: Project }> {
  const path = join(createFolder().folder, 'worktrees', 'of agent');
  const worktree = await addWorktree(await findRepository(root), 'annotate/1', path);
  return { worktree, there: projectIn(worktree.path) };
}

/** All that is done with a worktree, from the claim to Apply. */
async function workBeside(attack: Attack): Promise<void> {
  const { root, top, trap } = prepareAttack(attack);
  for (const project of [root, top]) project.write('a.txt', 'of the person\n');
  const found = await findRepository(root.folder).catch(() => null);
  // Of a repository without a commit there are no worktrees.
  if (found === null) {
    expect(trap.sprung()).toEqual([]);
    return;
  }
  const { worktree, there } = await begin(root.folder);
  there.write('src/b.txt', 'of the agent\n');
  const files = await commitWorktree(worktree, 'work');
  expect(files).toEqual(['src/b.txt']);
  expect((await diffsOf(worktree, files))[0]?.patch).toContain('+of the agent');
  // Both have changed it, so that a merge driver would be asked.
  top.write('src/b.txt', '1\n\n\nof the person\n');
  await applyWorktree(worktree);
  top.write('src/b.txt', '1\n');
  await applyWorktree(worktree);
  await removeWorktree(worktree);
  expect(trap.sprung()).toEqual([]);
}

describe.skipIf(!hasGit)('nothing runs that a repository names, in the worktree of an agent', () => {
  it.each(combinedAttacks)('$name', workBeside);

  it('when an object is missing and a remote could be asked for it', async () => {
    const attack = attacks.find(({ name }) => name.startsWith('a remote'));
    if (attack === undefined) throw new Error('There is no such attack.');
    const { root, trap } = prepareAttack(attack);
    const blob = root.git('rev-parse', 'HEAD:src/b.txt').trim();
    rmSync(join(root.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await expect(begin(root.folder)).rejects.toThrow('git');
    expect(trap.sprung()).toEqual([]);
  });

  it('a link where worktrees are kept', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const outside = createFolder();
    symlinkSync(outside.folder, join(here.folder, '.git/worktrees'));
    await expect(begin(here.folder)).rejects.toThrow('is a link; no worktree was added.');
    expect(readdirSync(outside.folder)).toEqual([]);
  });
});

describe.skipIf(!hasGit)(
  'nothing runs that a repository names alone, in the worktree of an agent',
  { tags: 'full' },
  () => {
    it.each(attacks)('$name', workBeside);
  },
);

describe.skipIf(!hasGit)('a worktree', () => {
  it('is one for git, with the index of its files, and is gone when it is removed', async () => {
    const here = createRepository({ 'a.txt': '1\n', 'src/b.txt': '1\n' });
    here.write('a.txt', 'not committed\n');
    const status = here.git('status', '--porcelain');
    const { worktree, there } = await begin(here.folder);
    expect(there.read('a.txt')).toBe('not committed\n');
    expect(there.git('status', '--porcelain')).toBe('');
    expect(there.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('annotate/1');
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(2);
    there.write('new.txt', '2\n');
    expect(await commitWorktree(worktree, 'work')).toEqual(['new.txt']);
    expect(there.git('status', '--porcelain')).toBe('');
    here.git('fsck', '--strict');
    expect(here.git('status', '--porcelain')).toBe(status);
    await removeFolder(worktree);
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(here.git('show', 'annotate/1:new.txt')).toBe('2\n');
    here.git('pack-refs', '--all');
    await removeWorktree(worktree);
    expect(here.git('branch', '--list', 'annotate/*')).toBe('');
    expect(here.git('branch', '--list', 'main').trim()).toBe('* main');
  });

  it('has a diff for each file, whatever its name, kind and text are', async () => {
    const here = createRepository({ 'a.txt': '1\n', 'b.txt': '1\n', 'é "c".txt': '1\n' });
    const { worktree, there } = await begin(here.folder);
    there.write('a.txt', 'text\rdiff --git a/b.txt b/b.txt\n');
    rmSync(join(there.folder, 'b.txt'));
    symlinkSync('a.txt', join(there.folder, 'b.txt'));
    there.write('é "c".txt', 'ü\n');
    const diffs = await diffsOf(worktree, await commitWorktree(worktree, 'work'));
    expect(diffs.map(({ file, patch }) => [file, patch.match(/^[+-](?![+-]).*/gm)])).toEqual([
      ['a.txt', ['-1', '+text']],
      ['b.txt', ['-1', '+a.txt']],
      ['é "c".txt', ['-1', '+ü']],
    ]);
    expect(diffs[0]?.patch).toContain('+text\rdiff --git a/b.txt b/b.txt\n');
  });

  it('has the files that the person has, of a partial clone too, and Apply changes nothing else', async () => {
    const here = createPartialClone({ 'a.txt': '1\n', 'src/b.txt': '1\n', 'src/far.txt': 'far away\n' });
    here.write('a.txt', 'of the person\n');
    const { worktree, there } = await begin(here.folder);
    expect(Object.keys(filesOf(there.folder)).toSorted()).toEqual(['a.txt', 'src/b.txt']);
    expect(there.git('status', '--porcelain')).toBe('');
    there.write('src/b.txt', 'of the agent\n');
    expect(await commitWorktree(worktree, 'work')).toEqual(['src/b.txt']);
    expect(await applyWorktree(worktree)).toEqual({});
    expect([here.read('a.txt'), here.read('src/b.txt')]).toEqual(['of the person\n', 'of the agent\n']);
    expect(here.git('status', '--porcelain')).toBe(' M a.txt\n M src/b.txt\n');
    expect(here.git('rev-list', '--objects', '--missing=print', 'HEAD')).toContain('?');
  });

  it.each([['1\n'], ['of the person\n']])(
    'is applied in a shallow clone, where a file is %j',
    async (text) => {
      const origin = createRepository({ 'a.txt': '1\n', 'src/b.txt': '1\n' });
      origin.write('src/b.txt', '2\n');
      origin.git('commit', '--quiet', '-a', '-m', 'second');
      const parent = createFolder();
      parent.git('clone', '--quiet', '--depth=1', `file://${encodeURI(origin.folder)}`, 'here');
      const here = projectIn(join(parent.folder, 'here'));
      here.write('a.txt', text);
      const { worktree, there } = await begin(here.folder);
      there.write('src/b.txt', 'of the agent\n');
      expect(await commitWorktree(worktree, 'work')).toEqual(['src/b.txt']);
      expect(await applyWorktree(worktree)).toEqual({});
      expect([here.read('a.txt'), here.read('src/b.txt')]).toEqual([text, 'of the agent\n']);
    },
  );

  it('has what the agent committed on a branch of its own', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const { worktree, there } = await begin(here.folder);
    there.git('checkout', '--quiet', '-b', 'mine');
    there.write('a.txt', '2\n');
    there.git('commit', '--quiet', '--all', '--message', 'mine');
    expect(await commitWorktree(worktree, 'work')).toEqual(['a.txt']);
    expect(there.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('annotate/1');
    expect(await applyWorktree(worktree)).toEqual({});
    expect(here.read('a.txt')).toBe('2\n');
  });

  it.each(['core.autocrlf', 'core.eol'])('keeps the line endings that %s gives the files', async (name) => {
    const here = createRepository({ '.gitattributes': '*.txt text\n', 'a.txt': '1\n2\n', 'b.txt': '1\n' });
    here.git('config', name, name === 'core.eol' ? 'crlf' : 'true');
    here.git('rm', '--cached', '-r', '--quiet', '.');
    here.git('reset', '--quiet', '--hard');
    expect(here.read('a.txt')).toBe('1\r\n2\r\n');
    const { worktree, there } = await begin(here.folder);
    expect(there.read('a.txt')).toBe('1\r\n2\r\n');
    there.write('a.txt', '1\r\nagent\r\n');
    expect(await commitWorktree(worktree, 'work')).toEqual(['a.txt']);
    expect(here.git('show', 'annotate/1:a.txt')).toBe('1\nagent\n');
    expect(await applyWorktree(worktree)).toEqual({});
    expect([here.read('a.txt'), here.read('b.txt')]).toEqual(['1\r\nagent\r\n', '1\r\n']);
    expect(here.git('status', '--porcelain').trim()).toBe('M a.txt');
  });
});

/** A repository whose files are in capitals for the person, and in small letters in git. Its filter says when it runs. */
function createFiltered() {
  const trap = createTrap();
  const program = join(createFolder().folder, 'filter.sh');
  const trace = `${program}.trace`;
  writeFileSync(
    program,
    `#!/bin/sh\necho "$1" >> '${trace}'\ncase "$1" in clean) tr A-Z a-z ;; *) tr a-z A-Z ;; esac\n`,
    {
      mode: 0o755,
    },
  );
  const here = createRepository({ 'a.txt': '1\n2\n3\n', '.gitattributes': '*.up filter=up\n' });
  for (const way of ['clean', 'smudge']) here.git('config', `filter.up.${way}`, `'${program}' ${way}`);
  here.write('b.up', 'WORDS\nOF\nTHE\nPERSON\n');
  here.write('c.up', 'MORE\n');
  here.git('add', '--all');
  here.git('commit', '--quiet', '--message', 'filtered');
  expect(here.git('show', 'HEAD:b.up')).toBe('words\nof\nthe\nperson\n');
  const forget = () => existsSync(trace) && renameSync(trace, `${trace}.before`);
  forget();
  const ran = () => (existsSync(trace) ? readFileSync(trace, 'utf8') : '');
  return { here, trap, ran };
}

describe.skipIf(!hasGit)('a repository that uses a filter', () => {
  it('has worktrees with the files as git stores them, and Apply leaves out what the filter changes', async () => {
    const { here, ran } = createFiltered();
    here.write('c.up', 'NOT COMMITTED\n');
    const { worktree, there } = await begin(here.folder);
    expect(worktree.left).toEqual(['c.up']);
    expect([there.read('b.up'), there.read('c.up')]).toEqual(['words\nof\nthe\nperson\n', 'more\n']);
    there.write('a.txt', '1\nagent\n3\n');
    there.write('b.up', 'words\nof\nthe\nagent\n');
    expect(await commitWorktree(worktree, 'work')).toEqual(['a.txt', 'b.up']);
    expect(await applyWorktree(worktree)).toEqual({ leftOut: ['b.up'] });
    expect(here.read('a.txt')).toBe('1\nagent\n3\n');
    expect([here.read('b.up'), here.read('c.up')]).toEqual(['WORDS\nOF\nTHE\nPERSON\n', 'NOT COMMITTED\n']);
    expect(ran()).toBe('');
    // What was left out is on the branch, and the person's own git applies it.
    here.git('checkout', 'annotate/1', '--', 'b.up');
    expect(here.read('b.up')).toBe('WORDS\nOF\nTHE\nAGENT\n');
  });

  it('has its other files applied although a filtered file was only touched', async () => {
    const { here, ran } = createFiltered();
    const { worktree, there } = await begin(here.folder);
    here.write('b.up', here.read('b.up'));
    there.write('a.txt', '1\nagent\n3\n');
    expect(await commitWorktree(worktree, 'work')).toEqual(['a.txt']);
    expect(await applyWorktree(worktree)).toEqual({});
    expect([here.read('a.txt'), here.read('b.up')]).toEqual(['1\nagent\n3\n', 'WORDS\nOF\nTHE\nPERSON\n']);
    expect(ran()).toBe('');
  });
});
