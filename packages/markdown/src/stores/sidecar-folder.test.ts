import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { commentOn, get, opened, plan, project, put, useBench } from '../review/testing/bench.ts';

import { sidecarFile } from './stored-comments.ts';

useBench();

const path = 'docs/plan.md';

function repository() {
  const place = project();
  git(place.root, 'init', '-q');
  return place;
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

/** What a commit of everything would have. */
function seenByGit(root: string): string[] {
  const files = git(root, 'ls-files', '--others', '--exclude-standard', '-z').split('\0');
  return files.filter((file) => file.startsWith('.claude/'));
}

const sidecarOf = (root: string) => sidecarFile(root, path).slice(root.length + 1);

describe('drafts in the project', () => {
  it('do not travel with a commit', async () => {
    const place = repository();
    const document = await opened(place);
    await document.persist(commentOn(plan, 'in May', 'Not for others'));
    expect(get(sidecarFile(place.root, path))).toContain('Not for others');
    expect(seenByGit(place.root)).toEqual([]);
  });

  it('travel when their review is shared, and no other does', async () => {
    const place = repository();
    const other = { root: place.root, file: join(place.root, 'other.md') };
    put(other.file, plan);
    const document = await opened(place);
    await document.persist(commentOn(plan, 'in May'));
    await (await opened(other)).persist(commentOn(plan, 'in May'));
    expect(await document.share()).toBe(sidecarOf(place.root));
    expect(await document.share()).toBe(sidecarOf(place.root));
    expect(seenByGit(place.root).sort()).toEqual(
      ['.claude/md-comments/.gitignore', sidecarOf(place.root)].sort(),
    );
  });

  it('stay visible in a folder with sidecars that nothing ignores: they may be committed', async () => {
    const place = repository();
    put(join(place.root, '.claude', 'md-comments', 'older.json'), '');
    const document = await opened(place);
    await document.persist(commentOn(plan, 'in May'));
    await document.share();
    expect(seenByGit(place.root)).toContain(sidecarOf(place.root));
    expect(seenByGit(place.root)).not.toContain('.claude/md-comments/.gitignore');
  });
});

it('a folder that is a link out of the project gets no file', async () => {
  const place = repository();
  const outside = project();
  const folder = dirname(sidecarFile(place.root, path));
  mkdirSync(dirname(folder), { recursive: true });
  symlinkSync(outside.root, folder);
  const document = await opened(place);
  await expect(document.persist(commentOn(plan, 'in May'))).rejects.toThrow();
  await expect(document.share()).rejects.toThrow();
  expect(() => get(join(outside.root, '.gitignore'))).toThrow('ENOENT');
});
