/** Several agents at once, each in a git worktree, with a real repository. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { isApart } from '@annotate-mcp/core';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import { createWorkProject, patience, type WorkProject } from './testing/work-project.ts';

let here: WorkProject;
const branchOf = async (id: string) => (await here.workOn(id))?.branch;
const branches = () => here.git('branch', '--list', 'annotate/*', '--format=%(refname:short)').trim();

beforeEach(async () => {
  here = await createWorkProject();
  here.write('.gitignore', '.annotate\n');
});
afterEach(() => here.close());

it.skipIf(!hasGit)(
  'two agents work at once, and what the person decides becomes of each result',
  async () => {
    commit();
    here.write(
      'src/Card.tsx',
      here.read('src/Card.tsx').replace('</section>', '  <p>Not committed</p>\n</section>'),
    );

    await here.start({ worktrees: true, agents: 2 });
    const [first, second] = [
      await here.send('make it say "Alpha"', 2),
      await here.send('make it say "Beta"', 4),
    ];
    await expect.poll(() => here.questions.length, patience).toBe(2);

    expect(here.read('src/Card.tsx')).not.toMatch(/Alpha|Beta/);
    expect(branches().split('\n').sort()).toEqual(
      [
        `annotate/${first.slice(0, 8)}-make-it-say-alpha`,
        `annotate/${second.slice(0, 8)}-make-it-say-beta`,
      ].sort(),
    );
    expect(questionAbout(first)?.asked).toMatchObject({
      kind: 'branch',
      files: [{ file: 'src/Card.tsx' }],
      options: [{ id: 'apply' }, { id: 'discard' }],
    });
    expect(questionAbout(first)?.asked.diffs?.[0]?.patch).toContain('+  <h2>Alpha</h2>');
    expect(questionAbout(first)?.asked.diffs?.[0]?.patch).not.toContain('+  <p>Not committed</p>');
    const [, author, subject] = here
      .git('log', '-1', '--format=%n%an%n%s', (await branchOf(first))?.name ?? '')
      .split('\n');
    expect({ author, subject }).toEqual({ author: 'Ada', subject: 'make it say "Alpha"' });

    // What the agent's server has seen is what was done in the worktree, without what the person had not committed.
    expect(await here.get(first)).toMatchObject({
      status: 'resolved',
      edited: { files: [{ file: 'src/Card.tsx', added: 1, removed: 1 }], apart: true },
    });

    const staged = here.git('diff', '--cached');
    questionAbout(first)?.answer({ optionId: 'apply' });
    await expect
      .poll(() => branchOf(first), patience)
      .toMatchObject({ state: 'applied', files: ['src/Card.tsx'] });
    expect(here.read('src/Card.tsx')).toMatch(/Alpha[^]*Not committed/);
    expect(here.git('diff', '--cached')).toBe(staged);
    expect(await here.get(first)).toMatchObject({
      status: 'resolved',
      edited: { files: [{ file: 'src/Card.tsx' }], appliedAt: expect.any(String) as string },
    });
    expect(isApart(await here.get(first))).toBe(false);
    questionAbout(second)?.answer({ optionId: 'discard' });
    await expect.poll(() => branchOf(second), patience).toMatchObject({ state: 'discarded' });
    expect(here.read('src/Card.tsx')).not.toContain('Beta');
    expect(await here.get(second)).toMatchObject({
      status: 'pending',
      undoneAt: expect.any(String) as string,
    });
    expect([branches(), here.git('worktree', 'list').trim().split('\n').length]).toEqual(['', 1]);
  },
);

it.skipIf(!hasGit)(
  'a result that conflicts changes nothing, names the files and stays a branch',
  { tags: 'full' },
  async () => {
    commit();
    const work = await here.start({ worktrees: true, agents: 1 });
    const id = await here.send('make it say "Alpha"', 2);
    await expect.poll(() => here.questions.length, patience).toBe(1);
    const mine = here.read('src/Card.tsx').replace('One', 'Mine');
    here.write('src/Card.tsx', mine);
    questionAbout(id)?.answer({ optionId: 'apply' });
    await expect
      .poll(() => branchOf(id), patience)
      .toMatchObject({ state: 'conflict', conflicts: ['src/Card.tsx'] });
    await expect
      .poll(() => questionAbout(id)?.asked.title, patience)
      .toBe('The result conflicts with your files');
    expect(here.read('src/Card.tsx')).toBe(mine);
    await work.close();
    expect(branches()).toBe(`annotate/${id.slice(0, 8)}-make-it-say-alpha`);
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  },
);

it.skipIf(!hasGit).each([
  { what: 'without a commit', prepare: () => Promise.resolve(), says: /has no commit yet/ },
  {
    what: 'that is no repository',
    prepare: () => rm(join(here.root, '.git'), { recursive: true }),
    says: /is in no git repository/,
  },
])('refuses worktrees in a project $what', async ({ prepare, says }) => {
  await prepare();
  await expect(here.start({ worktrees: true, agents: 2 })).rejects.toThrow(says);
  expect(existsSync(join(here.root, '..', 'worktrees'))).toBe(false);
});

function commit(): void {
  here.git('config', 'user.name', 'Ada');
  here.git('config', 'user.email', 'ada@example.org');
  here.git('add', '--all');
  here.git('commit', '--quiet', '--message', 'first');
}

function questionAbout(id: string) {
  return here.questions.find(({ asked }) => asked.annotationId === id);
}
