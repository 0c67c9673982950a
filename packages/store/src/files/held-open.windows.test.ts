/** Files that other processes have open, which Windows does not let anyone replace. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { openStore } from '../open-store.ts';

import { renameOver, renameOverSync } from './rename-over.ts';
import { replaceFile } from './replace-file.ts';

let folder = '';
const holders: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'held open '));
});
afterEach(async () => {
  const running = holders.splice(0).filter(({ exitCode }) => exitCode === null);
  await Promise.all(running.map((holder) => (holder.kill(), once(holder, 'exit'))));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Another process has the file open most of the time, for so long at once. */
async function hold(file: string, forMs: number): Promise<void> {
  const script = `
    const { closeSync, openSync } = require('node:fs');
    const open = () => {
      try {
        const descriptor = openSync(process.argv[1], 'r');
        process.stdout.write('.');
        setTimeout(() => (closeSync(descriptor), setTimeout(open, 2)), ${forMs});
      } catch {
        setTimeout(open, 1);
      }
    };
    open();`;
  const holder = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(holder);
  await once(holder.stdout, 'data');
}

it('are replaced in a moment in which they are not open', { timeout: 60_000 }, async () => {
  const file = join(folder, 'settings.json');
  writeFileSync(file, 'old');
  await hold(file, 15);
  const draft = join(folder, 'draft');
  for (let n = 0; n < 10; n++) {
    writeFileSync(draft, `later ${n}`);
    await renameOver(draft, file);
    expect(readFileSync(file, 'utf8')).toBe(`later ${n}`);
    writeFileSync(draft, `at once ${n}`);
    renameOverSync(draft, file);
    expect(readFileSync(file, 'utf8')).toBe(`at once ${n}`);
    replaceFile(file, `whole ${n}`);
    expect(readFileSync(file, 'utf8')).toBe(`whole ${n}`);
  }
});

it('lose no annotation of a json store, of 120 that three programs write', { timeout: 120_000 }, async () => {
  const url = `json:${join(folder, 'review.json')}`;
  const stores = await Promise.all([1, 2, 3].map(() => openStore(url, { root: folder })));
  const [first] = stores;
  await first?.add(sampleAnnotation({ id: uuidOf(1) }));
  await hold(join(folder, 'review.json'), 5);
  await hold(join(folder, 'review.json'), 15);
  await Promise.all(
    stores.map(async (store, at) => {
      for (let n = 0; n < 40; n++) await store.add(sampleAnnotation({ id: uuidOf(100 * (at + 1) + n) }));
    }),
  );
  await Promise.all(stores.map((store) => store.close()));
  const again = await openStore(url, { root: folder });
  expect(await again.count()).toBe(121);
  await again.close();
});
