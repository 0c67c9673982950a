import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isPosix } from '../testing/machine.ts';

import { FileLock, type FileLockOptions } from './file-lock.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function lockOn(lockFile: string, options: Partial<FileLockOptions> = {}): FileLock {
  const lock = new FileLock(lockFile, { protects: 'plan.md', ...options });
  onTestFinished(() => lock.close());
  return lock;
}

it('runs one piece of work at a time, through one lock and through several on the same file', async () => {
  const lockFile = join(temporaryFolder(), 'made', 'when needed.lock.db');
  const [first, second] = [lockOn(lockFile), lockOn(lockFile)];
  let running = 0;
  const most: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? first : second).run(async () => {
        most.push(++running);
        await new Promise(setImmediate);
        running--;
      }),
    ),
  );
  expect(most).toEqual(Array.from({ length: 8 }, () => 1));
});

it('a lock is free again when the work fails, and when the process that held it is killed', async () => {
  const folder = temporaryFolder();
  const lock = lockOn(join(folder, 'a.lock.db'));
  await expect(lock.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const holder = await holdElsewhere(folder, 'a.lock.db');
  let isRunning = false;
  const waiting = lock.run(() => {
    isRunning = true;
  });
  expect(isRunning).toBe(false);
  holder.kill('SIGKILL');
  await waiting;
  expect(isRunning).toBe(true);
});

it('a lock is named when it is damaged, and emptied only where that was asked for', async () => {
  const lockFile = join(temporaryFolder(), 'bridge.lock');
  writeFileSync(lockFile, 'garbage{{{');
  await expect(lockOn(lockFile).run(() => 1)).rejects.toMatchObject({
    code: 'store/unreadable',
    message: expect.stringContaining('bridge.lock should be an empty lock file') as string,
  });
  expect(readFileSync(lockFile, 'utf8')).toBe('garbage{{{');
  expect(await lockOn(lockFile, { heals: true }).run(() => 1)).toBe(1);
});

it('a lock is still held by the process that had it when it was damaged and emptied', async () => {
  const folder = temporaryFolder();
  const holder = await holdElsewhere(folder, 'a.lock.db');
  onTestFinished(() => void holder.kill('SIGKILL'));
  writeFileSync(join(folder, 'a.lock.db'), 'garbage{{{');
  const lock = lockOn(join(folder, 'a.lock.db'), { heals: true, busyMs: 0 });
  await expect(lock.run(() => 1)).rejects.toMatchObject({ code: 'store/busy' });
});

it.skipIf(process.platform === 'win32')(
  'a lock is not emptied when it is a link to another file',
  async () => {
    const folder = temporaryFolder();
    const other = join(folder, 'diary.txt');
    writeFileSync(other, 'Dear diary');
    symlinkSync(other, join(folder, 'bridge.lock'));
    await expect(lockOn(join(folder, 'bridge.lock'), { heals: true }).run(() => 1)).rejects.toMatchObject({
      code: 'store/unreadable',
    });
    expect(readFileSync(other, 'utf8')).toBe('Dear diary');
  },
);

it('takes the place of an empty folder, and of no other', async () => {
  const lockFile = join(temporaryFolder(), 'bridge.lock');
  mkdirSync(join(lockFile, 'inner'), { recursive: true });
  const options = { heals: true, optional: true };
  await expect(lockOn(lockFile, options).run(() => 1)).rejects.toMatchObject({ code: 'store/unreadable' });
  rmSync(join(lockFile, 'inner'), { recursive: true });
  expect(await lockOn(lockFile, options).run(() => 1)).toBe(1);
  expect(statSync(lockFile).isFile()).toBe(true);
});

it('gives up after `busyMs`, and names the file that it protects', async () => {
  const folder = temporaryFolder();
  const holder = await holdElsewhere(folder, 'a.lock.db');
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await expect(lockOn(join(folder, 'a.lock.db'), { busyMs: 10 }).run(() => 1)).rejects.toMatchObject({
    code: 'store/busy',
    message: expect.stringMatching(
      /^plan\.md is locked by (another process|process \d+); nothing/,
    ) as unknown,
  });
});

it('runs without the lock where none can be made, if it is optional', async () => {
  const folder = temporaryFolder();
  // A folder in the place of the lock file cannot be opened as a database, for root neither.
  const lockFile = folder;
  expect(await lockOn(lockFile, { optional: true }).run(() => 'done')).toBe('done');
  await expect(lockOn(lockFile).run(() => 'done')).rejects.toMatchObject({ code: 'store/read-only' });
});

it.skipIf(!isPosix)('locks the new file after the lock file was deleted', async () => {
  const lockFile = join(temporaryFolder(), 'a.lock.db');
  const lock = lockOn(lockFile);
  await lock.run(() => undefined);
  rmSync(lockFile);
  expect(await lock.run(() => existsSync(lockFile))).toBe(true);
});

it('a lock is held through work that does not wait, whatever else in the process reads the lock file', async () => {
  const lockFile = join(temporaryFolder(), 'a.lock.db');
  const lock = lockOn(lockFile);
  await lock.run(() => undefined);
  let isDone = false;
  const readOn = async (): Promise<void> => {
    closeSync(openSync(lockFile, 'r'));
    await Promise.resolve();
    if (!isDone) await readOn();
  };
  const reading = readOn();
  const verdict = await lock.runSync(() => lockElsewhere(lockFile));
  isDone = true;
  await reading;
  expect(verdict).toBe('busy');
  expect(lockElsewhere(lockFile)).toBe('free');
});

it('a lock is shared by those who ask for that, and by no one else', () => {
  const lockFile = join(temporaryFolder(), 'a.lock.db');
  const [first, second] = [lockOn(lockFile), lockOn(lockFile)];
  expect(first.shareNow(() => second.shareNow(() => 'both'))).toBe('both');
  expect(() => first.shareNow(() => second.runNow(() => 1))).toThrow('locked');
  expect(() => first.runNow(() => second.shareNow(() => 1))).toThrow('locked');
  expect(second.runNow(() => 'alone')).toBe('alone');
});

function lockElsewhere(lockFile: string): string {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    try {
      new DatabaseSync(process.argv[1]).exec('BEGIN IMMEDIATE');
      console.log('free');
    } catch (error) {
      console.log(error.errcode === 5 ? 'busy' : error);
    }`;
  return spawnSync(process.execPath, ['-e', program, lockFile], { encoding: 'utf8' }).stdout.trim();
}

/** Resolves when the other process holds the lock. */
async function holdElsewhere(folder: string, name: string) {
  const program = join(folder, 'holder.mjs');
  const module = JSON.stringify(new URL('./file-lock.ts', import.meta.url).href);
  writeFileSync(
    program,
    `import { FileLock } from ${module};
     setInterval(() => {}, 1000);
     const lock = new FileLock(${JSON.stringify(join(folder, name))}, { protects: 'plan.md' });
     await lock.run(() => new Promise(() => process.send('held')));`,
  );
  const holder = fork(program, { execArgv: ['--conditions=@annotate-mcp/source'] });
  await once(holder, 'message');
  return holder;
}
