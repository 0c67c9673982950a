import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { expect, it, onTestFinished } from 'vitest';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

/** Has a store open, and does to its files what it reads from its input. */
const carelessProgram = `
  import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
  import { join } from 'node:path';
  import { createInterface } from 'node:readline';
  import { openStore } from ${JSON.stringify(new URL('../../../store/src/index.ts', import.meta.url).href)};
  const folder = join(process.argv[1], '.annotate');
  const store = await openStore('sqlite:', { root: process.argv[1] });
  const acts = {
    read: () => {
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isFile()) closeSync(openSync(join(folder, entry.name), 'r'));
    },
    delete: () => ['-wal', '-shm'].forEach((end) => rmSync(join(folder, 'store.db' + end))),
    use: () => store.count(),
  };
  console.log('ready');
  for await (const line of createInterface(process.stdin)) {
    await acts[line]();
    console.log(line);
  }`;

it.runIf(existsSync('/proc/locks'))('names processes that others do not notice', async () => {
  const here = createProject();
  const careless = spawn(
    process.execPath,
    ['--conditions=@annotate-mcp/source', '--input-type=module', '-e', carelessProgram, here.project],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void careless.kill('SIGKILL'));
  const answers = createInterface(careless.stdout)[Symbol.asyncIterator]();
  const afterIt = async (act: 'read' | 'delete' | 'use') => {
    careless.stdin.write(`${act}\n`);
    await answers.next();
    return (await diagnose(here)).of('processes');
  };
  await answers.next();
  const isContent = { status: 'ok', message: expect.stringContaining('is noticed') as unknown };
  expect((await diagnose(here)).of('processes')).toMatchObject(isContent);
  expect(await afterIt('read')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(`Process ${careless.pid} (node) has lost its locks`) as unknown,
    fix: expect.stringContaining('Restart that process') as unknown,
  });
  expect(await afterIt('delete')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(`deleted under process ${careless.pid} (node)`) as unknown,
    fix: expect.stringContaining('opens the store again') as unknown,
  });
  expect(await afterIt('use')).toMatchObject(isContent);
});
