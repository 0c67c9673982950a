/** Writes files and runs programs for a service. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { CliError } from '../../errors.ts';

import type { CommandLine, CommandResult, Step } from './system.ts';

const retryDelaysMs = [250, 500, 1000, 2000];

export async function runSteps(steps: readonly Step[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const step of steps) {
    if (step.do === 'write') write(step);
    else if (step.do === 'remove') rmSync(step.file, { force: true });
    else await runWithRetries(step, env);
  }
}

/** Resolves with the output, also when the program failed. */
export async function runCommand(
  [program, ...args]: CommandLine,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const ended = Promise.withResolvers<number | null>();
  const output = { stdout: '', stderr: '' };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.once('error', () => ended.resolve(null));
  child.once('close', (code) => ended.resolve(code ?? 1));
  return { code: await ended.promise, ...output };
}

function write({ file, text, encoding }: Extract<Step, { do: 'write' }>): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { encoding, mode: 0o600 });
  } catch (cause) {
    throw new CliError('serve/service-failed', `${file} could not be written.`, {
      hint: 'Make the folder writable, then run the command again.',
      cause,
    });
  }
}

async function runWithRetries(
  { command, mayFail, repeat }: Extract<Step, { do: 'run' }>,
  env: NodeJS.ProcessEnv,
) {
  let ran = await runCommand(command, env);
  for (const ms of repeat === true ? retryDelaysMs : []) {
    if (ran.code === 0) return;
    await pause(ms);
    ran = await runCommand(command, env);
  }
  if (ran.code === 0 || mayFail === true) return;
  const why = `${ran.stderr}\n${ran.stdout}`.trim().split('\n')[0] ?? '';
  throw new CliError(
    'serve/service-failed',
    `"${command.join(' ')}" failed: ${why || 'it printed nothing'}.`,
    {
      hint: 'Fix that and run the same command again; steps that are done are not repeated.',
    },
  );
}
