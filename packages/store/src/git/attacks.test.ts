/** A repository that came from elsewhere: whatever it names as a program, nothing of it runs because we looked at it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { type Attack, attacks, createTrap, prepareAttack } from '../testing/git-attacks.ts';
import { createFolder, createRepository, editIn, statesOf } from '../testing/git-repository.ts';
import { hasGit } from '../testing/machine.ts';

import { InertRepository } from './inert-repository.ts';
import { readPersonName } from './person-name.ts';
import { undoPatch } from './undo-patch.ts';

/** All that we do with the files of a project by git, as at a claim, a resolution and an undo. */
async function lookAt(root: string, edit: () => void): Promise<void> {
  const states = statesOf(root);
  const before = await states.take();
  edit();
  const after = await states.take();
  if (!('tree' in before) || !('tree' in after)) return;
  const diff = await states.compare(before.tree, after.tree, {});
  await states.advance(before.tree, after.tree, ['a.txt']);
  await undoPatch(root, diff?.patch ?? '', diff?.files.map(({ file }) => file) ?? []).catch(() => null);
}

describe.skipIf(!hasGit)('nothing runs that a repository names', () => {
  it.each(attacks)('$name', async (attack: Attack) => {
    const { root, top, trap } = prepareAttack(attack);
    // Git compares the content of files that are newer than its index.
    for (const project of [root, top]) project.write('a.txt', 'changed\n');
    await readPersonName(root.folder);
    await lookAt(root.folder, () => root.write('a.txt', 'changed again\n'));
    expect(trap.sprung()).toEqual([]);
  });

  it('when an object is missing and a remote could be asked for it', async () => {
    const attack = attacks.find(({ name }) => name.startsWith('a remote'));
    if (attack === undefined) throw new Error('There is no such attack.');
    const { root, trap } = prepareAttack(attack);
    const blob = root.git('rev-parse', 'HEAD:a.txt').trim();
    rmSync(join(root.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await lookAt(root.folder, () => root.write('a.txt', 'changed\n'));
    expect(trap.sprung()).toEqual([]);
  });

  it('because hooks and templates are looked for in a folder of ours', async () => {
    const here = createRepository({ 'a.txt': '1\n' });
    const repository = await InertRepository.open(here.folder, { isPrivate: true });
    if (repository === null) throw new Error('There is no repository.');
    onTestFinished(() => repository.close());
    const asked = ['hooks', 'config', 'info/attributes', 'modules'];
    const found = await Promise.all(asked.map((name) => repository.git(['rev-parse', '--git-path', name])));
    expect(found).toEqual(asked.map((name) => join(repository.folder, name)));
    const settings = await repository.git(['config', '--list', '--name-only']);
    // A relative path would be one of the tree.
    expect(settings).not.toMatch(/hookspath|command|program|template/);
  });

  it.each([
    ['GIT_EXTERNAL_DIFF', (trap: string) => trap],
    ['GIT_PAGER', (trap: string) => trap],
    ['GIT_EDITOR', (trap: string) => trap],
    ['GIT_SSH_COMMAND', (trap: string) => trap],
    ['GIT_ASKPASS', (trap: string) => trap],
    ['GIT_PROXY_COMMAND', (trap: string) => trap],
    ['GIT_CONFIG_PARAMETERS', (trap: string) => `'core.fsmonitor=${trap}' 'filter.x.clean=${trap}'`],
  ])('that the variable %s names', async (name, valueFor) => {
    const trap = createTrap();
    const here = createRepository({ 'a.txt': '1\n', '.gitattributes': '* filter=x diff=x\n' });
    vi.stubEnv(name, valueFor(trap.program));
    onTestFinished(() => void vi.unstubAllEnvs());
    await lookAt(here.folder, () => writeFileSync(join(here.folder, 'a.txt'), '2\n'));
    expect(trap.sprung()).toEqual([]);
  });

  it('that variables configure, and no other repository is used that they name', async () => {
    const trap = createTrap();
    const [here, other] = [createRepository({ 'a.txt': '1\n' }), createRepository({ 'b.txt': '1\n' })];
    here.write('.gitattributes', '* filter=x diff=x\n');
    const variables = {
      GIT_DIR: join(other.folder, '.git'),
      GIT_WORK_TREE: other.folder,
      GIT_INDEX_FILE: join(other.folder, '.git/index'),
      GIT_EXEC_PATH: createFolder().folder,
      GIT_TEMPLATE_DIR: other.folder,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'filter.x.clean',
      GIT_CONFIG_VALUE_0: trap.command('clean'),
      GIT_CONFIG_KEY_1: 'core.fsmonitor',
      GIT_CONFIG_VALUE_1: trap.command('fsmonitor'),
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const states = statesOf(here.folder);
    const before = await states.take();
    writeFileSync(join(here.folder, 'a.txt'), '2\n');
    const after = await states.take();
    if (!('tree' in before) || !('tree' in after)) throw new Error('There is no tree.');
    expect((await states.compare(before.tree, after.tree, {}))?.files).toEqual([
      { file: 'a.txt', added: 1, removed: 1 },
    ]);
    expect(trap.sprung()).toEqual([]);
  });
});

describe.skipIf(!hasGit)('a repository that uses a filter', () => {
  it('has the other files recorded; a filtered file is named, and the edit has no patch that could damage it', async () => {
    const trap = createTrap();
    const here = createRepository({
      'a.txt': '1\n',
      'b.up': 'words\n',
      '.gitattributes': '*.up filter=up\n',
    });
    here.git('config', 'filter.up.clean', trap.command('clean'));
    here.git('config', 'filter.up.smudge', trap.command('smudge'));
    const plain = await editIn(here.folder, () => here.write('a.txt', '2\n'));
    expect(plain).toMatchObject({ files: [{ file: 'a.txt', added: 1, removed: 1 }], moreFiles: 0 });
    expect(plain.patch).toContain('+2\n');
    const both = await editIn(here.folder, () => {
      here.write('a.txt', '3\n');
      here.write('b.up', 'other words\n');
      here.write('c.up', 'new\n');
    });
    expect(both).toEqual({
      files: [{ file: 'a.txt', added: 1, removed: 1 }, { file: 'b.up' }, { file: 'c.up', change: 'added' }],
      moreFiles: 0,
      patch: '',
      noPatch: 'filtered',
    });
    expect(trap.sprung()).toEqual([]);
  });

  it('has a file recorded as it is where no program is known for its filter', async () => {
    const here = createRepository({ 'b.up': 'words\n', '.gitattributes': '*.up filter=unknown\n' });
    const edit = await editIn(here.folder, () => here.write('b.up', 'other words\n'));
    expect(edit.files).toEqual([{ file: 'b.up', added: 1, removed: 1 }]);
    expect(edit.patch).toContain('+other words\n');
  });
});
