/** What the hub's process depends on of the machine and of the dev server's environment. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { startApp } from '../testing/hub-process.ts';
import { temporaryFolder } from '../testing/hub-server.ts';

import { hubEnvironment } from './hub-child.ts';

it('a process whose socket was deleted is started again', async () => {
  const root = temporaryFolder();
  const { temporary } = withTemporary(temporaryFolder());
  const { url, openTab, errors } = await startApp({ root });
  const tab = await openTab();
  for (const name of readdirSync(temporary).filter((each) => each.startsWith('annotate-hub-')))
    rmSync(join(temporary, name), { recursive: true });
  const headers = { 'Content-Type': 'application/json' };
  const stored = await fetch(`${url}/__annotate/api/annotations`, { method: 'POST', headers, body: '{}' });
  expect(stored.status).toBe(503);
  expect(await tab.closed).toBe(1001);
  // What is only read waits for the next process.
  expect((await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
  expect(errors).toHaveLength(1);
});

it.each([
  { what: 'is missing', folder: () => join(temporaryFolder(), 'none') },
  { what: 'is a file', folder: () => join(temporaryFolder(), '.git') },
  { what: 'has a long path', folder: () => join(temporaryFolder(), 'long'.repeat(25)) },
])('makes its socket elsewhere when the folder for temporary files $what', async ({ folder }) => {
  const root = temporaryFolder();
  const { temporary } = withTemporary(folder());
  if (temporary.includes('long')) mkdirSync(temporary);
  const { url } = await startApp({ root });
  expect((await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
});

function withTemporary(temporary: string) {
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { temporary };
}

it('loads no module of the person, who names it for the dev server', async () => {
  const root = temporaryFolder();
  const preload = join(root, 'preload.cjs');
  writeFileSync(preload, `require('node:fs').writeFileSync(__dirname + '/loaded', '');`);
  vi.stubEnv('NODE_OPTIONS', `--require ${JSON.stringify(preload)} --max-old-space-size=4096`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url } = await startApp({ root });
  expect((await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
  expect(readdirSync(root)).not.toContain('loaded');
});

it.each([
  ['--require /p/.pnp.cjs --experimental-loader file:///p/.pnp.loader.mjs', 'the same'],
  ['-r "/a b/.pnp.cjs" -r dotenv/config', '-r "/a b/.pnp.cjs"'],
  ['--import=tsx --conditions x --loader "./my loader.mjs"', '--conditions x'],
  ['--inspect-brk=9230 --inspect-port 9231 --inspect_wait --enable-source-maps', '--enable-source-maps'],
  ['--require "/a \\"b\\".cjs" --no-warnings', '--no-warnings'],
  ['--inspect', undefined],
  ['', undefined],
])('of the options %j of a dev server, the process gets %j', (options, kept) => {
  const environment = hubEnvironment({ PATH: '/bin', NODE_OPTIONS: options });
  expect(environment).toEqual({
    PATH: '/bin',
    ...(kept !== undefined && { NODE_OPTIONS: kept === 'the same' ? options : kept }),
  });
});
