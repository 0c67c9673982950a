import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { dismiss, editText, reply } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime } from '@annotate-mcp/core/testing';

import { listAll } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import type { Store } from '../../store.ts';
import { hasGit } from '../../testing/machine.ts';

import { resolveConflicts } from './resolve-conflicts.ts';

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'json:docs/team review.json',
});
const path = 'docs/team review.json';
const at = (minute: number) => new Date(sampleTime.getTime() + minute * 60_000);

let folder = '';
beforeEach(() => {
  folder = testBed.folder();
});

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main'];
const git = (...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });

async function change(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await testBed.open(folder);
  await work(store);
  await store.close();
}

/** The same id for the same number, in no order of time, as real ones. */
const idOf = (n: number) => {
  const hex = ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return `${hex}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
};
const numbered = (n: number) => sampleAnnotation({ id: idOf(n), at: at(n) });
const add = (n: number) => (store: Store) => store.add(numbered(n));
const edit = (n: number) => (store: Store) =>
  store.update(idOf(n), (a) => editText(a, sampleAuthor, at(500), `edited ${n}`));
const remove = (n: number) => async (store: Store) => {
  await store.update(idOf(n), (a) => dismiss(a, sampleAuthor, at(500), { id: idOf(900), message: 'no' }));
  await store.remove(idOf(n));
};

interface Branches {
  /** How many annotations both branches begin with; `null` when there is no file yet. */
  base: number | null;
  one: ((store: Store) => Promise<unknown>)[];
  two: ((store: Store) => Promise<unknown>)[];
}

/** Both branches are made and committed; the merge of the first into the second is still to be done. */
async function makeBranches({ base, one, two }: Branches): Promise<void> {
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'begin');
  if (base !== null) {
    // A file with nothing in it is one from which everything was removed.
    const first = [add(1), ...Array.from({ length: Math.max(0, base - 1) }, (_, n) => add(n + 2))];
    await change(async (store) => {
      for (const step of first) await step(store);
      if (base === 0) await store.remove(idOf(1));
    });
    git('add', '-A');
    git('commit', '-qm', 'base');
  }
  git('branch', 'base');
  for (const [name, steps] of [
    ['one', one],
    ['two', two],
  ] as const) {
    git('checkout', '-q', '-B', name, 'base');
    await change(async (store) => {
      for (const step of steps) await step(store);
    });
    git('add', '-A');
    git('commit', '-qm', name);
  }
}

const merged = () => spawnSync('git', [...identity, 'merge', '-q', '-m', 'both', 'one'], { cwd: folder });
const found = async () => {
  const store = await testBed.open(folder);
  const annotations = await listAll(store);
  return annotations.map(({ id, annotationText, origin }) => `${id} ${annotationText}${origin ?? ''}`).sort();
};
const expected = (texts: Record<number, string>) =>
  Object.entries(texts)
    .map(([n, text]) => `${idOf(Number(n))} ${text || numbered(1).annotationText}`)
    .sort();
const untouched = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, n) => [from + n, '']));

describe.skipIf(!hasGit)('a git merge of two branches', () => {
  const cases: (Branches & { name: string; result: Record<number, string> })[] = [
    {
      name: 'that each added to a file',
      base: 4,
      one: [add(11), add(12)],
      two: [add(21), add(22)],
      result: { ...untouched(1, 4), 11: '', 12: '', 21: '', 22: '' },
    },
    {
      name: 'that each added to an empty file',
      base: 0,
      one: [add(11)],
      two: [add(21), add(22)],
      result: { 11: '', 21: '', 22: '' },
    },
    {
      name: 'that each made the file',
      base: null,
      one: [add(11)],
      two: [add(21)],
      result: { 11: '', 21: '' },
    },
    {
      name: 'that edited, added and deleted neighbours',
      base: 3,
      one: [edit(1), add(11)],
      two: [remove(2), edit(3), add(21)],
      result: { 1: 'edited 1', 3: 'edited 3', 11: '', 21: '' },
    },
  ];

  it.each(cases)('$name has what both did', async ({ result, ...branches }) => {
    await makeBranches(branches);
    expect(merged().status).toBe(0);
    expect(await found()).toEqual(expected(result));
    expect(git('ls-files').toString()).toBe(`"${path}"\n`.replaceAll('"', ''));
  });

  const matrix = [0, 1, 2, 5, 13, 40].flatMap((base) =>
    Array.from({ length: 8 }, (_, seed) => ({ base, seed })),
  );
  it.each(matrix)(
    'holds for $base annotations and seed $seed',
    { tags: ['full'] },
    async ({ base, seed }) => {
      const [one, two] = [100 + 7 * seed, 300 + 11 * seed];
      const edits = base >= 2 ? { one: [edit(1)], two: [edit(2)] } : { one: [], two: [] };
      await makeBranches({
        base,
        one: [add(one), add(one + 1), ...edits.one],
        two: [add(two), ...edits.two],
      });
      expect(merged().status).toBe(0);
      const edited = base >= 2 ? { 1: 'edited 1', 2: 'edited 2' } : {};
      const added = { [one]: '', [one + 1]: '', [two]: '' };
      expect(await found()).toEqual(expected({ ...untouched(1, base), ...edited, ...added }));
    },
  );
});

describe.skipIf(!hasGit)('conflict markers', () => {
  it.each(['merge', 'diff3'])('of style %s are resolved with both sides', async (style) => {
    await makeBranches({
      base: 2,
      one: [
        add(11),
        (store) =>
          store.update(idOf(1), (a) => reply(a, sampleAgent, at(300), { id: idOf(901), message: 'Which?' })),
      ],
      two: [add(21), edit(1)],
    });
    // As in a clone in which the store was never opened.
    rmSync(join(folder, '.git', 'info', 'attributes'));
    git('config', 'merge.conflictStyle', style);
    expect(merged().status).toBe(1);
    const file = join(folder, path);
    expect(readFileSync(file, 'utf8')).toContain('<<<<<<<');
    await expect(testBed.open(folder)).rejects.toMatchObject({ code: 'store/conflict' });
    expect(resolveConflicts(file)).toEqual({ annotations: 4, combined: 1 });
    expect(await found()).toEqual(expected({ 1: 'edited 1', 2: '', 11: '', 21: '' }));
    const store = await testBed.open(folder);
    expect((await store.get(idOf(1)))?.replies).toMatchObject([{ message: 'Which?' }]);
    expect(resolveConflicts(file)).toBeNull();
  });
});
