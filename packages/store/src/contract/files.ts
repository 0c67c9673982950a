import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { AnnotateError } from '@annotate-mcp/core';
import { sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from './reader.ts';
import { moduleOf, type Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';

/** Damaged files, full disks and read-only disks. */
export function filesContract(subject: Subject): void {
  const { file } = subject;
  if (file === undefined) return;
  const testBed = createTestBed(subject);

  async function filledFolder(count = 20): Promise<string> {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (let n = 1; n <= count; n++) await store.add(sampleOfSize(6_000, { id: uuidOf(n) }));
    await store.close();
    return folder;
  }

  const damages: Record<string, (path: string) => void | Promise<void>> = {
    truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    empty: (path) => writeFileSync(path, ''),
    garbage: (path) => writeFileSync(path, randomBytes(20_000)),
    'half written': (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(randomBytes(4_096), bytes.length - 8_192, bytes.length - 4_096));
    },
    newer: (path) => file.makeNewer(path),
  };

  describe('a damaged store', () => {
    it.each(Object.keys(damages))('that is %s is refused, named, and left as it is', async (damage) => {
      const folder = await filledFolder();
      const path = file.path(folder);
      await damages[damage]?.(path);
      const before = readFileSync(path);
      const refusal: unknown = await testBed.open(folder).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AnnotateError);
      expect(refusal).toMatchObject({
        code: damage === 'newer' ? 'store/newer' : 'store/unreadable',
        message: expect.stringContaining(path) as unknown,
        hint: expect.stringMatching(/\w{4}/) as unknown,
      });
      expect(readFileSync(path).equals(before)).toBe(true);
    });
  });

  describe('a store that is damaged while open', () => {
    it('is reported to its readers, harms no process, and is read on when it is repaired', async () => {
      const folder = await filledFolder(3);
      const path = file.path(folder);
      const store = await testBed.open(folder, { safetyCheckMs: 50 });
      const reader = await Reader.fromNow(store);
      const good = join(folder, 'good');
      const bad = join(folder, 'bad');
      copyFileSync(path, good);
      writeFileSync(bad, randomBytes(20_000));
      renameSync(bad, path);
      await reader.until(() => reader.errors.length > 0);
      expect(reader.errors[0]).toMatchObject({ code: 'store/unreadable' });
      await expect(store.list()).rejects.toMatchObject({ code: 'store/unreadable' });
      renameSync(good, path);
      await store.add(sampleOfSize(6_000, { id: uuidOf(9) }));
      await reader.until(() => reader.copy.has(uuidOf(9)));
      expect(reader.copy.size).toBe(4);
      expect(reader.errors).toHaveLength(1);
    });

    it('and replaced is noticed also when another reader looked first', async () => {
      const [folder, elsewhere] = [await filledFolder(2), await filledFolder(5)];
      const store = await testBed.open(folder, { safetyCheckMs: 200 });
      const reader = await Reader.fromNow(store);
      await reader.until(() => reader.copy.size === 2);
      renameSync(file.path(elsewhere), file.path(folder));
      expect(await store.count()).toBe(5);
      await reader.until(() => reader.copy.size === 5);
    });
  });

  describe('a link to the file', () => {
    it('leads to the same store, and stays a link', async () => {
      const folder = await filledFolder(1);
      const path = file.path(folder);
      const kept = join(folder, `kept${extname(path)}`);
      renameSync(path, kept);
      symlinkSync(kept, path);
      const scheme = subject.url(folder).split(':', 1)[0] ?? '';
      const { openStore } = await moduleOf(subject);
      const direct = await openStore(`${scheme}:${kept}`, { root: folder });
      testBed.onEnd(() => direct.close());
      const linked = await testBed.open(folder);
      expect(linked.url).toBe(direct.url);
      await linked.add(sampleOfSize(6_000, { id: uuidOf(9) }));
      expect(await direct.count()).toBe(2);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
    });
  });

  describe('a store that is deleted while open', () => {
    it('is not made again when the whole project is gone', async () => {
      const folder = await filledFolder(1);
      const store = await testBed.open(folder, { safetyCheckMs: 50 });
      const reader = await Reader.fromNow(store);
      await reader.until(() => reader.copy.size === 1);
      const gone = Promise.withResolvers<unknown>();
      store.agents.subscribe({ agents: () => undefined, error: gone.resolve });
      await store.agents.announce({
        agentId: 'a',
        agentName: 'claude-code',
        waiting: false,
        since: sampleTime.toISOString(),
      });
      rmSync(folder, { recursive: true });
      expect(await gone.promise).toMatchObject({
        code: 'store/failed',
        message: `The folder ${folder} is gone, so nothing can be stored in it.`,
      });
      await expect(store.add(sampleOfSize(6_000, { id: uuidOf(9) }))).rejects.toMatchObject({
        code: 'store/failed',
      });
      if (subject.feed === 'log') await expect(store.list()).rejects.toMatchObject({ code: 'store/failed' });
      else expect(await store.count()).toBe(0);
      await store.close();
      expect(existsSync(folder)).toBe(false);
    });

    it.each(['the file', 'its folder .annotate too'])('(%s) still keeps what is added next', async (what) => {
      const folder = await filledFolder(3);
      const store = await testBed.open(folder, { safetyCheckMs: 50 });
      const reader = await Reader.fromNow(store);
      rmSync(file.path(folder));
      if (what !== 'the file') rmSync(join(folder, '.annotate'), { recursive: true, force: true });
      await store.add(sampleOfSize(6_000, { id: uuidOf(9) }));
      await reader.until(() => reader.copy.size === 1 && reader.copy.has(uuidOf(9)));
      const other = await testBed.open(folder);
      expect((await listAll(other)).map(({ id }) => id)).toEqual([uuidOf(9)]);
      await other.add(sampleOfSize(6_000, { id: uuidOf(10) }));
      await reader.until(() => reader.copy.has(uuidOf(10)));
    });
  });

  // A full or read-only disk is made by mounting one, which takes rights that a developer's account may lack.
  describe.runIf(canMount())('a disk', () => {
    it('that is full gives a clear error, keeps the old data readable, and is used again when there is room', async () => {
      const folder = mounted('size=3m');
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1024 * 1024));
      const store = await testBed.open(folder);
      const kept: string[] = [];
      let failure: unknown = null;
      for (let n = 1; failure === null && n <= 1_000; n++) {
        await store.add(sampleOfSize(6_000, { id: uuidOf(n) })).then(
          ({ id }) => kept.push(id),
          (error: unknown) => (failure = error),
        );
      }
      expect(failure).toMatchObject({
        code: 'store/full',
        hint: expect.stringContaining('space') as unknown,
      });
      expect((await listAll(store)).map(({ id }) => id)).toEqual(kept);
      rmSync(ballast);
      const next = await store.add(sampleOfSize(6_000, { id: uuidOf(5_000) }));
      await store.close();
      expect((await listAll(await testBed.open(folder))).map(({ id }) => id)).toEqual([...kept, next.id]);
    });

    it('that is read-only still reads, and says that it cannot be written', async () => {
      const folder = mounted('size=8m');
      const writable = await testBed.open(folder);
      await writable.add(sampleOfSize(6_000, { id: uuidOf(1) }));
      await writable.close();
      execFileSync('mount', ['-o', 'remount,ro', folder]);
      const store = await testBed.open(folder);
      expect((await listAll(store)).map(({ id }) => id)).toEqual([uuidOf(1)]);
      await expect(store.add(sampleOfSize(6_000, { id: uuidOf(2) }))).rejects.toMatchObject({
        code: 'store/read-only',
        message: expect.stringContaining(file.path(folder)) as unknown,
        hint: expect.stringContaining('can still be read') as unknown,
      });
      expect(await store.count()).toBe(1);
      const agent = { agentId: 'a', agentName: 'x', waiting: true, since: new Date(0).toISOString() };
      await store.agents.announce(agent);
      expect(await store.agents.list()).toEqual([agent]);
      expect(await store.changesSince(await store.head())).toMatchObject({ type: 'changes', changes: [] });
    });
  });

  function mounted(options: string): string {
    const folder = join(testBed.folder(), 'disk');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    testBed.onEnd(() => execFileSync('umount', ['-l', folder]));
    return folder;
  }
}

/** Whether a test may make a disk of its own, to fill it or to make it read-only. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    // A container without the right to mount.
    return false;
  }
}
