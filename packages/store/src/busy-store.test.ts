import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { listAll } from './contract/reader.ts';
import { createTestBed } from './contract/test-bed.ts';
import { openStore } from './index.ts';

const testBed = createTestBed({ module: new URL('index.ts', import.meta.url).href, url: () => 'sqlite:' });

/** A writer that is suspended in the middle of a transaction. */
async function stopInTransaction(file: string): Promise<number> {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(${JSON.stringify(file)}).exec('BEGIN IMMEDIATE');
    console.log('locked');
    setInterval(() => undefined, 1e6);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  testBed.onEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  return child.pid ?? 0;
}

describe.runIf(process.platform === 'linux')('a writer that is stopped while it holds the lock', () => {
  it.each([
    ['sqlite:', '.annotate/store.db'],
    ['json:.annotate/review.json', '.annotate/review.json.lock.db'],
  ])('is named by %s, which can still be read', async (url, locked) => {
    const root = testBed.folder();
    const store = await openStore(url, { root, busyMs: 50 });
    testBed.onEnd(() => store.close());
    await store.add(sampleAnnotation());
    const pid = await stopInTransaction(join(root, locked));
    await expect
      .poll(() => store.add(sampleAnnotation({ id: uuidOf(2) })).catch(String))
      .toContain('stopped');
    await expect(store.add(sampleAnnotation({ id: uuidOf(2) }))).rejects.toMatchObject({
      code: 'store/busy',
      message: expect.stringContaining(`is locked by process ${pid}, which is stopped`) as unknown,
      hint: expect.stringContaining(`kill -CONT ${pid}`) as unknown,
    });
    expect(await listAll(store)).toEqual([sampleAnnotation()]);
  });
});

describe('a folder where the store should be', () => {
  it.each(['sqlite:', 'sqlite:store.db', 'json:review.json'])(
    'is said for %s, and left as it is',
    async (url) => {
      const root = testBed.folder();
      const path = url === 'sqlite:' ? '.annotate/store.db' : url.replace(/^\w+:/, '');
      mkdirSync(join(root, path), { recursive: true });
      await expect(openStore(url, { root })).rejects.toMatchObject({
        code: 'store/failed',
        message: `${join(root, path)} is a folder or something else that is no file, so it cannot be the store; it was left untouched.`,
        hint: expect.stringContaining('Move it away') as unknown,
      });
    },
  );
});
