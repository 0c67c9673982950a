/** Starts the command of a dev server and passes on what it prints. */
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

import { endProgram, startTypedInTerminal } from '@annotate-mcp/store/programs';

import { describeStartError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

export interface RunningCommand {
  /** Its exit code; of one that was ended by a signal, 128 and the signal's number, as in a shell. */
  readonly ended: Promise<number>;
  readonly stop: (signal: NodeJS.Signals) => void;
}

/** `onText` is called with everything that it prints, on either output. */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  onText: (text: string) => void,
  terminal: Terminal,
): RunningCommand {
  const child = startTypedInTerminal([program, ...args], {
    env: { ...process.env, ...outputSettings(terminal) },
    group: hasOwnGroup(),
  });
  const ended = Promise.withResolvers<number>();
  child.once('error', (cause) => ended.reject(noCommandError(program, cause)));
  const outputs = [child.stdout, child.stderr];
  const printed = [
    passOn(child.stdout, terminal.write, onText),
    passOn(child.stderr, terminal.writeNote, onText),
  ];
  child.once('exit', (code, signal) => {
    const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    // What it started may still run and hold its outputs open.
    const deadline = setTimeout(() => {
      for (const output of outputs) output.destroy();
    }, 3_000);
    void Promise.allSettled(printed).then(() => {
      clearTimeout(deadline);
      ended.resolve(exitCode);
    });
  });
  return { ended: ended.promise, stop: (signal) => endProgram(child, signal) };
}

/**
 * A package manager starts the server through a shell, and neither passes every signal on: all of a group get it. Beside a
 * keyboard the command stays in the group of this program, or it could not read from there.
 */
function hasOwnGroup(): boolean {
  return process.platform === 'win32' || !process.stdin.isTTY;
}

/** Its output is a pipe, where programs leave colours out, and Python keeps lines back. */
function outputSettings({ isScreen }: Terminal): Record<string, string> {
  const wantsColors = isScreen && (process.env.NO_COLOR ?? '') === '';
  return { PYTHONUNBUFFERED: '1', ...(wantsColors && { FORCE_COLOR: process.env.FORCE_COLOR ?? '1' }) };
}

async function passOn(
  output: Readable,
  write: (text: string) => Promise<void>,
  onText: (text: string) => void,
): Promise<void> {
  for await (const text of output.setEncoding('utf8') as AsyncIterable<string>) {
    onText(text);
    await write(text);
  }
}

function noCommandError(program: string, cause: Error): CliError {
  return new CliError(
    'dev/no-command',
    `${JSON.stringify(program)} could not be started: ${describeStartError(program, cause)}.`,
    {
      hint: 'Check the command after "--": type it without annotate-mcp in this folder, and see whether it starts.',
      cause,
    },
  );
}
