/** Writes files and runs programs for a service. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { programFinder, runProgram } from '@annotate-mcp/store/programs';

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

/** Resolves with the output, even when the program failed. The system's program is meant, never one of a project. */
export async function runCommand(
  [name, ...args]: CommandLine,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const programs = programFinder(null, env);
  const program = programs.find(name);
  if (program === null) return { code: null, stdout: '', stderr: '' };
  try {
    const { code, ...output } = await runProgram(program, args, { env: { ...env, PATH: programs.path } });
    return { code: code ?? 1, ...output };
  } catch {
    // The system says what is missing with the code of a program that is not there.
    return { code: null, stdout: '', stderr: '' };
  }
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
