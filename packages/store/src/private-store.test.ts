import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { createTestBed } from './contract/test-bed.ts';
import { openStore, type Store } from './index.ts';
import { hasLinks } from './testing/machine.ts';

const testBed = createTestBed({ module: new URL('index.ts', import.meta.url).href, url: () => 'sqlite:' });
const urls = ['sqlite:', 'sqlite:data/x.db', 'json:review.json', 'json:.annotate/review.json'];
const agent = { agentId: 'a', agentName: 'x', waiting: false, since: '2026-11-15T09:30:00.000Z' };

async function used(url: string, root: string): Promise<Store> {
  const store = await openStore(url, { root });
  testBed.onEnd(() => store.close());
  await store.add(sampleAnnotation());
  await store.agents.announce(agent);
  return store;
}

/** Every file and folder that other users may read or enter, the project's own folders left out. */
function openToOthers(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== join(root, 'data') && (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(root, path));
}

describe.skipIf(process.platform === 'win32')('other users of the machine', () => {
  it.each(urls)('can read nothing of %s', async (url) => {
    const root = testBed.folder();
    await used(url, root);
    expect(openToOthers(root)).toEqual([]);
    expect(statSync(join(root, '.annotate')).mode & 0o777).toBe(0o700);
  });

  it('lose what an older release gave them when the owner opens the store', async () => {
    const root = testBed.folder();
    const store = await used('sqlite:', root);
    await store.close();
    const paths = readdirSync(join(root, '.annotate')).map((name) => join(root, '.annotate', name));
    for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    chmodSync(join(root, '.annotate'), 0o755);
    await used('sqlite:', root);
    expect(openToOthers(root).filter((path) => !path.endsWith('ignore'))).toEqual([]);
  });
});

describe.skipIf(!hasLinks)('a link in the project', () => {
  it.each([
    ['.annotate', 'sqlite:'],
    ['.annotate', 'json:review.json'],
    ['.annotate/store.db', 'sqlite:'],
    ['.annotate/live-1.db', 'sqlite:'],
    ['.annotate/wake', 'sqlite:'],
    ['.annotate/wake/store.db', 'sqlite:'],
    ['.annotate/store.db.lock.db', 'sqlite:'],
    ['review.json', 'json:review.json'],
    ['docs', 'json:docs/review.json'],
  ])('from %s out of it is refused for %s, and nothing is written there', async (link, url) => {
    const [root, outside] = [testBed.folder(), testBed.folder()];
    const isFolder = !/\.\w+$/.test(link.slice(1));
    const target = join(outside, 'target');
    if (isFolder) mkdirSync(target);
    else writeFileSync(target, 'precious');
    mkdirSync(join(root, link, '..'), { recursive: true });
    symlinkSync(target, join(root, link));
    await expect(openStore(url, { root })).rejects.toMatchObject({
      code: 'store/outside',
      message: expect.stringContaining(target) as unknown,
      hint: expect.stringContaining('Remove the link') as unknown,
    });
    expect(isFolder ? readdirSync(target) : readFileSync(target, 'utf8')).toEqual(isFolder ? [] : 'precious');
    // Nor is a file created where a link to nothing points.
    rmSync(target, { recursive: true });
    await expect(openStore(url, { root })).rejects.toMatchObject({ code: 'store/outside' });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('that stays inside of it is followed', async () => {
    const root = testBed.folder();
    mkdirSync(join(root, 'kept'));
    symlinkSync('kept', join(root, '.annotate'));
    await used('sqlite:', root);
    expect(readdirSync(join(root, 'kept'))).toContain('store.db');
  });

  it('is none when the project itself is reached through a link', async () => {
    const [root, link] = [testBed.folder(), join(testBed.folder(), 'link')];
    symlinkSync(root, link);
    const store = await used('sqlite:', link);
    expect(store.url).toBe(`sqlite:${join(realpathSync(root), '.annotate', 'store.db')}`);
  });

  it('does not keep the user from naming a place outside of it', async () => {
    const [root, outside] = [testBed.folder(), testBed.folder()];
    const store = await used(`sqlite:${join(outside, 'x.db')}`, root);
    await store.close();
    renameSync(join(outside, 'x.db'), join(outside, 'y.db'));
    symlinkSync(join(outside, 'y.db'), join(outside, 'x.db'));
    await used(`sqlite:${join(outside, 'x.db')}`, root);
  });
});
