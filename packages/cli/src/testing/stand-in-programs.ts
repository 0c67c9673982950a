/** Programs that stand in for package managers and `ng`: a test must not install anything. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { TestProject } from './test-project.ts';

interface ProgramCall {
  /** The working directory. */
  in: string;
  /** The name of the program and its arguments, with blanks between them. */
  ran: string;
}

export interface StandInPrograms {
  /** The environment in which these programs are found first. */
  readonly env: { PATH: string };
  readonly calls: () => ProgramCall[];
}

export interface StandInOptions {
  names: readonly string[];
  exitCode: number;
  /** CommonJS code that runs when the exit code is 0, with `fs` and `args`. */
  code: string;
}

export function createStandIns(
  here: TestProject,
  { names, exitCode, code }: StandInOptions,
): StandInPrograms {
  const bin = join(here.home, 'bin');
  const log = join(here.home, 'calls.jsonl');
  mkdirSync(bin, { recursive: true });
  writeFileSync(log, '');
  const script = `#!/usr/bin/env node
const fs = require('node:fs');
const [, self, ...args] = process.argv;
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ in: process.cwd(), ran: [require('node:path').basename(self), ...args].join(' ') }) + '\\n');
if (process.env.STAND_IN_SPEAKS) console.log('the program speaks');
if (${exitCode} !== 0) process.exit(${exitCode});
${code}
`;
  for (const name of names) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    env: { PATH: [bin, process.env.PATH].join(delimiter) },
    calls: () =>
      here
        .read('../my home/calls.jsonl')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ProgramCall),
  };
}
