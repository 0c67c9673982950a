import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { canMount } from '@annotate-mcp/store/contract';

import { sidecarFile } from '../stores/stored-comments.ts';

import { createDocuments } from './documents.ts';
import {
  commentOn,
  get,
  onEnd,
  opened,
  plan,
  project,
  put,
  until,
  useBench,
  wordsAt,
} from './testing/bench.ts';

useBench();

const sidecarOf = ({ root }: { root: string }) => sidecarFile(root, 'docs/plan.md');

const conflict = (json: string) => `<<<<<<< ours\n${json}=======\n${json}>>>>>>> theirs\n`;

describe('a sidecar that cannot be read', () => {
  it.each([
    ['git conflict markers', conflict],
    ['half of it', (json: string) => json.slice(0, json.length / 2)],
    ['nothing in it', () => ''],
    ['a newer format', (json: string) => json.replace('"version": 2', '"version": 99')],
  ])('(%s) refuses drafts, is left as it is, and is read on when it is repaired', async (_name, damage) => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: 50 });
    const [kept, next] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.persist(kept);
    const good = get(sidecarOf(place));
    const bad = damage(good);
    put(sidecarOf(place), bad);
    await until(document, () => document.problem !== null);
    expect(document.problem).toContain(sidecarOf(place));
    await expect(document.persist(next)).rejects.toMatchObject({
      code: expect.stringMatching(/^store\/(unreadable|newer|conflict)$/) as unknown,
      message: expect.stringContaining('left untouched') as unknown,
      hint: expect.stringContaining('Nothing was stored') as unknown,
    });
    await expect(document.submit([next], 'edit')).rejects.toThrow('left untouched');
    await expect(document.exportInline()).rejects.toThrow('left untouched');
    expect(get(sidecarOf(place))).toBe(bad);
    expect(get(place.file)).toBe(plan);
    expect(document.comments()).toMatchObject([{ id: kept.id }]);
    writeFileSync(place.file, `Before.\n\n${plan}`);
    await until(document, () => document.text.startsWith('Before'));
    put(sidecarOf(place), good);
    await until(document, () => document.problem === null);
    await document.persist(next);
    expect(document.comments().map(({ id }) => wordsAt(document, id))).toEqual([
      'ship in May',
      'The end is near',
    ]);
  });

  it('lets the file be read, and its comments appear when it is repaired', async () => {
    const place = project();
    const first = await opened(place);
    await first.persist(commentOn(plan, 'ship in May'));
    await first.close();
    const good = get(sidecarOf(place));
    put(sidecarOf(place), conflict(good));
    const document = await opened(place, { safetyCheckMs: 50 });
    expect(document.text).toBe(plan);
    expect(document.problem).toContain('git conflict markers');
    expect(document.comments()).toEqual([]);
    put(sidecarOf(place), good);
    await until(document, () => document.comments().length === 1 && document.problem === null);
  });
});

// Root may write everything, so a disk that can only be read is mounted.
describe.runIf(canMount())('a project that cannot be written', () => {
  it('is shown with its comments, and refuses what would have to be written', async () => {
    const { root, file } = project();
    const disk = join(root, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    onEnd(() => execFileSync('umount', ['-l', disk]));
    mkdirSync(join(disk, '.git'));
    const place = { root: disk, file: join(disk, 'docs', 'plan.md') };
    put(place.file, get(file));
    const writable = await opened(place);
    const comment = commentOn(plan, 'ship in May');
    await writable.submit([comment], 'edit');
    await writable.close();
    put(place.file, `Before.\n\n${plan}`);
    put(join(disk, 'other.md'), plan);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const document = await opened(place);
    expect(document.fileMeta.writable).toBe(false);
    expect(wordsAt(document, comment.id)).toBe('ship in May');
    const next = commentOn(document.text, 'The end is near');
    await expect(document.persist(next)).rejects.toMatchObject({ code: 'store/read-only' });
    await expect(document.exportInline()).rejects.toMatchObject({
      code: expect.stringMatching(/read-only$/) as unknown,
    });
    await expect(document.save('x', document.fileMeta.sha)).rejects.toMatchObject({
      code: 'markdown/read-only',
    });
    expect(await document.answerNow(next)).toMatchObject({ status: 'pending', store: 'memory' });
    const other = await opened({ root: disk, file: join(disk, 'other.md') });
    expect(other.problem).toBeNull();
    expect(other.text).toBe(plan);
  });
});

describe('opening', () => {
  it('refuses a file outside the roots, a folder, a picture, 50 MB and a missing file, each with its own message', async () => {
    const { root } = project();
    const outside = project();
    symlinkSync(outside.file, join(root, 'link.md'));
    put(join(root, 'picture.md'), Buffer.from([0x89, 0x50, 0, 1]));
    execFileSync('truncate', ['-s', '50M', join(root, 'large.md')]);
    const documents = createDocuments({ roots: () => [root], cwd: root });
    onEnd(() => documents.close());
    const codes = await Promise.all(
      ['link.md', '../../etc/passwd', outside.file, 'docs', 'picture.md', 'large.md', 'none.md'].map((path) =>
        documents.open(path).then(
          () => 'opened',
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(codes).toEqual([
      'markdown/outside-roots',
      expect.stringMatching(/^markdown\/(outside-roots|not-found)$/),
      'markdown/outside-roots',
      'markdown/not-a-file',
      'markdown/not-text',
      'markdown/too-large',
      'markdown/not-found',
    ]);
    expect(readdirSync(root).sort()).toEqual(['.git', 'docs', 'large.md', 'link.md', 'picture.md']);
  });

  it('returns the same document for the same file until its last user closes it', async () => {
    const { root, file } = project();
    const documents = createDocuments({ roots: () => [root], cwd: root });
    onEnd(() => documents.close());
    symlinkSync(file, join(root, 'link.md'));
    const [first, second] = await Promise.all([documents.open('docs/plan.md'), documents.open('link.md')]);
    expect(second).toBe(first);
    await first.close();
    await second.persist(commentOn(plan, 'ship in May'));
    await second.close();
    await expect(second.persist(commentOn(plan, 'ship in May'))).rejects.toMatchObject({
      code: 'store/closed',
    });
    const third = await documents.open(file);
    expect(third).not.toBe(first);
    expect(third.comments()).toHaveLength(1);
  });
});
