/** A command run in this process, for what a spawned one cannot show: a screen, and which lines a test reaches. */
import { Writable } from 'node:stream';

import { run } from '../run.ts';
import { createTerminal } from '../terminal.ts';

import type { CommandResult } from './test-project.ts';

export async function runHere(argv: readonly string[], { screen = false } = {}): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk);
        done();
      },
    });
    return Object.assign(stream, { isTTY: screen, columns: 100 });
  };
  const terminal = createTerminal({
    stdin: process.stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
  });
  return { code: await run(argv, terminal), ...printed };
}
