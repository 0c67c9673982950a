import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { runAlone } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'annotate-lock-'));
const lockFile = join(folder, 'made', 'when needed.lock.db');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lets one piece of work in at a time', async () => {
  let inside = 0;
  const most: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, () =>
      runAlone(lockFile, async () => {
        most.push(++inside);
        await Promise.resolve();
        inside--;
      }),
    ),
  );
  expect(most).toEqual(Array.from({ length: 8 }, () => 1));
});

it('is free again when the work fails, and when the process that held it is killed', async () => {
  await expect(runAlone(lockFile, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const program = join(folder, 'holder.mjs');
  const module = JSON.stringify(new URL('./lock.ts', import.meta.url).href);
  writeFileSync(
    program,
    `import { runAlone } from ${module};
     setInterval(() => {}, 1000);
     await runAlone(${JSON.stringify(lockFile)}, () => new Promise(() => process.send('held')));`,
  );
  const holder = fork(program, { execArgv: ['--conditions=@annotate-mcp/source'] });
  await once(holder, 'message');
  let isIn = false;
  const waiting = runAlone(lockFile, async () => {
    isIn = true;
  });
  expect(isIn).toBe(false);
  holder.kill('SIGKILL');
  await waiting;
  expect(isIn).toBe(true);
});
