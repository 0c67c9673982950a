import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { printable, type Terminal } from '../terminal.ts';

import type { Check } from './check.ts';
import { checkChain } from './checks.ts';
import { gatherFacts } from './facts.ts';

export interface DoctorOptions {
  json?: boolean;
}

export async function doctor(options: DoctorOptions & GlobalOptions, terminal: Terminal): Promise<ExitCode> {
  const checks = checkChain(await gatherFacts(options, process.cwd()));
  const ok = checks.every(({ status }) => status === 'ok');
  if (options.json === true) terminal.print(JSON.stringify({ ok, checks }, null, 2));
  else show(checks, terminal);
  return ok ? 0 : 1;
}

const nameWidth = 14;

function show(checks: readonly Check[], { print, colors }: Terminal): void {
  const marks = { ok: colors.green('ok'), problem: colors.red('problem'), unknown: colors.yellow('unknown') };
  for (const { name, status, message, fix } of checks) {
    const mark = marks[status] + ' '.repeat(9 - status.length);
    print(`${mark}${name.padEnd(nameWidth)}${printable(message)}`);
    if (fix !== undefined) print(`${' '.repeat(9 + nameWidth)}${colors.dim(`→ ${printable(fix)}`)}`);
  }
  const first = checks.find(({ status }) => status === 'problem');
  print('');
  print(first === undefined ? 'Everything works.' : `Fix "${first.name}" first, then run doctor again.`);
}
