import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';

import { expect, it, onTestFinished } from 'vitest';

import { createTerminal } from '../terminal.ts';
import { temporary } from '../testing/test-project.ts';

import { init } from './init.ts';

/** A terminal on which a person presses these keys when the first question has appeared. */
function terminalWith(keys: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const output = () =>
    Object.assign(
      new Writable({
        write: (chunk, _encoding, done) => {
          // clack listens for the key after it has drawn the question.
          if (String(chunk).includes('Which agents')) setImmediate(() => stdin.write(keys));
          done();
        },
      }),
      { isTTY: true, columns: 80 },
    );
  return createTerminal({ stdin, stdout: output(), stderr: output(), env: {} });
}

it.each([
  { name: 'Ctrl+C', keys: '\x03' },
  { name: 'Ctrl+D', keys: '\x04' },
])('init ends with 130 after $name and has changed nothing', async ({ keys }) => {
  const root = temporary('annotate ask ');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.git'));
  expect(await init({ root }, terminalWith(keys))).toBe(130);
  expect(readdirSync(root)).toEqual(['.git']);
});
