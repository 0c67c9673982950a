/** Programs as Windows starts them: batch files, which npm installs, and folders with blanks. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { endProgram, startProgram, startTyped } from './start-program.ts';

const top = mkdtempSync(join(tmpdir(), 'annotate prögrams '));
const tools = join(top, 'My Projects', 'tools & more');
const shown = join(top, 'shown.json');
beforeAll(() => {
  mkdirSync(tools, { recursive: true });
  const script = `require('fs').writeFileSync(${JSON.stringify(shown)}, JSON.stringify(process.argv.slice(2)))`;
  writeFileSync(join(tools, 'show.js'), script);
  // As npm writes them, with another batch file in between.
  writeFileSync(join(tools, 'inner.cmd'), `@"${process.execPath}" "%~dp0\\show.js" %*\r\n`);
  writeFileSync(join(tools, 'show.cmd'), '@call "%~dp0\\inner.cmd" %*\r\n');
});
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));

const hostile = ['two words', 'a&b', 'a|b>c', 'q"q', 'tail\\', '^', '!x!', 'jürgen', '', '(x)'];

it.each([
  {
    what: 'a program',
    start: () => startProgram(process.execPath, [join(tools, 'show.js'), ...hostile], { stdio: 'ignore' }),
  },
  { what: 'a batch file', start: () => startProgram(join(tools, 'show.cmd'), hostile, { stdio: 'ignore' }) },
  {
    what: 'a word that is typed',
    start: () =>
      startTyped(['show', ...hostile], {
        cwd: tools,
        stdio: 'ignore',
        env: { ...process.env, Path: `${tools};${process.env.Path ?? ''}`, PATH: undefined },
      }),
  },
  {
    what: 'a path that is typed',
    start: () => startTyped(['.\\show.cmd', ...hostile], { cwd: tools, stdio: 'ignore' }),
  },
])('the arguments of $what arrive as they are, and nothing of them runs', async ({ start }) => {
  rmSync(shown, { force: true });
  const [code] = (await once(start(), 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(shown, 'utf8'))).toEqual(hostile);
});

it('what was started is ended although it ignores the end of its input', async () => {
  const child = startProgram(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    group: true,
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  child.stdin?.end();
  const ended = once(child, 'exit');
  endProgram(child);
  expect(await ended).not.toContain(0);
});
